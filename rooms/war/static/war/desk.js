// A press on a region of the map opens it at War Control's desk, as it is now or as it was in the month looked back at.
import { gettext } from "../control/words.js";

const desk = document.querySelector("[data-war-desk]");
desk.addEventListener("map:pick", (pick) => {
  pick.preventDefault();
  const when = desk.querySelector("#map-when [name=when]:checked")?.value ?? "";
  htmx.ajax("GET", `${desk.dataset.warDesk}region/${pick.detail.region}/`, { target: "#ask", swap: "innerHTML", values: when ? { when } : {} });
});
desk.addEventListener("click", (click) => {
  const back = click.target.closest("[data-map-now]");
  const now = desk.querySelector('#map-when [name=when][value=""]');
  if (!back || !now) return;
  click.preventDefault();
  now.checked = true;
  now.dispatchEvent(new Event("change", { bubbles: true }));
});

// What was picked from the list has been looked at: the same region may be picked again.
document.getElementById("ask-box")?.addEventListener("close", () => { document.getElementById("pick-region").value = ""; });

// The preview scrolls inside its place: how much of it lies further down is said at its foot.
const steps = document.getElementById("part-war-steps");
const below = () => {
  const box = document.getElementById("step-now");
  const more = box?.querySelector("[data-more]");
  if (!more) return;
  const foot = box.getBoundingClientRect().bottom;
  const lines = [...box.querySelectorAll(".preview > li")].filter((line) => line.getBoundingClientRect().bottom > foot + 8).length;
  more.hidden = !lines || box.scrollHeight - box.clientHeight - box.scrollTop < 8;
  more.textContent = gettext("{lines} more below ↓", { lines });
};
steps?.addEventListener("scroll", below, true); // of the place inside, which is drawn anew
steps?.addEventListener("toggle", below, true);
for (const kind of ["htmx:afterSettle", "htmx:afterSwap"]) steps?.addEventListener(kind, below);
addEventListener("resize", below);
below();

// "Why?" is asked for when it is unfolded, and again when the line behind it has been drawn anew while it stood open.
const unanswered = (why) => why.open && why.querySelector(":scope > .why-body > a");
const askWhy = (why) => unanswered(why) && htmx.trigger(why, "why:open");
document.addEventListener("toggle", ({ target }) => target.matches?.("details.why[hx-get]") && askWhy(target), true);
for (const kind of ["htmx:afterSettle", "htmx:oobAfterSwap"])
  document.body.addEventListener(kind, ({ target }) => {
    for (const why of target.querySelectorAll?.("details.why[hx-get][open]") ?? []) askWhy(why);
  });
