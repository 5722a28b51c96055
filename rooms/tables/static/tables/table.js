// A table on the phone: one question for many pokes, nothing taken from under a finger, and a word when it is one's turn.
const look = document.getElementById("look");
const trouble = document.getElementById("trouble");
const body = document.body;

let asking;
const ask = () => {
  clearTimeout(asking);
  asking = setTimeout(() => htmx.trigger(look, "look"), 15); // several pokes of one commit are one question
};
// A look that comes back before a press is answered takes the pressed button away, and htmx then loses the answer: looks wait.
let presses = 0;
let looking = false;
let missed = false;
body.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  if (elt === look) {
    looking = !presses;
    if (looking) return;
    missed = true;
    event.preventDefault();
  } else if (requestConfig.verb !== "get") {
    presses += 1;
    missed ||= looking;
    if (looking) htmx.trigger(look, "htmx:abort");
  }
});
body.addEventListener("htmx:afterRequest", ({ detail: { elt, requestConfig } }) => {
  if (elt === look) looking = false;
  else if (requestConfig.verb !== "get") presses -= 1;
  if (presses || !missed) return;
  missed = false;
  ask();
});
for (const topic of look.dataset.topics.split(" ")) body.addEventListener(topic, ask);

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

// Whose turn it is stands in the title too, and a phone in a hand that looks elsewhere says so.
const title = document.title;
let mine = null;
const turn = () => {
  const now = Boolean(document.querySelector("#region-top [data-mine]"));
  document.title = now ? `● Your turn · ${title}` : title;
  if (now && mine === false) navigator.vibrate?.(60);
  mine = now;
};
turn();

const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
