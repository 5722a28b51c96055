// What a finger is on stays where it is: regions wait while they are touched, questions open in the dialog.
import { gettext } from "./words.js";
import "./parts.js";
import "./typed.js";
import "./unsent.js";
import { find } from "./session.js";

const box = document.getElementById("ask-box");
const ask = document.getElementById("ask");
let pressed = null; // where a finger is down

// --- a region that is in use is not swapped from outside; it asks again when the finger or the keyboard has left ---

const TYPING = "input:not([type=hidden],[type=radio],[type=checkbox]), textarea, select";
const inUse = (region) =>
  (pressed && region.contains(pressed)) || (region.contains(document.activeElement) && document.activeElement.matches(TYPING));

document.addEventListener("htmx:beforeSwap", (event) => {
  const region = event.detail.target;
  if (!region?.matches?.("[data-part]") || !inUse(region)) return;
  event.detail.shouldSwap = false;
  region.dataset.behind = "";
});

// What was unfolded stays unfolded, and what was scrolled stays there, when a region is drawn anew.
// What has data-folds folds again when that changes: what was unfolded there had another purpose.
const kept = new Map();
document.addEventListener("htmx:beforeSwap", ({ detail: { target, shouldSwap } }) => {
  if (!shouldSwap || !target?.matches?.("[data-part]")) return;
  const open = [...target.querySelectorAll("details[id][open]")].map((each) => [each.id, each.dataset.folds]);
  const shut = [...target.querySelectorAll("details:is([data-fold], [data-folds]):not([open])")].map((each) => [each.id, each.dataset.folds]);
  const scrolled = [...target.querySelectorAll("[id]")].filter((each) => each.scrollTop).map((each) => [each.id, each.scrollTop, each.dataset.step]);
  kept.set(target, { open, shut, scrolled });
});
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  const before = kept.get(target);
  if (!before) return;
  kept.delete(target);
  for (const [id, folds] of before.open) {
    const fold = document.getElementById(id);
    if (fold && fold.dataset.folds === folds) fold.setAttribute("open", "");
  }
  for (const [id, folds] of before.shut) { // shut again before its rows came, or around folds that are open
    const fold = document.getElementById(id);
    if (fold && fold.dataset.folds === folds) fold.removeAttribute("open");
  }
  for (const [id, top, step] of before.scrolled) {
    const element = document.getElementById(id);
    if (element && element.dataset.step === step) element.scrollTop = top;
  }
});

// A fold of a long list has its rows only while it is open: its field goes with each question of its region, and opening it asks.
document.addEventListener("toggle", ({ target: fold }) => {
  const field = fold.matches?.("details[data-fold]") && fold.querySelector(":scope > [name=unfold]");
  if (!field || field.disabled !== fold.open) return;
  field.disabled = !fold.open;
  if (fold.open) htmx.trigger(fold.closest("[data-part]"), "refresh");
}, true);

const catchUp = () => {
  for (const region of document.querySelectorAll("[data-part][data-behind]")) {
    if (inUse(region)) continue;
    delete region.dataset.behind;
    htmx.trigger(region, "refresh");
  }
};
addEventListener("pointerdown", (event) => { pressed = event.target; }, true);
const released = () => { pressed = null; setTimeout(catchUp, 60); };
addEventListener("pointerup", released, true);
addEventListener("pointercancel", released, true);
addEventListener("focusout", () => setTimeout(catchUp, 60));

// A region that got no answer would show what is over until the next news: it asks again when the server has had time to recover.
const unanswered = ({ detail: { elt, requestConfig, xhr } }) => {
  if (requestConfig?.verb !== "get" || !elt?.matches?.("[data-part]") || (xhr.status && xhr.status < 500)) return;
  setTimeout(() => htmx.trigger(elt, "refresh"), 2000 + Math.random() * 2000);
};
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(kind, unanswered);

// --- questions ---

const close = () => { if (box.open) box.close(); };
const focusFirst = () => {
  const first = ask.querySelector(":is([data-focus], [autofocus], input:not([type=hidden]), select, textarea, button, a):not(.unsent *)");
  first?.focus({ preventScroll: true });
  box.scrollTop = 0; // a long question is read from its beginning
};

// A question outlives the step it was opened in: it keeps what was typed and says that something else runs now.
const stepNow = () => {
  const { step = "", stepName = "" } = document.querySelector("[data-step-name]")?.dataset ?? {};
  return { step, name: stepName };
};
let askedIn = stepNow();
const outlived = () => {
  if (!box?.open || !askedIn.name || stepNow().step === askedIn.step || ask.querySelector(".outlived") || !ask.querySelector("button")) return;
  const line = document.createElement("p");
  line.className = "notice warn outlived";
  line.setAttribute("role", "alert");
  line.textContent = gettext("{step} has ended meanwhile: look whether this still fits before you send it; what you typed is still here.", { step: askedIn.name });
  ask.prepend(line);
  box.scrollTop = 0;
};

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target === ask) {
    if (!ask.childElementCount) return;
    askedIn = stepNow();
    if (!box.open) box.showModal();
    focusFirst();
  } else if (event.detail.target?.querySelector?.("[data-step-name]")) {
    outlived();
  } else if (event.detail.target?.id === "said") {
    fade();
  }
});
document.addEventListener("answered", () => { drop(); close(); void anew(); }); // the server says that a question has been answered

