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
  // whoever moves by keyboard stays on the board: at the next step, or at the button that records the play
  let within = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id === "board") within = $("#board").contains(document.activeElement);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "board") return;
    const says = $("#board-says");
    if (says) $("#announce").textContent = says.textContent;
    if (within) ($("#board .act") || $("#board-made button"))?.focus({ preventScroll: true });
  });
})();
