// Scythe on a phone and on a wall: the board is a map under fingers and keys. It knows no rule: what it shows stands in the page.
import "../control/map.js";
import "./deeds.js";
import "./move.js";

// Whoever acts, or chooses something on the board, has read what was said of a space: it would lie over what comes next.
const shut = () => document.querySelector(".sy-phone [data-map-shut]")?.click();
document.addEventListener("map:pick", (pick) => setTimeout(() => pick.defaultPrevented && shut()), true);
document.body.addEventListener("htmx:beforeRequest", ({ detail: { requestConfig } }) => requestConfig.verb !== "get" && shut());
document.addEventListener("toggle", ({ target }) => target.matches?.(".sy-unit[open]") && shut(), true);
