// The game's page with scripts: the map can be pointed at, a Stance shows what
// it would do before it is set, and seats and clock stay fresh. Everything here
// works on what the page already says; nothing is asked for but presence and what
// order lines would come to.

import { armMap } from "./map.js";
import { tryStances } from "./stance.js";
import { watchTable } from "./live.js";
import { listenForKeys } from "./keys.js";
import { armPad } from "./pad.js";
import { armCommit } from "./commit.js";

armMap(document.querySelector("[data-map]"));
tryStances(document.querySelector("[data-stances]"), document.querySelector("[data-initiative]"));
watchTable(document.querySelector("[data-live]"));
const pad = document.querySelector("[data-pad-form]");
armPad(pad);
armCommit(pad);
listenForKeys();
