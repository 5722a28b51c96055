// First ten minutes: finds on this page what the guide points at, marks it, and says the step once. What is done the server knows.
import { gettext } from "./words.js";

const said = document.getElementById("guide-said");
const box = document.getElementById("ask-box");
const arrow = document.createElement("div"); // in the top layer, for what is pointed at may be in a dialog
arrow.className = "guide-arrow";
arrow.popover = "manual";
arrow.setAttribute("aria-hidden", "true");
document.body.append(arrow);
let here = null; // what is pointed at
let stepShown = ""; // the step whose place was last scrolled to, with what is pointed at

const panel = () => document.querySelector("[data-guide-panel][data-step]");
const inSight = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
// Behind a dialog nothing can be pressed; what is folded away is reached by unfolding it.
const reachable = (element) => {
  if (box?.open && !box.contains(element)) return null;
  for (let at = element; at; at = at.parentElement) {
    const shut = at.parentElement?.closest("details:not([open])");
    if (shut && !at.matches("summary")) {
      const summary = shut.querySelector(":scope > summary");
      if (summary && inSight(summary)) return summary;
    }
  }
  return inSight(element) ? element : null;
};

const filled = (fields, value, any) => {
  const first = fields[0];
  if (first.type === "checkbox" || first.type === "radio") return fields.some((each) => each.checked && each.value === value);
  return any ? first.value.trim() !== "" : first.value === value;
};
const labelled = (field) => (field.matches("input[type=radio], input[type=checkbox]") ? field.closest("label") ?? field : field);

const fieldToFill = (now) => {
  for (const wanted of now.querySelectorAll("[data-field]")) {
    const { field, value } = wanted.dataset;
    const named = [...document.querySelectorAll(`[name="${CSS.escape(field)}"]:not([type=hidden])`)].filter((each) => reachable(labelled(each)));
    if (!named.length || filled(named, value, "any" in wanted.dataset)) continue;
    const meant = named.find((each) => ["radio", "checkbox"].includes(each.type) && each.value === value) ?? named[0];
    return { element: labelled(meant), words: wanted.textContent };
  }
  return null;
};

const pointedAt = (now) => {
  const points = (now.dataset.points ?? "").split(" ").filter(Boolean);
  let found = null;
  for (const name of points)
    for (const each of document.querySelectorAll(`[data-guide~="${CSS.escape(name)}"]`)) found = reachable(each) ?? found;
  const field = fieldToFill(now);
  if (field && (!found || sameForm(field.element, found))) return field;
  if (found?.matches(":disabled, [aria-disabled=true]")) return null;
  if (found) return { element: found, words: gettext("Press here") };
  // An open question without anything for this step hides what the step needs: it is closed first.
  const closer = box?.open && box.querySelector("[data-close]");
  return closer && inSight(closer) ? { element: closer, words: gettext("Close this first") } : null;
};
const sameForm = (one, other) => Boolean(other.closest("form")) && one.closest("form") === other.closest("form");

const unmark = () => {
  here?.removeAttribute("data-guide-here");
  const before = here?.getAttribute("aria-describedby")?.split(" ").filter((id) => id !== "guide-do").join(" ");
  if (before) here.setAttribute("aria-describedby", before);
  else here?.removeAttribute("aria-describedby");
  here = null;
};

// Between the head and the foot, as long as nobody has scrolled away: what is drawn above it meanwhile may push it out of sight.
let moved = false;
for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => { moved = true; }, { passive: true });
addEventListener("keydown", ({ key }) => { if (/^(Page|Arrow|Home|End)/.test(key)) moved = true; });
const clear = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  if (box?.open || element.closest(".desk-head, .desk-foot")) return top >= 0 && bottom <= innerHeight;
  return top >= headEnd() && bottom <= footStart();
};
const headEnd = () => document.querySelector(".desk-head")?.getBoundingClientRect().bottom ?? 0;
const footStart = () => {
  const at = document.querySelector(".desk-foot")?.getBoundingClientRect();
  return at?.height ? at.top : innerHeight; // one without anything in it is not drawn, and stands at the top of everything
};

// As little as will do, so that what is to be read above a button stays in sight; what is far off comes to the middle.
const LABEL = 48; // pixels for the label below
const bring = (element, again) => {
  const { top, bottom } = element.getBoundingClientRect();
  const head = headEnd(), foot = footStart(), under = bottom + LABEL - foot;
  if (again || box?.open || element.closest(".desk-foot") || top < head || under > (foot - head) / 2)
    element.scrollIntoView({ block: "center", behavior: "instant" });
  else if (under > 0) scrollBy({ top: under, behavior: "instant" });
};

