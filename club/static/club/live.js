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
    if (Number(event.detail.data) <= version()) link("live");
    else window.htmx.trigger("#follow", "table-moved");
  });

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
    if (!event.detail.xhr.getResponseHeader("X-Table")) { event.detail.shouldSwap = false; return; }
    if (event.detail.requestConfig.elt.id === "follow") remember();
    else kept = { chosen: [], fields: [], focus: document.activeElement?.id ?? "" };
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!$("#table")) return;
    restore();
    drawnOpen();
    relabel();
    if (document.body.dataset.link !== "lost") link("live");
    const refusal = $("#table [role=alert]");
    if (refusal) { refusal.tabIndex = -1; refusal.focus(); }
  });

  // ---- one act at a time: kept on this phone when nobody answered, and sent again under the same command id
  let unsent = null;
  let timer = 0;
  const fields = (form, submitter) => {
    const body = new FormData(form);
    if (submitter?.name) body.append(submitter.name, submitter.value);
    return body;
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt;
    if (!form.matches("form.act-form")) return;
    if (unsent && unsent.form !== form) { event.preventDefault(); return; }
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "true";
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.detail.elt;
    if (!form.matches?.("form.act-form")) return;
    delete form.dataset.sent;
    window.club.busy(form, false, event.detail.requestConfig.triggeringEvent?.submitter);
    const status = event.detail.xhr.status;
    if (status === 0 || status >= 500) keep(form, event.detail.requestConfig.triggeringEvent?.submitter);
    else forget();
  });
  const keep = (form, submitter) => {
    unsent = { form, submitter };
    let seconds = 8;
    notice("unsent", say("words-unsent"));
    const count = () => {
      const shown = $("[data-notice=unsent] [data-seconds]");
      if (shown) shown.textContent = String(seconds);
      if (seconds-- <= 0) again();
    };
    clearInterval(timer);
    timer = setInterval(count, 1000);
    count();
  };
  const forget = () => {
    unsent = null;
    clearInterval(timer);
    notice("unsent", null);
  };
  const again = () => {
    clearInterval(timer);
    if (!unsent) return;
    const { form, submitter } = unsent;
    const values = Object.fromEntries([...fields(form, submitter)].reduce((all, [key, value]) => all.set(key, [...(all.get(key) ?? []), value]), new Map()));
    window.htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, target: "#table", swap: "outerHTML", values });
  };
  document.addEventListener("click", (event) => { if (event.target.closest("[data-again]")) again(); });
  window.addEventListener("online", again);
})();
