// What was shown is read before it goes: every reveal stands until it can have been read, or is tapped away; then the next one comes.
// The page remembers how far it has got, so what it missed comes in its order, and nothing goes unseen while nobody can look.
//   table:reveal       one stands: detail.words are the sentences, detail.picture is what the game says there is to see, detail.box
//                      where it may draw that
//   table:reveal-gone  it has gone: after detail.stood milliseconds on the screen, and detail.tapped says by whom
import { gettext, ngettext } from "../control/words.js";

const LEAST = 2500; // milliseconds for each
const FEW = 4; // reveals that are stood up one by one; of more the older ones come together, in short
const SHORT = 8; // reveals in the short form on a wall
const OWN = 3; // and on a phone, where the rest opens at a tap: those that concerned its owner come first
const wall = document.body.matches(".screen");
const LONGEST = 10_000; // milliseconds for the short form
const kept = `moments ${location.pathname}`;

const listed = () =>
  [...document.querySelectorAll("[data-moments] > [data-moment]")].map(({ dataset, children }) => ({
    seq: Number(dataset.moment),
    number: Number(dataset.number),
    stands: Math.max(LEAST, Number(dataset.stands)),
    mine: "mine" in dataset,
    picture: dataset.picture ?? "",
    words: [...children].map(({ textContent }) => textContent),
  }));
const remember = ({ seq, number }) => sessionStorage.setItem(kept, `${seq} ${number}`);
const remembered = () => sessionStorage.getItem(kept)?.split(" ").map(Number);

const queue = [];
let taken; // the newest that has been put into the queue, or was there before this page
let standing;
let timer;

const take = () => {
  const there = listed();
  if (!taken) {
    const [seq, number] = remembered() ?? [];
    taken = seq === undefined ? there.at(-1) ?? { seq: 0, number: 0 } : { seq, number };
    remember(taken);
  }
  const missed = there.filter(({ seq }) => seq > taken.seq);
  if (!missed.length) return;
  const lost = there[0] === missed[0] ? Math.max(0, missed[0].number - 1 - taken.number) : 0; // older than the page holds
  const older = missed.length + lost > FEW ? missed.splice(0, wall ? Math.max(1, missed.length - FEW + 1) : missed.length) : [];
  if (older.length) queue.push(inShort(older, lost));
  queue.push(...missed);
  taken = queue.at(-1);
  setTimeout(next); // when everything that listens has seen what is new
};
const inShort = (older, lost) => {
  const count = older.length + lost;
  const told = ({ words }) => words.join(" ");
  const concerned = older.filter(({ mine }) => mine);
  const lines = (wall ? older.slice(-SHORT) : (concerned.length ? concerned : older).slice(-OWN)).map(told);
  const more = count - lines.length;
  const whole = wall ? [] : older.map(told);
  if (!wall) lines.push(document.querySelector("#region-top .table-words")?.textContent ?? "");
  else if (more) lines.unshift(ngettext("{count} more stands in the log.", "{count} more stand in the log.", more));
  const title = ngettext("{count} thing was shown meanwhile", "{count} things were shown meanwhile", count);
  return { ...older.at(-1), title, words: lines, whole, stands: Math.min(LONGEST, LEAST * count), count };
};

const made = (name, kind, words) => {
  const element = document.createElement(name);
  element.className = kind;
  element.textContent = words;
  return element;
};
const rest = (lines) => {
  const details = made("details", "table-moment-rest", "");
  const list = made("ul", "table-moment-words", "");
  list.append(...lines.map((each) => made("li", "", each)));
  details.append(made("summary", "", gettext("All of it")), list);
  details.addEventListener("toggle", () => clearTimeout(timer)); // whoever opens it reads until it is tapped away
  return details;
};
const next = () => {
  if (standing || !queue.length || document.hidden) return;
  const moment = queue.shift();
  const box = made("div", "table-moment", "");
  box.setAttribute("role", "status");
  box.dataset.seq = moment.seq;
  if (moment.title) box.append(made("p", "table-moment-title", moment.title));
  const words = made("ul", "table-moment-words", "");
  words.append(...moment.words.map((each) => made("li", "", each)));
  const close = queue.length ? ngettext("Tap to go on: {count} more", "Tap to go on: {count} more", queue.length) : gettext("Tap to go on");
  box.append(words);
  if (moment.whole?.length > OWN) box.append(rest(moment.whole));
  if (!wall) {
    const button = made("button", "table-moment-close", close); // by keys it is reached last: nobody's focus is taken
    button.type = "button";
    box.append(button);
  }
  box.classList.toggle("is-short", Boolean(moment.title) && !wall);
  box.addEventListener("click", ({ target }) => { if (!target.closest("details")) gone(true); });
  standing = { moment, box, since: performance.now() };
  document.body.append(box);
  const detail = { seq: moment.seq, count: moment.count ?? 1, words: moment.words, picture: moment.picture, box };
  if (!moment.title) document.dispatchEvent(new CustomEvent("table:reveal", { detail }));
  stand(standing);
};
// Its time begins after the first frame with it, which a slow device draws late.
const stand = (drawn) => requestAnimationFrame(() => setTimeout(() => {
  if (standing !== drawn || document.hidden || drawn.box.querySelector("details[open]")) return;
  clearTimeout(timer);
  drawn.since = performance.now();
  timer = setTimeout(gone, drawn.moment.stands, false);
}));
const gone = (tapped) => {
  if (!standing) return;
  clearTimeout(timer);
  const { moment, box, since } = standing;
  standing = undefined;
  box.remove();
  remember(moment);
  const detail = { seq: moment.seq, count: moment.count ?? 1, stood: performance.now() - since, tapped };
  document.dispatchEvent(new CustomEvent("table:reveal-gone", { detail }));
  if (tapped && !queue.length) tell(moment);
  next();
};
const tell = ({ seq }) => { // who has read all of it keeps nobody waiting
  const form = document.querySelector("form[data-read]");
  if (!form) return;
  form.elements.shown.value = seq;
  htmx.trigger(form, "read");
};

document.addEventListener("keydown", ({ key, target }) => {
  const pressed = target.closest?.("a, button, input, select, textarea, summary"); // Enter belongs to what has the focus
  if (key === "Escape" || (key === "Enter" && !pressed)) gone(true);
});
document.addEventListener("visibilitychange", () => {
  clearTimeout(timer); // nobody reads a screen that is off: it stands its whole time when somebody looks again
  if (document.hidden) return;
  if (!standing) return next();
  stand(standing);
});
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"]) document.addEventListener(swapped, take);
take();