const place = () => {
  if (!here?.isConnected || !inSight(here)) return hide();
  const at = here.getBoundingClientRect();
  const head = box?.open ? 0 : headEnd(), foot = box?.open || here.closest(".desk-foot") ? innerHeight : footStart();
  const inHead = here.closest(".desk-head");
  if (!inHead && (at.bottom < head + 8 || at.top > foot - 8)) return hide();
  if (!arrow.matches(":popover-open")) arrow.showPopover();
  const { width, height } = arrow.getBoundingClientRect();
  const gap = 12, edge = 8;
  const along = (from, size, most) => Math.max(edge, Math.min(from, most - size - edge));
  const middle = along((at.top + at.bottom - height) / 2, height, innerHeight), left = along(at.left, width, innerWidth);
  const places = [
    ["↑", left, at.bottom + gap], ["↓", left, at.top - height - gap],
    ["↑", along(at.right - width, width, innerWidth), at.bottom + gap], ["↓", along(at.right - width, width, innerWidth), at.top - height - gap],
    ["←", at.right + gap, middle], ["→", at.left - width - gap, middle],
  ].map(([sign, x, y]) => ({ sign, x, y, cost: cost(x, y, width, height, inHead ? 0 : head) }));
  const best = places.reduce((one, other) => (other.cost < one.cost ? other : one));
  arrow.dataset.sign = best.sign;
  arrow.style.left = `${best.x}px`;
  arrow.style.top = `${best.y}px`;
};

// How much a label would hide there: words and controls below it; what is out of the screen, or under the head, is no place at all.
const cost = (x, y, width, height, top) => {
  if (x < 0 || y < top || x + width > innerWidth || y + height > innerHeight) return 1000;
  let hidden = 0;
  for (const across of [0.03, 0.25, 0.5, 0.75, 0.97])
    for (const down of [0.1, 0.5, 0.9]) {
      const below = document.elementFromPoint(x + width * across, y + height * down);
      if (!below) continue;
      if (below.closest("button, a, input, select, textarea, summary")) hidden += 2;
      else if ([...below.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.data.trim())) hidden += 1;
    }
  return hidden;
};
const hide = () => { if (arrow.matches(":popover-open")) arrow.hidePopover(); };

const point = ({ again = false } = {}) => {
  const now = panel();
  const found = now && pointedAt(now);
  if (here !== (found?.element ?? null)) unmark();
  const away = now?.querySelector("[data-guide-away]");
  if (away) away.hidden = Boolean(found) || Boolean(box?.open) || away.pathname === location.pathname;
  const target = found ?? (away && !away.hidden ? { element: away, words: gettext("Go there first") } : null);
  if (!target) { hide(); return tell(now); }
  if (here !== target.element) {
    here = target.element;
    here.setAttribute("data-guide-here", "");
    here.setAttribute("aria-describedby", [here.getAttribute("aria-describedby"), "guide-do"].filter(Boolean).join(" "));
  }
  arrow.textContent = target.words;
  // A dialog is opened above the arrow: it is shown anew, so that it lies above the dialog.
  if (box?.open && arrow.matches(":popover-open") && arrow.dataset.over !== "dialog") hide();
  arrow.dataset.over = box?.open ? "dialog" : "";
  const key = `${now.dataset.step} ${here.dataset.guide ?? here.name ?? here.tagName}`;
  if (again || key !== stepShown) moved = false;
  stepShown = key;
  if (again || (!moved && !clear(here))) bring(here, again);
  if (again) here.focus({ preventScroll: true });
  place();
  tell(now);
};

// One sentence, once: what the panel says is drawn anew with every entry.
const tell = (now) => {
  const words = (now ?? document.querySelector("[data-guide-panel]"))?.querySelector("#guide-do")?.textContent ?? "";
  if (said && said.textContent !== words) said.textContent = words;
};

let waiting = 0;
const soon = () => { waiting ||= requestAnimationFrame(() => { waiting = 0; point(); }); };
new MutationObserver((changes) => {
  if (changes.some(({ target }) => target !== arrow && target !== said)) soon();
}).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["open", "disabled", "hidden", "class"] });
for (const kind of ["input", "change", "toggle", "close"]) document.addEventListener(kind, soon, true);
for (const kind of ["scroll", "resize"]) addEventListener(kind, place, { capture: true, passive: true });
document.addEventListener("click", (event) => { if (event.target.closest("[data-guide-show]")) point({ again: true }); });
soon();
