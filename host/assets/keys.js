// Single keys: n and p go through the units in the order they will act, m goes
// to the map; Ctrl+Z and Ctrl+Shift+Z undo and redo. They rest while something is
// being typed, where the browser's own do that.

export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey) return undo(event);
    if (event.target.closest("input, select, textarea, button")) return;
    if (event.key === "m") {
      document.querySelector("[data-map]")?.focus();
      event.preventDefault();
    }
    const step = { n: "next", p: "previous" }[event.key];
    if (!step) return;
    const link = document.querySelector(`[data-step=${step}]`) ?? document.querySelector(".units a");
    link?.click();
  });
}

function undo(event) {
  if (event.target.closest("input:not([type=radio], [type=checkbox]), textarea")) return;
  const key = event.key.toLowerCase();
  const way = key === "z" && !event.shiftKey ? "undo" : key === "y" || key === "z" ? "redo" : null;
  const button = way && document.querySelector(`[data-${way}]`);
  if (!button) return;
  event.preventDefault();
  button.click();
}
