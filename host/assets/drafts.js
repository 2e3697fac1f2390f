// What is typed into a form stays in this browser until the host has said that it
// has it: through a lost network, a host that is down, a sign-in that has ended. It
// is kept by account, so that nobody is shown what another account has typed here.
//
// A form that is sent gets a mark into its address; when it went through, the host
// sets a cookie of that name, and only then is the text forgotten. Passwords and
// files are never kept, nor that somebody was sure.

const OLDEST = 60 * 24 * 3600 * 1000;
const KEPT = "fieldpost-kept-";

// ------------------------------------------------------------------- the store
// One entry for each form and tab: two windows do not overwrite one another.
const tab = (() => {
  try {
    const known = sessionStorage.getItem("tab");
    if (known) return known;
    const fresh = random();
    sessionStorage.setItem("tab", fresh);
    return fresh;
  } catch {
    return random();
  }
})();

function random() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// All entries whose form's name begins so, newest first.
function entries(begin) {
  const found = [];
  let keys = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(`draft ${begin}`));
  } catch {
    // A browser that keeps nothing.
  }
  for (const key of keys) {
    try {
      found.push({ ...JSON.parse(localStorage.getItem(key)), key });
    } catch {
      // Not ours: it hides nothing that is.
    }
  }
  return found.sort((a, b) => b.at - a.at);
}

function write(key, entry) {
  const text = JSON.stringify(entry);
  for (;;) {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      // Full: the oldest goes first.
      const oldest = entries("").filter((old) => old.key !== key).pop();
      if (!oldest) return false;
      remove(oldest.key);
    }
  }
}

function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

// Forgets what the host has, and what nobody came back for.
function settle() {
  const told = document.cookie.split("; ").map((cookie) => cookie.split("=")[0]).filter((name) => name.startsWith(KEPT));
  const marks = new Set(told.map((name) => name.slice(KEPT.length)));
  for (const entry of entries("")) {
    if (marks.has(entry.mark) || entry.at < Date.now() - OLDEST) remove(entry.key);
  }
  for (const name of told) document.cookie = `${name}=; path=/; max-age=0; samesite=strict`;
}

// -------------------------------------------------------------------- the form
const isRefused = performance.getEntriesByType("navigation")[0]?.responseStatus >= 400;

function controls(form) {
  const never = ["hidden", "password", "file", "submit", "button", "image", "reset"];
  const isFree = (control) => control.name && control.name !== "sure" && !control.hasAttribute("data-secret");
  return [...form.elements].filter((control) => isFree(control) && !never.includes(control.type));
}

function isChanged(control) {
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  if (control.tagName !== "SELECT") return control.value !== control.defaultValue;
  const options = [...control.options];
  const chosen = options.findLast((option) => option.defaultSelected) ?? options[0];
  return control.value !== (chosen?.value ?? "");
}

// What stands in a form, or what stood in it when it was shown.
function values(form) {
  const all = {};
  for (const control of controls(form)) {
    const isMark = control.type === "checkbox" || control.type === "radio";
    (all[control.name] ??= []).push(isMark ? (control.checked ? control.value : null) : control.value);
  }
  return all;
}

function put(form, kept) {
  const places = {};
  for (const control of controls(form)) {
    const place = (places[control.name] = (places[control.name] ?? -1) + 1);
    const value = kept[control.name]?.[place];
    if (value === undefined) continue;
    const isMark = control.type === "checkbox" || control.type === "radio";
    if (isMark) control.checked = value !== null;
    else if (control.tagName !== "SELECT" || [...control.options].some((option) => option.value === value)) control.value = value;
  }
}

export class Draft {
  constructor(form, rest = () => ({})) {
    this.form = form;
    this.rest = rest;
    this.name = `${form.dataset.owner} ${form.dataset.draft}`;
    this.key = `draft ${this.name} ${tab}`;
    this.isLost = false;
    this.isSent = false;
    // What was sent and refused is shown again by the host, and not taken yet.
    this.isAnswered = false;
    const typed = () => {
      this.isSent = false;
      this.keep();
    };
    form.addEventListener("input", typed);
    form.addEventListener("change", typed);
    form.addEventListener("submit", (event) => this.send(event));
    addEventListener("beforeunload", (event) => {
      if (this.isLost && !this.isSent) event.preventDefault();
    });
  }

  isChanged() {
    return controls(this.form).some(isChanged);
  }

  keep(mark = null) {
    if (!this.form.dataset.owner) return;
    if (!this.isChanged() && mark === null && !this.isAnswered) return remove(this.key);
    const { turn } = this.form.elements;
    const entry = {
      at: Date.now(),
      mark,
      turn: turn ? Number(turn.value) : null,
      label: this.form.dataset.label ?? "",
      page: location.pathname + location.search,
      values: values(this.form),
      ...this.rest(),
    };
    this.isLost = !write(this.key, entry);
  }

  send(event) {
    if (event.defaultPrevented) return;
    const address = new URL(this.form.action);
    const mark = random();
    address.searchParams.set("draft", mark);
    this.form.action = address;
    this.keep(mark);
    this.isSent = true;
  }

  // What this form held when its page went: of this tab, else the latest.
  kept() {
    if (!this.form.dataset.owner) return null;
    const all = entries(`${this.name} `);
    return all.find((entry) => entry.key === this.key) ?? all[0] ?? null;
  }

  // The host has shown again what was sent: that, and not what was kept, is the latest.
  answered() {
    this.isAnswered = true;
    this.keep();
  }

  restore() {
    const kept = this.kept();
    if (!kept) return;
    if (isRefused && kept.mark && kept.key === this.key) return this.answered();
    const before = JSON.stringify(values(this.form));
    put(this.form, kept.values);
    if (JSON.stringify(values(this.form)) === before) return;
    this.tell();
    for (let fold = this.form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    for (const control of controls(this.form).filter(isChanged)) {
      for (let fold = control.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  tell() {
    const note = document.getElementById("draft-note").content.firstElementChild.cloneNode(true);
    note.querySelector("button").addEventListener("click", () => {
      this.drop();
      this.form.reset();
      note.remove();
      for (const control of controls(this.form)) control.dispatchEvent(new Event("change", { bubbles: true }));
    });
    this.form.prepend(note);
  }

  drop() {
    for (const entry of entries(`${this.name} `)) remove(entry.key);
  }
}

// What was typed in the same account into forms whose names begin so.
export function left(owner, begin) {
  return owner ? entries(`${owner} ${begin}`) : [];
}

export function forget(entry) {
  remove(entry.key);
}

// Every form of a part of the page that keeps what is typed; the order pad puts its
// lines together by itself.
export const drafts = new Map();

export function keepForms(part) {
  settle();
  for (const form of part.querySelectorAll("form[data-draft]")) {
    if (drafts.has(form) || form.hasAttribute("data-pad-form")) continue;
    const draft = new Draft(form);
    drafts.set(form, draft);
    draft.restore();
  }
}

keepForms(document);
addEventListener("pageshow", (event) => {
  if (event.persisted) settle();
});
