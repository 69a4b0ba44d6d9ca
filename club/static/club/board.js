// The board: a press on a place or a step draws it anew, without a word to the log; the page works without this file.
(() => {
  "use strict";
  const { $ } = window.club;
  const isBoard = (event) => event.detail.target?.id === "board";
  const isTable = (event) => event.detail.target?.id === "table";
  let drawing = false;  // whether a new drawing of the board is on its way
  let next = "";  // the step that was pressed meanwhile
  let behind = false;  // whether the table has moved meanwhile

  document.addEventListener("click", (event) => {
    const step = event.target.closest("#board-made [name=step]");
    if (step && drawing) {
      event.preventDefault();
      next = step.value;
    }
    const place = event.target.closest("svg.board a");
    const frame = place?.closest("[data-fetch]");
    if (!frame || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (drawing) return;
    const { search } = new URL(place.href.baseVal, window.location.href);
    window.htmx.ajax("GET", frame.dataset.fetch + search, { source: "#board", target: "#board", swap: "outerHTML" });
  });
  document.addEventListener("htmx:beforeRequest", (event) => { if (isBoard(event)) drawing = true; });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isBoard(event)) return;
    drawing = false;
    const wanted = next && $(`#board-made [name=step][value="${next}"]`);
    next = "";
    if (wanted) wanted.form.requestSubmit(wanted);
    else if (behind) {
      behind = false;
      window.htmx.trigger("#follow", "table-moved");
    }
  });

  // what another phone did brings the table anew: with the steps of this one as they are by now, or it is asked again
  const made = () => $("#board-made [name=steps]")?.value ?? "";
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt, formData } = event.detail.requestConfig;
    if (elt.id !== "follow" || !isTable(event)) return;
    if (drawing) behind = true;
    else if ((formData.get("steps") ?? "") !== made()) setTimeout(() => window.htmx.trigger("#follow", "table-moved"), 0);
    else return;
    event.detail.shouldSwap = false;
  });

  // whoever acts on the board by keyboard stays on it: at the play to record, the next step, or the next dice
  let within = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (isBoard(event) || isTable(event)) within = Boolean($("#board")?.contains(document.activeElement));
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!isBoard(event) && !isTable(event)) return;
    const says = $("#board-says") || $("#board .last-play");
    if (says) $("#announce").textContent = says.textContent;
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (within && isLost) ($("#board .act") || $("#board-made button, #board .dice-entry input"))?.focus({ preventScroll: true });
  });
})();
