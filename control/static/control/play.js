// The phone: tabs, and nothing taken from a form that is being filled in.
import { gettext } from "./words.js";
import "./typed.js";
import "./unsent.js";
import { find } from "./session.js";

const play = document.getElementById("play");
const trouble = document.getElementById("trouble");

// Tabs are anchors that the script turns into pages: they work without a network.
const tabs = [...document.querySelectorAll(".tabs a")];
const show = () => {
  const wanted = tabs.find((tab) => tab.hash === location.hash) || tabs[0];
  for (const tab of tabs) {
    const here = tab === wanted;
    here ? tab.setAttribute("aria-current", "page") : tab.removeAttribute("aria-current");
    document.querySelector(tab.hash).classList.toggle("shown", here);
  }
  delete wanted.dataset.unread;
};
play.classList.add("tabbed");
const into = () => {
  const part = tabs.some((tab) => tab.hash === location.hash) ? null : document.getElementById(location.hash.slice(1));
  part ? part.scrollIntoView() : scrollTo(0, 0);
};
addEventListener("hashchange", () => (show(), into()));
show();

// What a finger or a keyboard is in is not refreshed from outside; what its own press brings back is. What was unfolded stays so.
let verb = "get";
let isBehind = false; // a region stands back while somebody is in one of its fields
const isIn = (region) => region.contains(document.activeElement) && document.activeElement.matches("textarea, select, input:not([type=hidden])");
const busy = (region, fresh) => {
  const draft = region.querySelector("form[data-dirty]");
  if (draft && isTaken(draft, fresh)) return false;
  if (isIn(region)) return (isBehind = true);
  const next = fresh.querySelector?.("form[data-month]");
  return Boolean(draft && (!next || next.dataset.month === draft.dataset.month));
};
// A draft that Control has as a sheet, as it stands, needs its form no more.
const isTaken = ({ dataset: { event, seat, kind, month } }, fresh) => {
  const key = fresh.querySelector?.("[data-receipt]")?.dataset.receipt;
  try {
    return Boolean(key) && JSON.parse(localStorage.getItem(`sheet:${event}:${seat}:${kind}:${month}`))?.key === key;
  } catch {
    return false;
  }
};
document.body.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  verb = detail.requestConfig.verb;
  trouble.hidden = true;
});
document.body.addEventListener("htmx:oobBeforeSwap", (swap) => {
  const { target, detail: { fragment } } = swap;
  for (const { id } of target.querySelectorAll("details[id][open]")) fragment.querySelector?.(`[id="${id}"]`)?.setAttribute("open", "");
  if (verb !== "get" || !busy(target, fragment)) return;
  swap.detail.shouldSwap = false;
  say(target, fragment);
});
// What stood back is asked for again as soon as nobody is in a field.
addEventListener("focusout", () => setTimeout(() => {
  if (!isBehind || isIn(play)) return;
  isBehind = false;
  document.body.dispatchEvent(new CustomEvent("awake"));
}));
// What makes a draft impossible is said beside it; the draft stays.
const say = (region, fresh) => {
  const [closing, next] = [region, fresh].map((each) => each.querySelector("[data-closing]"));
  if (next) closing?.replaceWith(next.cloneNode(true)); // until when it may be sent stands above the form
  const counting = !next && closing?.querySelector("[data-clock]");
  if (counting) Object.assign(counting.dataset, { clock: "", at: "", deadline: new Date(0).toISOString(), left: "", paused: "" });
  else if (!next) closing?.remove();
  for (const old of region.querySelectorAll(":scope > [data-beside]")) old.remove();
  const fact = fresh.querySelector("[data-fact]");
  if (!fact) return;
  const form = region.querySelector("form[data-sheet]");
  const send = form?.querySelector("[data-send], [name=act][value=send]");
  if (form) form.dataset.closed = "";
  if (send) send.textContent = gettext("Send it late");
  const receipt = fresh.querySelector("[data-receipt]"); // such as that of an earlier draft, which counts
  const known = receipt && region.querySelector(`[data-receipt="${receipt.dataset.receipt}"]`);
  const besides = [fact, ...(receipt && !known ? [receipt] : [])].map((each) => each.cloneNode(true));
  besides[0].append(" " + gettext("What is typed below was not sent."));
  for (const beside of besides) {
    beside.dataset.beside = "";
    beside.setAttribute("role", "status");
    region.prepend(beside);
  }
};
// htmx says "swapped" to whatever asked, which may be gone by then; all modules want to hear it from the region itself.
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target === event.detail.target) return;
  event.stopImmediatePropagation();
  htmx.trigger(event.detail.target, "htmx:oobAfterSwap", { target: event.detail.target });
}, true);
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  const tab = target.closest(".tab");
  if (target.id === "region-news" && tab && !tab.classList.contains("shown"))
    tabs.find((each) => each.hash === "#news").dataset.unread = gettext("new");
  target.querySelector(".refused")?.focus();
  times(target);
});
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
  document.body.addEventListener(kind, ({ detail }) => {
    if (detail.requestConfig.verb === "get") return;
    if (kind === "htmx:responseError" && [403, 404].includes(detail.xhr.status)) find(detail.xhr.status === 403 ? "stale" : "gone");
    else if (!detail.kept) trouble.hidden = false; // what is kept says so beside its form
  });

// Times of day as this phone's owner reads them.
const forms = { hm: { hour: "2-digit", minute: "2-digit" }, hms: { hour: "2-digit", minute: "2-digit", second: "2-digit" } };
const times = (inside) => {
  for (const each of inside.querySelectorAll("time[data-time]"))
    each.textContent = new Date(each.dateTime).toLocaleTimeString([], { ...forms[each.dataset.time], hourCycle: "h23" });
};
times(document);
