// The same people play again at another table: the page leads there by itself, when what stands on it has been read.
import { leave } from "../control/answers.js";

const SOON = 3000; // milliseconds in which the button is seen first
const AGAIN = 500;

let known = document.querySelector("[data-next]")?.href; // who comes back to look at the end stays
if (document.body.matches(".screen")) known = undefined; // a wall has nobody to press
const go = (address) => (document.querySelector(".table-moment") ? setTimeout(go, AGAIN, address) : leave(() => location.assign(address)));
const follow = () => {
  const address = document.querySelector("[data-next]")?.href;
  if (!address || address === known) return;
  known = address;
  setTimeout(go, SOON, address);
};
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(swapped, follow);
follow();
