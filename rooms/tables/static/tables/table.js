// A table on the phone: what was refused is read first, and a word when it is one's turn or one's time is nearly out.
//   table:your-turn  the table waits for whoever holds this phone
//   table:warning    the last seconds of the own time have begun
import { gettext } from "../control/words.js";

const trouble = document.getElementById("trouble");
const body = document.body;

// A press brings its answer itself; what was refused is read first, and goes with the next thing that happens once it can have been read.
const READ = 4000; // milliseconds
let refusedAt = 0;
let outlived = 0;
const refused = () => document.querySelector("#no > .refused");
const forget = () => {
  clearTimeout(outlived);
  if (refused()) outlived = setTimeout(() => refused()?.remove(), Math.max(0, refusedAt + READ - performance.now()));
};
let asks = false; // what is swapped now was pressed for, not news
body.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  asks = detail.requestConfig.verb !== "get";
  if (asks) trouble.hidden = true;
});
body.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target.id === "no") {
    clearTimeout(outlived);
    refusedAt = performance.now();
    refused()?.focus();
  } else if (!asks) forget();
  if (target.id === "region-top") turn();
  requestAnimationFrame(lead); // when all that came with it stands in the page
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
  document.dispatchEvent(new CustomEvent("table:warning", { detail: { deadline: warned } }));
};
body.addEventListener("clock:warning", ({ target }) => warn(target));
setTimeout(() => warn(document.querySelector("#region-top .is-warning"))); // it ran already when the page came, and all listen now

// What is asked next comes under the head of the page: the game says by data-asked on its heading what it asks, "" for nothing.
// Whoever reads or types somewhere else is not led away by what somebody else has done; an own press always leads on.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const head = document.querySelector(".table-head");
const standing = () => {
  const top = document.querySelector("#region-top .table-top")?.dataset ?? {};
  const asked = document.querySelector("[data-asked]")?.dataset.asked ?? "";
  return { asked, over: top.stage === "over", sits: "sits" in top, told: document.querySelector("[data-told]")?.textContent ?? "" };
};
let stood = standing();
let elsewhere = false;
let pressed = null; // an own press until its answer stands in the page; news of it may be faster
for (const moved of ["wheel", "touchmove", "pointerdown", "keydown", "input"])
  addEventListener(moved, () => { elsewhere = true; }, { passive: true, capture: true });
body.addEventListener("htmx:beforeRequest", ({ detail: { requestConfig, elt } }) => {
  if (requestConfig.verb === "get") return;
  elsewhere = false;
  pressed = { anyhow: elt.matches("[data-leads]") };
});
body.addEventListener("htmx:afterRequest", ({ detail: { requestConfig } }) => {
  if (requestConfig.verb !== "get") requestAnimationFrame(() => { pressed = null; });
});
new ResizeObserver(() => { document.documentElement.style.scrollPaddingTop = `${head.offsetHeight + 8}px`; }).observe(head);
const goTo = (element) => {
  const bar = head.getBoundingClientRect().bottom;
  const { top } = element.getBoundingClientRect();
  if (top >= bar && top < bar + (innerHeight - bar) / 3) return;
  scrollTo({ top: Math.max(0, scrollY + top - bar - 8), behavior: calm.matches ? "instant" : "smooth" });
};
const lead = () => {
  const now = standing();
  const anew = now.asked !== stood.asked || now.over !== stood.over || now.sits !== stood.sits;
  const own = pressed;
  const done = own && now.told && now.told !== stood.told; // the own press has brought this about
  const came = now.sits && !stood.sits;
  const ended = now.over && !stood.over;
  stood = now;
  if (!(anew || done || own?.anyhow) || document.querySelector("dialog[open], #no .refused")) return;
  if (elsewhere && !came) return;
  if (ended) return scrollTo({ top: 0, behavior: calm.matches ? "instant" : "smooth" });
  const asked = document.querySelector("[data-asked]");
  if (!asked || !(now.asked || own || came)) return;
  if (own?.anyhow) {
    asked.focus({ preventScroll: true }); // the button may be gone, and what is asked again is all that there is to read
    return goTo(asked);
  }
  const before = [...document.querySelectorAll('[data-key="return"], .since, .table-told')].find((each) => each.checkVisibility());
  goTo(before ?? asked); // what led to it stands above the question
};

const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
