// Before a turn is committed: what was chosen in a form and not set is asked about, so
// that nothing is thrown away without a word. The order lines go along by themselves.

import { drafts, left } from "./drafts.js";

export function armCommit(pad) {
  const dialog = document.getElementById("unset");
  if (!pad || !dialog) return;
  const { owner, draft } = pad.dataset;
  const game = `${draft.split(" ")[0]} `;
  const turn = Number(pad.elements.turn.value);
  const button = (name) => dialog.querySelector(`[data-${name}]`);
  // The host need not ask: this page has looked.
  pad.elements.asked.value = "yes";
  let isSettled = false;

  // Forms of this page, and what other pages of this turn have kept.
  const here = () => [...drafts.values()].filter((one) => one.form !== pad && one.form.dataset.label && one.isChanged());
  const elsewhere = () => {
    const shown = [...drafts.values()].map((one) => `draft ${one.name} `);
    const isShown = (entry) => shown.some((name) => entry.key.startsWith(name));
    return left(owner, game).filter((entry) => entry.turn === turn && entry.label && !isShown(entry));
  };

  function ask(submitter, open, away) {
    const list = dialog.querySelector("ul");
    list.replaceChildren();
    for (const { form } of open) {
      const item = document.createElement("li");
      item.textContent = form.dataset.label;
      list.append(item);
    }
    for (const entry of away) {
      const link = document.createElement("a");
      link.href = entry.page;
      link.textContent = entry.label;
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    // What is on another page cannot be set from here.
    button("set").hidden = away.length > 0;
    button("set").onclick = () => set(submitter, open);
    button("without").onclick = () => commit(submitter);
    button("back").onclick = () => dialog.close();
    dialog.showModal();
  }

  async function set(submitter, open) {
    dialog.close();
    for (const one of open) {
      const main = one.form.querySelector("button.main, .queue-add button, button[type=submit]:last-of-type");
      const body = new URLSearchParams(new FormData(one.form, main));
      let response = null;
      try {
        response = await fetch(one.form.action, { method: "POST", body, headers: { accept: "text/html" } });
      } catch {
        // As below: the form is sent as if its own button had been pressed, and says why.
      }
      if (!response?.ok) return one.form.requestSubmit(main);
      one.drop();
    }
    commit(submitter);
  }

  function commit(submitter) {
    dialog.close();
    isSettled = true;
    pad.requestSubmit(submitter);
  }

  // Before the draft of the lines takes note that they are on their way.
  pad.addEventListener(
    "submit",
    (event) => {
      if (isSettled || event.submitter?.value !== "commit") return;
      const [open, away] = [here(), elsewhere()];
      if (open.length + away.length === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(event.submitter, open, away);
    },
    { capture: true },
  );
}
