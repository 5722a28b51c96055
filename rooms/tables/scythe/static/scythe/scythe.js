// Scythe on a phone and on a wall: the board is a map under fingers and keys. It knows no rule: what it shows stands in the page.
import "../control/map.js";
import "./deeds.js";
import "./move.js";
