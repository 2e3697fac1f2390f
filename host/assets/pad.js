// The order pad while one types: lines are numbered, the host says what would
// become of them, and what is not entered yet is kept with what other forms hold.

import { Draft, drafts, forget, left } from "./drafts.js";

const PAUSE = 400;

export function armPad(form) {
  if (!form) return;
  const area = form.querySelector("textarea");
  const base = form.elements.namedItem("base");
  const answer = form.querySelector("[data-answer]");
  const numbers = form.querySelector("[data-numbers]");
  const unfinished = form.querySelector("[data-unfinished]");
  let waiting = null;
  let asking = null;

  // ------------------------------------------------------------ line numbers
  function number() {
    const bad = new Set([...answer.querySelectorAll("[data-line]")].map((fault) => Number(fault.dataset.line)));
    const count = area.value.split("\n").length;
    numbers.replaceChildren();
    for (let line = 1; line <= count; line += 1) {
      const mark = document.createElement("span");
      mark.textContent = bad.has(line) ? `! ${line}` : String(line);
      if (bad.has(line)) mark.className = "bad";
      numbers.append(mark, "\n");
    }
    numbers.scrollTop = area.scrollTop;
    unfinished.hidden = area.value.trim() === base.value.trim();
  }

  // ---------------------------------------------------------- what would be
  async function ask() {
    asking?.abort();
    asking = new AbortController();
    try {
      const response = await fetch(form.dataset.check, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { accept: "text/html" },
        signal: asking.signal,
      });
      if (response.status === 429) return later(1000 * Number(response.headers.get("retry-after") ?? 2));
      if (!response.ok) return;
      answer.innerHTML = await response.text();
      link();
      number();
    } catch (error) {
      if (error.name !== "AbortError") later(5000);
    }
  }

  function later(pause) {
    clearTimeout(waiting);
    waiting = setTimeout(ask, pause);
  }

  // A fault leads to its place in the text.
  function link() {
    for (const fault of answer.querySelectorAll("[data-line]")) {
      const line = Number(fault.dataset.line);
      if (line === 0) continue;
      const place = fault.querySelector("strong");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain";
      button.textContent = place.textContent;
      button.addEventListener("click", () => go(line, Number(fault.dataset.column), Number(fault.dataset.length)));
      place.replaceChildren(button);
    }
  }

  function go(line, column, length) {
    const lines = area.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    // Columns count characters, the browser counts halves of some.
    const units = (text, count) => [...text].slice(0, count).join("").length;
    const text = lines[line - 1] ?? "";
    const from = before + units(text, column - 1);
    area.focus();
    area.setSelectionRange(from, length > 0 ? before + units(text, column - 1 + length) : before + text.length);
  }

  // -------------------------------------------------- what is not entered yet
  const draft = new Draft(form, () => ({ base: base.value }));
  drafts.set(form, draft);
  const isAnswered = answer.childElementCount > 0;

  // What was being written is put together with what was ordered elsewhere since:
  // lines that nobody touched are the present ones, the writer's own stay.
  function restore() {
    // What was sent and came back is what was written last.
    if (isAnswered) return draft.answered();
    const kept = draft.kept();
    if (!kept) return;
    const text = kept.values.text[0];
    const before = new Set(kept.base.split("\n"));
    const now = new Set(base.value.split("\n"));
    const lines = text.split("\n").filter((line) => line === "" || !before.has(line) || now.has(line));
    const added = base.value.split("\n").filter((line) => line !== "" && !before.has(line) && !lines.includes(line));
    const merged = [...lines.join("\n").trimEnd().split("\n"), ...added].join("\n").trimStart() + "\n";
    if (merged.trim() === base.value.trim()) return draft.drop();
    // A line that the page was asked to begin stays the last one.
    const begun = area.value.startsWith(base.value) ? area.value.slice(base.value.length) : "";
    area.value = merged + begun;
    ask();
  }

  // Lines of a turn that closed before they were entered are shown, to be put in again.
  function lookBack() {
    const box = document.querySelector("[data-left]");
    const begin = form.dataset.draft.replace(/ pad \d+ \d+$/, " pad ");
    for (const old of left(form.dataset.owner, begin)) {
      if (old.turn === Number(form.elements.turn.value)) continue;
      if (old.values.text[0].trim() === area.value.trim()) {
        forget(old);
        continue;
      }
      const before = new Set(old.base.split("\n"));
      const own = old.values.text[0].split("\n").filter((line) => line.trim() !== "" && !before.has(line));
      if (own.length === 0) {
        forget(old);
        continue;
      }
      const shown = box.content.firstElementChild.cloneNode(true);
      shown.querySelector("[data-turn]").textContent = old.turn;
      shown.querySelector("textarea").value = own.join("\n");
      const [put, drop] = shown.querySelectorAll("button");
      put.addEventListener("click", () => {
        insert(own.join("\n"));
        forget(old);
        shown.remove();
      });
      drop.addEventListener("click", () => {
        forget(old);
        shown.remove();
      });
      form.before(shown);
    }
  }

  function insert(line) {
    const text = area.value.trimEnd();
    const from = text === "" ? 0 : text.length + 1;
    area.value = `${text}${text === "" ? "" : "\n"}${line}\n`;
    area.focus();
    area.setSelectionRange(from, from + line.length);
    area.scrollTop = area.scrollHeight;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // ------------------------------------------------------------------ listening
  area.addEventListener("input", () => {
    number();
    later(PAUSE);
  });
  area.addEventListener("scroll", () => {
    numbers.scrollTop = area.scrollTop;
  });
  form.querySelector("[data-discard]").addEventListener("click", () => {
    draft.drop();
    area.value = base.value;
    number();
    ask();
  });
  // Another window may have changed something meanwhile.
  addEventListener("focus", () => later(PAUSE));
  for (const example of document.querySelectorAll("[data-insert]")) {
    example.addEventListener("click", (event) => {
      event.preventDefault();
      insert(example.dataset.insert);
    });
  }

  numbers.hidden = false;
  numbers.parentElement.classList.add("numbered");
  link();
  restore();
  lookBack();
  number();
  if (area.value !== base.value && !answer.querySelector("[data-line]")) ask();
}
