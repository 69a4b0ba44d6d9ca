// The live table: follows the others by server-sent events, keeps one unsent act and sends it again.
(() => {
  "use strict";
  const { $, $$, open, modal, drawnOpen, relabel } = window.club;
  const live = () => $("#live");
  const version = () => Number($("#table")?.dataset.version ?? -1);
  const say = (id) => {
    const words = document.getElementById(id);
    return words ? words.content.cloneNode(true) : null;
  };

  let sending = null;  // the form whose act is on its way

  // ---- the connection: live, lost, or behind until the newest acts are in
  let lostAt = 0;
  const link = (state) => {
    document.body.dataset.link = state;
    $$("[data-link-word]").forEach((word) => { word.hidden = word.dataset.linkWord !== state; });
    $$(".needs-link").forEach((button) => {
      if (state === "live") {
        if (button.dataset.waits) { button.removeAttribute("aria-disabled"); delete button.dataset.waits; }
      } else if (state === "behind" && !button.hasAttribute("aria-disabled")) {
        button.setAttribute("aria-disabled", "true");
        button.dataset.waits = "true";
      }
    });
    notice("behind", state === "behind" ? say("words-behind") : null);
  };
  const notice = (name, content) => {
    const place = $("#notices");
    const old = $(`[data-notice=${name}]`, place);
    if (old) old.remove();
    if (!content) return;
    const minutes = $("[data-minutes]", content);
    if (minutes) minutes.textContent = String(Math.max(1, Math.round((Date.now() - lostAt) / 60000)));
    content.firstElementChild.dataset.notice = name;
    place.append(content);
  };
  document.addEventListener("htmx:sseError", () => {
    if (document.body.dataset.link !== "lost") lostAt = Date.now();
    link("lost");
  });
  document.addEventListener("htmx:sseOpen", () => { if (document.body.dataset.link === "lost") link("behind"); });
  document.addEventListener("htmx:sseMessage", (event) => {
    heard = Number(event.detail.data);
    follow();
  });
  // an act of this phone brings its own drawing: only what it does not show is fetched
  let heard = -1;
  const follow = () => {
    if (sending) return;
    if (heard <= version()) link("live");
    else window.htmx.trigger("#follow", "table-moved");
  };

  // ---- another page in the place of the old one: a game was recorded, or the next one began
  let modeBefore = "";
  const mode = () => $("#table")?.dataset.mode ?? "";
  const told = () => ($(".verdict") || $("#table .felted .card h2") || $(".dock .says"))?.textContent.trim() ?? "";
  const turned = () => {
    if (!modal()) {
      window.scrollTo(0, 0);
      $("#table h1").focus({ preventScroll: true });
    }
    $("#announce").textContent = mode() === "between" ? told() : $(".dock .says").textContent.trim();
  };

  // ---- a new drawing of the table: the open sheet, what was typed in it, focus and chosen cubes stay
  let kept = null;
  const remember = () => {
    const sheet = modal();
    const active = document.activeElement;
    kept = {
      sheet: sheet?.id,
      fields: sheet ? $$("input:not([type=hidden]), select, textarea", sheet).map((field) => [field.id, field.type, field.checked, field.value]) : [],
      chosen: $$(".rail input:checked").map((input) => input.id),
      focus: active && active !== document.body ? active.id : "",
    };
  };
  const restore = () => {
    if (!kept) return;
    kept.chosen.forEach((id) => { const box = document.getElementById(id); if (box) box.checked = true; });
    if (kept.sheet && open(kept.sheet)) {
      kept.fields.forEach(([id, type, checked, value]) => {
        const field = id && document.getElementById(id);
        if (!field) return;
        if (type === "radio" || type === "checkbox") field.checked = checked;
        else field.value = value;
      });
    }
    if (kept.focus) document.getElementById(kept.focus)?.focus({ preventScroll: true });
    kept = null;
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "table") return;
    if (!event.detail.xhr.getResponseHeader("X-Table")) {  // no table any more: let the server say why
      event.detail.shouldSwap = false;
      if (event.detail.xhr.status < 500) window.location.reload();
      return;
    }
    modeBefore = mode();
    const follows = event.detail.requestConfig.elt.id === "follow";
    const older = Number(event.detail.xhr.getResponseHeader("X-Table")) < version();
    if (follows && (sending || older)) { event.detail.shouldSwap = false; return; }
    if (follows) remember();
    else kept = { chosen: [], fields: [], focus: document.activeElement?.id ?? "" };
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!$("#table") || event.detail.target?.id === "board") return;
    restore();
    drawnOpen();
    relabel();
    if (mode() !== modeBefore) turned();
    else $("#announce").textContent = $(".dock .says").textContent.trim();
    if (document.body.dataset.link !== "lost") link("live");
    const refusal = $("#table [role=alert]");
    if (refusal) { refusal.tabIndex = -1; refusal.focus(); }
  });

  // ---- one act at a time: kept on this phone when nobody answered, and sent again under the same command id
  const KEPT = "unsent:" + window.location.pathname;
  let next = "";
  let unsent = null;
  let timer = 0;
  const submitter = (event) => event.detail.requestConfig.triggeringEvent?.submitter;
  const actOf = (form, button) => (button?.name === "action" ? button.value : new FormData(form).get("action"));
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt;
    if (!form.matches("form.act-form")) return;
    if (sending === form) { event.preventDefault(); return; }  // a second tap is the same act
    if (!sending && !unsent) { sending = form; return; }
    event.preventDefault();
    window.club.busy(form, false, submitter(event));
    if (sending) next = actOf(form, submitter(event));
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.detail.requestConfig.elt;  // the form itself may be replaced by now
    if (!form.matches("form.act-form") && form.id !== "again") return;
    sending = null;
    if (form.id !== "again") window.club.busy(form, false, submitter(event));
    const status = event.detail.xhr.status;
    if (status === 0 || status >= 500) keep({ url: event.detail.requestConfig.path, values: valuesOf(event) });
    else forget();
    follow();
    setTimeout(followUp, 0);
  });
  const valuesOf = (event) => Object.fromEntries(
    [...new Set(event.detail.requestConfig.formData.keys())].map((key) => [key, event.detail.requestConfig.formData.getAll(key)]),
  );
  // what was tapped while another act was on its way is done now, if the new drawing still offers it
  const followUp = () => {
    const wanted = next;
    next = "";
    if (!wanted) return;
    const same = (one) => one.value === wanted;
    const button = $$("form.act-form button[name=action]").find((one) => same(one) && !one.hasAttribute("aria-disabled"));
    const field = $$("form.act-form input[type=hidden][name=action]").find(same);
    if (button) button.form.requestSubmit(button);
    else if (field) field.form.requestSubmit();
  };
  const keep = (act) => {
    unsent = act;
    window.sessionStorage.setItem(KEPT, JSON.stringify(act));
    let seconds = 8;
    notice("unsent", say("words-unsent"));
    const count = () => {
      const shown = $("[data-notice=unsent] [data-seconds]");
      if (shown) shown.textContent = String(Math.max(0, seconds));
      seconds -= 1;
      if (seconds < 0) again();
    };
    clearInterval(timer);
    timer = setInterval(count, 1000);
    count();
  };
  const forget = () => {
    unsent = null;
    window.sessionStorage.removeItem(KEPT);
    clearInterval(timer);
    notice("unsent", null);
  };
  const again = () => {
    clearInterval(timer);
    if (!unsent || sending) return;
    sending = $("#again");
    window.htmx.ajax("POST", unsent.url, { source: "#again", target: "#table", swap: "outerHTML", values: unsent.values });
  };
  document.addEventListener("click", (event) => { if (event.target.closest("[data-again]")) again(); });
  window.addEventListener("online", again);
  document.addEventListener("DOMContentLoaded", () => {
    const act = window.sessionStorage.getItem(KEPT);
    if (act) keep(JSON.parse(act));
  });
})();
