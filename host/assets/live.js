// Seats and clock by server-sent events: who has committed, who is here, how
// much time is left, that the game has moved on. Never anything of the board.

export function watchTable(box) {
  if (!box) return;
  const turn = Number(box.dataset.turn);
  const clock = box.querySelector("[data-left]");
  let endsAt = clock ? Date.now() + Number(clock.dataset.left) * 1000 : null;

  function tick() {
    if (endsAt === null || !clock) return;
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
    const two = (number) => String(number).padStart(2, "0");
    const days = Math.floor(left / 86400);
    const time = `${two(Math.floor(left / 3600) % 24)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
    clock.textContent = days > 0 ? `${days} × 24:00:00 + ${time}` : time;
  }
  if (clock && Number(clock.dataset.left) < 86400) {
    tick();
    setInterval(tick, 1000);
  }

  const form = box.querySelector("[data-commit]");

  // How many others are waited for is told in the page's own words, one for each count.
  function waitFor(others) {
    if (!form) return;
    for (const text of form.querySelectorAll("[data-others]")) text.hidden = Number(text.dataset.others) !== others;
  }

  function ready() {
    // What the form says is of a turn that is over.
    if (form) form.hidden = true;
    for (const stamp of box.querySelectorAll("[data-committed], [data-waiting]")) stamp.hidden = true;
    const banner = document.querySelector("[data-turn-ready]");
    if (banner) banner.hidden = false;
  }

  const source = new EventSource(box.dataset.live);
  source.addEventListener("presence", (event) => {
    const now = JSON.parse(event.data);
    if (now.turn !== turn) return ready();
    if (now.seconds_left !== null) endsAt = Date.now() + now.seconds_left * 1000;
    const own = box.querySelector("[data-own]")?.dataset.seat;
    const away = (seat) => box.querySelector(`[data-seat="${seat.seat}"][data-away]`) !== null;
    waitFor(now.seats.filter((seat) => !seat.committed && !away(seat) && String(seat.seat) !== own).length);
    for (const seat of now.seats) {
      const line = box.querySelector(`[data-seat="${seat.seat}"]`);
      if (!line) continue;
      const show = (mark, on) => {
        const element = line.querySelector(mark);
        if (element) element.hidden = !on;
      };
      show("[data-connected]", seat.connected);
      show("[data-committed]", seat.committed);
      show("[data-waiting]", !seat.committed);
    }
  });
  source.addEventListener("turn", ready);
  // An open stream keeps a page from being kept for the back button.
  addEventListener("pagehide", () => source.close());
}
