// The board: a press on a place or a step draws it anew, without a word to the log; the page works without this file.
(() => {
  "use strict";
  const { $ } = window.club;
  document.addEventListener("click", (event) => {
    const place = event.target.closest("svg.board a");
    const frame = place?.closest("[data-fetch]");
    if (!frame || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { search } = new URL(place.href.baseVal, window.location.href);
    window.htmx.ajax("GET", frame.dataset.fetch + search, { source: "#board", target: "#board", swap: "outerHTML" });
  });
  // whoever acts on the board by keyboard stays on it: at the play to record, the next step, or the next dice
  let within = false;
  const isDrawing = (event) => ["board", "table"].includes(event.detail.target?.id);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (isDrawing(event)) within = Boolean($("#board")?.contains(document.activeElement));
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!isDrawing(event)) return;
    const says = $("#board-says") || $("#board .last-play");
    if (says) $("#announce").textContent = says.textContent;
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (within && isLost) ($("#board .act") || $("#board-made button, #board .dice-entry input"))?.focus({ preventScroll: true });
  });
})();
