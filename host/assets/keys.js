// Single keys: n and p go through the units in the order they will act, m goes
// to the map. They rest while something is being typed.

export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
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
