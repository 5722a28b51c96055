// A table on the phone: what was refused is read first, and a word when it is one's turn or one's time is nearly out.
//   table:your-turn  the table waits for whoever holds this phone
//   table:warning    the last seconds of the own time have begun
import { gettext } from "../control/words.js";

const trouble = document.getElementById("trouble");
const body = document.body;

// A press brings its answer itself; what was refused is read first.
body.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (detail.requestConfig.verb !== "get") trouble.hidden = true;
});
body.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target.id === "no") target.querySelector(".refused")?.focus();
  if (target.id === "region-top") turn();
});
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
  body.addEventListener(kind, ({ detail }) => {
    if (detail.requestConfig.verb !== "get") trouble.hidden = false;
  });

// Whose turn it is stands in the title too; whoever looks elsewhere may have a signal (signals.js).
const title = document.title;
let mine = null;
const turn = () => {
  const now = Boolean(document.querySelector("#region-top [data-mine]"));
  document.title = now ? gettext("● Your turn · {title}", { title }) : title;
  if (now && mine === false) {
    document.dispatchEvent(new CustomEvent("table:your-turn"));
  }
  mine = now;
};
turn();

// The last seconds of one's own time: said once for each deadline, however often the page is drawn.
let warned = null;
const warn = (clock) => {
  if (!clock?.closest("#region-top [data-mine]") || warned === clock.dataset.deadline) return;
  warned = clock.dataset.deadline;
  navigator.vibrate?.([60, 60, 60]);
  document.dispatchEvent(new CustomEvent("table:warning", { detail: { deadline: warned } }));
};
body.addEventListener("clock:warning", ({ target }) => warn(target));
setTimeout(() => warn(document.querySelector("#region-top .is-warning"))); // it ran already when the page came, and all listen now

const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
