// A past turn's page: the map's cursor, and nothing to fill.

import { armMap } from "./map.js";

armMap(document.querySelector("[data-map]"));