// Of two taps one opens a question: while one is open nothing behind it asks, of two that are on their way the newer comes, and none is
// laid over an answer that is being sent: nobody would hear what became of it.
const asking = new Map(); // request → who asks
const drop = () => { for (const each of asking.keys()) each.abort(); asking.clear(); };
const asks = ({ target, requestConfig }) => target === ask && requestConfig.verb === "get";
document.addEventListener("htmx:beforeRequest", (event) => {
  if (box?.open && asks(event.detail) && !box.contains(event.detail.elt)) event.preventDefault();
});
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (!asks(detail)) return;
  drop();
  asking.set(detail.xhr, detail.elt);
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!asks(detail)) return;
  const own = asking.get(detail.xhr);
  asking.delete(detail.xhr);
  if ([...ask.querySelectorAll(".htmx-request")].some((each) => each !== own)) detail.shouldSwap = false;
});

// A question that has a page of its own stands there anew: empty, and with a press that has not been used.
const anew = async () => {
  const page = document.querySelector(".ask-page");
  if (!page) return;
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  page.innerHTML = await answer.text();
  htmx.process(page);
};
document.addEventListener("click", (event) => {
  const closer = event.target.closest("[data-close]");
  if (closer && box.open && box.contains(closer)) {
    event.preventDefault();
    close();
  }
  if (event.target.closest("[aria-disabled=true]")) event.preventDefault();
  for (const open of document.querySelectorAll("details[data-shut][open]")) if (!open.contains(event.target)) open.open = false;
});
box?.addEventListener("click", (event) => { if (event.target === box && !ask.querySelector("input:not([type=hidden]), textarea")) close(); });
box?.addEventListener("close", () => { if (!box.open) ask.replaceChildren(); }); // it may have been opened again by then

// --- the line at the foot: what was done fades, what was refused stays until the next press ---

let fading;
const fade = () => {
  clearTimeout(fading);
  const line = document.querySelector("#said .done");
  if (line) fading = setTimeout(() => line.remove(), 20_000);
};
fade();

// A press that never reached the server says so; nothing was done by it that cannot be pressed again. What a screen is whose account
// has been signed out says session.js: it would look fine and never change again.
const say = (words) => {
  const line = document.createElement("div");
  line.className = "said-line refused-line";
  line.setAttribute("role", "alert");
  const told = document.createElement("p");
  told.className = "grow";
  told.textContent = words;
  line.append(told);
  if (box?.open) { // what was typed there is sent again from there
    ask.querySelector(".said-line")?.remove();
    ask.prepend(line);
    box.scrollTop = 0;
    return;
  }
  document.getElementById("said")?.replaceChildren(line);
};
const lost = (event) => {
  if (event.detail.requestConfig?.verb === "post") say(gettext("No answer from the server. Press again: what is pressed twice is done once."));
};
document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);
document.addEventListener("htmx:responseError", (event) => {
  const { elt, requestConfig, xhr: { status } } = event.detail;
  if (elt.matches("[data-parts]")) return; // each of its regions asks alone then, and says what it is told
  const isPress = requestConfig?.verb === "post";
  if (status === 403 || status === 404) {
    const isRegion = !isPress && elt.matches("[data-part]");
    if (!isRegion || elt.dataset.gone === undefined) find(status === 403 ? "stale" : isRegion ? "look" : "gone");
    if (isRegion) elt.dataset.gone = ""; // it would be told so whenever it asks
  } else if (isPress)
    say(gettext("The server stumbled and did nothing. Press again, or call the organizer."));
});

// --- what is fixed says how high it is, so that nothing hides under it however many lines its words take ---

const heights = new ResizeObserver((changed) => {
  for (const { target } of changed)
    document.documentElement.style.setProperty(target.matches(".desk-head") ? "--head" : "--foot", `${target.offsetHeight}px`);
});
for (const each of document.querySelectorAll(".desk-head, .desk-foot")) heights.observe(each);

// --- filters are for the region beside them; the page itself is not loaded again ---

document.addEventListener("submit", (event) => { if (event.target.matches("form[data-filter]")) event.preventDefault(); });
// What takes seconds is sent once, however often it is pressed, and the button says that it is under way.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-once]");
  if (form?.matches("[aria-busy]")) event.preventDefault();
  else if (form) {
    form.setAttribute("aria-busy", "true");
    event.submitter?.append(" " + gettext("– a moment"));
  }
});
addEventListener("pageshow", () => { if (document.querySelector("form[data-once][aria-busy]")) location.reload(); }); // gone back to
