// A map that is only looked at: it opens where something is.

import { openMap } from "./map.js";

openMap(document.querySelector(".map-frame"));
