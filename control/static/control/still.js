// What a finger is about to press stays where it is when a region is drawn anew. htmx lays the new beside the old before it takes the
// old away, and browsers follow what has the focus to where it lies for that moment: a long list would end at its end. So nothing is
// followed while a region is swapped, which is within this very turn.
const root = document.documentElement;
const hold = () => {
  root.style.overflowAnchor = "none";
  setTimeout(() => (root.style.overflowAnchor = ""));
};
for (const swap of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) document.addEventListener(swap, hold);

// What comes to lie under a finger after its press was not meant by a second one: it is grey and dead for a moment, whether it is new,
// has moved there or means something else now. The same button stays alive: what is pressed twice is done once.
const PRESSED = "button, a[href], input[type=submit]"; // what is chosen or unfolded has done nothing yet
const MOMENT = 1_000; // milliseconds from its first drawing
const FINGER = 20; // pixels around the press that a finger covers
const KEPT = "pressed"; // on this tab, for the page that the press leads to
const born = new Map(); // what lies there → when it came
let last = null; // { x, y, meaning } of the last press
let drawnAt = 0;

const meaning = (each) => {
  const { form, name = "", value = "", textContent = "", id } = each;
  const where = each.getAttribute("href") ?? each.getAttribute("formaction") ?? form?.getAttribute("action") ?? "";
  const within = each.closest("[id]")?.id ?? "";
  return [each.tagName, where, name, value, id || within, textContent.replace(/\s+/g, " ").trim()].join("|");
};
const under = ({ x, y }) => {
  const found = new Set();
  for (const [right, down] of [[0, 0], [-FINGER, 0], [FINGER, 0], [0, -FINGER], [0, FINGER]]) {
    const each = document.elementFromPoint(x + right, y + down)?.closest(PRESSED);
    if (each && !each.matches(":disabled, [aria-disabled=true]:not([data-fresh])")) found.add(each);
  }
  return found;
};
const revive = (each) => {
  delete each.dataset.fresh;
  each.removeAttribute("aria-disabled");
};
const rest = () => {
  const now = drawnAt = performance.now();
  if (!last) return;
  for (const each of under(last)) {
    const what = meaning(each);
    if (what === last.meaning || "fresh" in each.dataset) continue;
    if (!born.has(what)) born.set(what, now);
    const left = born.get(what) + MOMENT - now;
    if (left <= 0) continue;
    each.dataset.fresh = "";
    each.setAttribute("aria-disabled", "true");
    setTimeout(revive, left, each);
  }
};
// A question that a press has opened is not closed by that press coming twice: the tap beside it is dead as long.
const opened = new WeakMap(); // dialog → when it was opened
const isBeside = ({ target, detail }) =>
  detail && target.matches?.("dialog[open]") && performance.now() - (opened.get(target) ?? -MOMENT) < MOMENT;
const open = (changes) => {
  const boxes = changes.map(({ target }) => target).filter((each) => each.matches("dialog[open]"));
  for (const box of boxes) opened.set(box, performance.now());
  if (boxes.length) rest();
};
new MutationObserver(open).observe(root, { subtree: true, attributeFilter: ["open"] });

const dead = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
const remember = (event) => {
  if (!event.isTrusted) return;
  const each = event.target.closest?.(PRESSED);
  if ((each && "fresh" in each.dataset) || isBeside(event)) return dead(event);
  last = each && event.detail ? { x: event.clientX, y: event.clientY, meaning: meaning(each) } : null; // a key presses at no place
  born.clear();
  if (!last) return sessionStorage.removeItem(KEPT);
  for (const beside of under(last)) born.set(meaning(beside), -MOMENT); // what lies there already has been seen
  sessionStorage.setItem(KEPT, JSON.stringify({ ...last, at: Date.now() }));
};
addEventListener("click", remember, true);
for (const drawn of ["htmx:afterSettle", "htmx:oobAfterSwap", "close"]) document.addEventListener(drawn, rest, true);
// Whoever scrolls has lifted the finger; a page that has become shorter scrolls by itself.
addEventListener("scroll", () => { if (performance.now() - drawnAt > 100) last = null; }, { capture: true, passive: true });
const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
sessionStorage.removeItem(KEPT);
if (kept && Date.now() - kept.at < 10 * MOMENT) {
  last = kept;
  rest();
}
