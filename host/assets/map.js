// The map as something to point at. A click or the cursor's Enter selects what
// stands on a tile, or fills the field that is armed; which one that is can
// always be read below the map and seen at its frame. Links stay links.

const TILE = 40;

// The switches over the map work by themselves; here they are only remembered
// from one page to the next.
function keepSwitches() {
  for (const box of document.querySelectorAll("[data-keep]")) {
    const name = `map-${box.dataset.keep}`;
    try {
      box.checked = sessionStorage.getItem(name) === "on";
      box.addEventListener("change", () => sessionStorage.setItem(name, box.checked ? "on" : "off"));
    } catch {
      // A browser that keeps nothing: the switch still works on this page.
    }
  }
}

export function armMap(frame) {
  keepSwitches();
  if (!frame) return;
  const svg = frame.querySelector("svg");
  const cursor = frame.querySelector("[data-cursor]");
  const status = document.querySelector("[data-map-status]");
  const columns = Number(frame.dataset.columns);
  const rows = Number(frame.dataset.rows);
  const help = status.textContent;
  const grounds = new Map(status.dataset.terrain.split("|").map((entry) => [entry[0], entry.slice(2)]));
  const sights = status.dataset.seenList.split("|");
  let at = null;
  let armed = null;

  // ------------------------------------------------------------ what is there
  const index = (tile) => tile.y * columns + tile.x;
  const name = (tile) => `${tile.x},${tile.y}`;
  const standing = (tile) => [...svg.querySelectorAll(`[data-at="${name(tile)}"]`)];

  function describe(tile) {
    const i = index(tile);
    const parts = [name(tile), grounds.get(frame.dataset.codes[i]) ?? ""];
    if (frame.dataset.roads[i] === "1") parts.push(status.dataset.road);
    if (frame.dataset.codes[i] !== "?") parts.push(sights[Number(frame.dataset.seen[i])]);
    for (const counter of standing(tile)) parts.push(counter.getAttribute("aria-label"));
    return parts.filter(Boolean).join(" · ");
  }

  function tileOf(event) {
    const matrix = svg.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const tile = { x: Math.floor(point.x / TILE), y: Math.floor(point.y / TILE) };
    const inside = tile.x >= 0 && tile.y >= 0 && tile.x < columns && tile.y < rows;
    return inside ? tile : null;
  }

  // ---------------------------------------------------------------- the cursor
  function place(tile, say) {
    at = tile;
    cursor.removeAttribute("hidden");
    cursor.setAttribute("transform", `translate(${tile.x * TILE} ${tile.y * TILE})`);
    if (say) tell(describe(tile));
  }

  function keepInSight() {
    const box = cursor.getBoundingClientRect();
    const view = frame.getBoundingClientRect();
    const margin = box.width;
    if (box.left < view.left + margin) frame.scrollLeft -= view.left + margin - box.left;
    if (box.right > view.right - margin) frame.scrollLeft += box.right - view.right + margin;
    if (box.top < view.top + margin) frame.scrollTop -= view.top + margin - box.top;
    if (box.bottom > view.bottom - margin) frame.scrollTop += box.bottom - view.bottom + margin;
  }

  function tell(text) {
    status.textContent = armed ? `${status.dataset.mode} ${armed.label} — ${text}` : text;
  }

  // ------------------------------------------------------------- filling fields
  function labelOf(field) {
    const own = field.labels?.[0]?.textContent.trim() ?? "";
    const group = field.closest(".clause, form")?.querySelector("summary, label");
    const outer = field.closest(".clause") ? group?.firstChild?.textContent.trim() : "";
    return [outer, own].filter(Boolean).join(", ");
  }

  function arm(field) {
    disarm();
    armed = { field, label: labelOf(field) };
    frame.classList.add("picking");
    status.classList.add("mode");
    button(field)?.setAttribute("aria-pressed", "true");
    tell("…");
  }

  function disarm() {
    if (!armed) return;
    button(armed.field)?.setAttribute("aria-pressed", "false");
    armed = null;
    frame.classList.remove("picking");
    status.classList.remove("mode");
    status.textContent = help;
  }

  function button(field) {
    return document.querySelector(`[data-pick="${CSS.escape(field.id)}"]`);
  }

  function fill(tile) {
    const field = armed.field;
    const isList = field.hasAttribute("data-tiles");
    field.value = isList ? `${field.value.trim()} ${name(tile)}`.trim() : name(tile);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // A list takes tile after tile, until Escape or another field.
    if (!isList) {
      disarm();
      field.focus({ preventScroll: true });
    }
    place(tile, true);
  }

  // ------------------------------------------------------------------ listening
  for (const pick of document.querySelectorAll("[data-pick]")) {
    pick.hidden = false;
    pick.setAttribute("aria-pressed", "false");
    pick.addEventListener("click", () => {
      const field = document.getElementById(pick.dataset.pick);
      if (armed?.field === field) return disarm();
      arm(field);
      frame.focus({ preventScroll: true });
      frame.scrollIntoView({ block: "nearest" });
    });
  }

  svg.addEventListener("click", (event) => {
    const tile = tileOf(event);
    if (!tile) return;
    if (armed) {
      event.preventDefault();
      fill(tile);
      return;
    }
    if (!event.target.closest("a")) place(tile, true);
  });

  svg.addEventListener("pointermove", (event) => {
    const tile = tileOf(event);
    if (tile) tell(describe(tile));
  });

  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  frame.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const from = at ?? start();
      const clamp = (value, size) => Math.min(Math.max(value, 0), size - 1);
      place({ x: clamp(from.x + step[0], columns), y: clamp(from.y + step[1], rows) }, true);
      keepInSight();
      return;
    }
    if (event.key === "Enter" && at && event.target === frame) {
      event.preventDefault();
      if (armed) fill(at);
      else standing(at).at(-1)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") disarm();
  });

  function start() {
    const selected = svg.querySelector(".counter.selected, .counter.own");
    const [x, y] = (selected?.dataset.at ?? "0,0").split(",").map(Number);
    return { x, y };
  }

  openMap(frame);
}

// Where the map is larger than its frame, it opens on what is selected, or on the
// middle of the player's units. Without either it opens on the unit that is nearest to
// all others, so that something is there, or on such a site.
export function openMap(frame) {
  const svg = frame?.querySelector("svg");
  if (!svg) return;
  const chosen = [...svg.querySelectorAll(".counter.selected")];
  const own = chosen.length > 0 ? chosen : [...svg.querySelectorAll(".counter.own")];
  const anchors = own.length > 0 ? own : central([...svg.querySelectorAll(".counter")]);
  if (anchors.length === 0) anchors.push(...central([...svg.querySelectorAll(".site")]));
  if (anchors.length > 0) {
    const boxes = anchors.map((anchor) => anchor.getBoundingClientRect());
    const view = frame.getBoundingClientRect();
    const middle = (from, to) => (Math.min(...boxes.map(from)) + Math.max(...boxes.map(to))) / 2;
    frame.scrollLeft += middle((box) => box.left, (box) => box.right) - view.left - view.width / 2;
    frame.scrollTop += middle((box) => box.top, (box) => box.bottom) - view.top - view.height / 2;
  }
}

// The one of some marks that lies nearest to all of them together.
function central(marks) {
  const places = marks.map((mark) => mark.getBoundingClientRect());
  const far = places.map((place) => places.reduce((sum, other) => sum + Math.abs(place.x - other.x) + Math.abs(place.y - other.y), 0));
  const least = far.indexOf(Math.min(...far));
  return least < 0 ? [] : [marks[least]];
}
