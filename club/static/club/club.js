// Sheets, chosen cubes, reasons for what is not possible now, printing. Every page works without this file.
(() => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

  // ---- sheets: a link to ?sheet=end opens the dialog #end
  const open = (id) => {
    const sheet = document.getElementById(id);
    if (!sheet || !sheet.showModal) return false;
    sheet.removeAttribute("open");
    sheet.showModal();
    return true;
  };
  const modal = () => $$("dialog[open]").find((sheet) => sheet.matches(":modal"));
  const drawnOpen = () => $$("dialog[open]").filter((sheet) => !sheet.matches(":modal")).slice(-1).forEach((sheet) => open(sheet.id));

  const explain = ({ why, rule, ruleUrl, ruleLink, ruleName }) => {
    const says = $(".says", modal() || document) || $(".says");
    if (!says) return;
    says.textContent = rule ? `${why} ${rule} ` : why;
    if (!rule) return;
    const link = document.createElement("a");
    link.className = "tap";
    link.href = ruleUrl;
    link.textContent = ruleLink;
    link.setAttribute("aria-label", ruleName);
    says.append(link);
  };

  document.addEventListener("click", (event) => {
    const blocked = event.target.closest("[aria-disabled=true]");
    if (blocked) {
      event.preventDefault();
      event.stopPropagation();
      if (blocked.dataset.why) explain(blocked.dataset);
      return;
    }
    const button = event.target.closest("[data-open],[data-close],[data-print],[data-dismiss],[data-step]");
    if (!button) return;
    if (button.dataset.step) return step(button);
    if (button.hasAttribute("data-print")) return window.print();
    if (button.hasAttribute("data-dismiss")) {
      event.preventDefault();
      return button.closest(".notice").remove();
    }
    const own = button.closest("dialog");
    if (own && own.open) own.close();
    if (!button.dataset.open || open(button.dataset.open)) event.preventDefault();
  }, true);

  // ---- a stepper moves a number by one step; the field itself takes any number
  const step = (button) => {
    const field = $("input", button.closest(".stepper"));
    const value = Number(field.value.replace("\u2212", "-").replace(",", ".")) || 0;
    field.value = String(value + Number(button.dataset.step));
  };

  // ---- tapping cubes chooses some members; the dock then speaks of those only
  const chosen = () => $$(".rail input:checked").map((input) => input.dataset.name);
  const relabel = () => {
    const names = chosen();
    $$("[data-some]").forEach((label) => {
      label.dataset.all ??= label.textContent;
      label.textContent = names.length ? label.dataset.some : label.dataset.all;
    });
    $$("[data-of-all]").forEach((small) => { small.hidden = names.length > 0; });
    const says = $(".dock .says");
    if (!says || !says.dataset.chosen) return;
    says.dataset.rest ??= says.textContent;
    says.textContent = names.length ? says.dataset.chosen.replace("%s", names.join(", ")) : says.dataset.rest;
  };
  document.addEventListener("change", (event) => { if (event.target.closest(".rail")) relabel(); });

  // ---- a form that is on its way: the button stays, says so, and a second tap does nothing
  const busy = (form, on, button) => {
    const which = button || $("button:not([type=button])", form) || $(`button[form="${form.id}"]`);
    if (!which) return;
    if (on) which.setAttribute("aria-busy", "true");
    else which.removeAttribute("aria-busy");
  };
  // ---- house rules: the closed heading of a setting says what is chosen in it
  document.addEventListener("input", (event) => {
    const chosen = $("[data-chosen]", event.target.closest(".asked") || document.createElement("p"));
    if (!chosen) return;
    const isWritten = !event.target.matches("[type=radio]");
    const beside = isWritten && $("[value=other]", event.target.closest(".asked"));
    if (beside) beside.checked = true;
    chosen.textContent = isWritten ? event.target.value : event.target.closest("label").innerText.split("\n")[0];
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent && !form.hasAttribute("hx-post")) return event.preventDefault();
    if (form.method === "post" && !form.hasAttribute("hx-post")) form.dataset.sent = "true";
    busy(form, true, event.submitter);
  });
  window.addEventListener("pageshow", () => $$("form[data-sent]").forEach((form) => { delete form.dataset.sent; busy(form, false); }));

  document.addEventListener("DOMContentLoaded", drawnOpen);
  window.club = { $, $$, open, modal, drawnOpen, explain, relabel, busy };
})();
