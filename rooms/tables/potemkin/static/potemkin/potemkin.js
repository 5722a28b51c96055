// Potemkin Empire on a screen: taps instead of lists for spies, steppers, the moment of a reveal, points that count up. Everything
// legal can be done without it. It knows no rule: what it shows stands in the page, and the server decides.
import { gettext, ngettext } from "../control/words.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SELF = "[data-potemkin]";

// --- spies: a tap on a house chooses it for the next agent who is still at home ---

const sent = []; // rows of agents who are out, in the order in which they were sent
const rowsOf = (form) => [...form.querySelectorAll("[data-agent]")];
const choiceOf = (row) => row.querySelector("select");
const targetOf = (form, value) => form.querySelector(`[data-target="${CSS.escape(value)}"]`);

const tap = (form, button) => {
  const value = button.dataset.target;
  const there = rowsOf(form).find((row) => choiceOf(row).value === value);
  if (there) {
    recall(there);
    if (value === "shield") for (const row of rowsOf(form)) if (targetOf(form, choiceOf(row).value)?.closest("[data-covered]")) recall(row);
  } else {
    const row = rowsOf(form).find((each) => !choiceOf(each).value);
    if (!row) return say(form, gettext("All your agents are out. Tap a chosen house to call its agent back."));
    choiceOf(row).value = value;
    sent.push(row);
  }
  draw(form);
};
const recall = (row) => {
  choiceOf(row).value = "";
  if (sent.includes(row)) sent.splice(sent.indexOf(row), 1);
};
const wouldBring = ({ dataset: { fake, real } }) => [fake, real].filter(Boolean).join(" ");
const say = (form, words) => { form.querySelector("[data-spy-step]").textContent = words; };

const draw = (form) => {
  const rows = rowsOf(form);
  for (const row of [...sent]) if (!rows.includes(row) || !choiceOf(row).value) sent.splice(sent.indexOf(row), 1);
  for (const row of rows) if (choiceOf(row).value && !sent.includes(row)) sent.push(row);
  const home = rows.filter((row) => !sent.includes(row)).sort((one, other) => one.dataset.order - other.dataset.order);
  const wanted = [...sent, ...home];
  if (wanted.some((row, at) => row !== rows[at])) wanted[0].parentNode.append(...wanted); // agents look again in this order
  const shield = rows.some((row) => choiceOf(row).value === "shield");
  for (const button of form.querySelectorAll("[data-target]")) {
    const by = sent.findIndex((row) => choiceOf(row).value === button.dataset.target);
    button.setAttribute("aria-pressed", by >= 0);
    button.disabled = !shield && Boolean(button.closest("[data-covered]")) && button.dataset.target !== "shield";
    if (by >= 0) button.dataset.by = by + 1;
    else delete button.dataset.by;
  }
  for (const row of rows) {
    const told = row.querySelector("[data-sent]");
    const target = choiceOf(row).value && targetOf(form, choiceOf(row).value);
    row.classList.toggle("pe-out", Boolean(target));
    told.replaceChildren();
    if (!target) continue;
    const what = document.createElement("b");
    what.textContent = `${sent.indexOf(row) + 1} → ${target.dataset.words}. `;
    told.append(what);
    if (row !== sent.at(-1)) told.append(wouldBring(target)); // what the newest would bring stands beside the button
  }
  const go = form.querySelector(".pe-go button");
  go.disabled = !sent.length;
  go.textContent = sent.length ? ngettext("Send {count} agent", "Send {count} agents", sent.length) : gettext("Send");
  const newest = sent.length ? targetOf(form, choiceOf(sent.at(-1)).value) : null;
  say(form, newest ? `${newest.dataset.words}: ${wouldBring(newest)}` : gettext("Tap what an agent shall look behind. All are opened at the same moment."));
};

// --- agents to place: one up, one down, and how many are left ---

const inputsOf = (form) => [...form.querySelectorAll("input[type=number]")];
const count = (form) => {
  const all = Number(form.dataset.place);
  const left = all - inputsOf(form).reduce((sum, input) => sum + Number(input.value), 0);
  for (const button of form.querySelectorAll("[data-step]")) {
    const value = Number(button.parentNode.querySelector("input").value);
    button.disabled = Number(button.dataset.step) < 0 ? value <= 0 : left <= 0;
  }
  const words = left === 0 ? gettext("All are placed.")
    : left > 0 ? ngettext("{count} still to place.", "{count} still to place.", left) : gettext("{count} too many.", { count: -left });
  const told = form.querySelector("[data-left]");
  if (told.textContent !== words) told.textContent = words;
  form.querySelector("button.main").disabled = left !== 0;
};

document.addEventListener("click", (event) => {
  const target = event.target.closest(".pe-spy [data-target]");
  if (target) return tap(target.form, target);
  const step = event.target.closest("[data-step]");
  if (!step) return;
  const input = step.parentNode.querySelector("input");
  input.value = Math.max(0, Number(input.value) + Number(step.dataset.step));
  count(step.form);
});
document.addEventListener("input", ({ target }) => target.form?.matches("[data-place]") && count(target.form));
document.addEventListener("change", ({ target }) => {
  if (target.closest("[data-spy]")) draw(target.form);
  const most = Number(target.closest("[data-most]")?.dataset.most);
  if (!most || !target.checked) return;
  const chosen = [...target.form.querySelectorAll(`[name="${target.name}"]:checked`)].filter((each) => each !== target);
  if (chosen.length >= most) chosen[0].checked = false; // the first makes room for the newest
});

// --- a reveal: what stood here a moment ago, and stands open now or not at all; the table stands it up when its time has come ---

const photograph = (self) => ({
  kind: self.dataset.kind,
  captured: [...self.querySelectorAll("[data-captured]")].reduce((sum, street) => sum + Number(street.dataset.captured), 0),
  houses: new Map([...self.querySelectorAll("[data-street] [data-house]")].map((house) => [house.dataset.house, { ...house.dataset }])),
});
let last = null;

const compare = (self) => {
  const now = photograph(self);
  const before = last;
  last = now;
  if (!before) return;
  const opened = [...now.houses.values()].filter((house) => house.open && before.houses.has(house.house) && !before.houses.get(house.house).open);
  for (const house of opened) house.called = before.houses.get(house.house).called; // as the log calls it
  if (now.kind === "over") {
    if (before.kind !== "over") opened.forEach((house, at) => light(self, house, at));
    return;
  }
  const fallen = now.captured > before.captured ? [...before.houses.values()].filter((house) => !now.houses.has(house.house)) : [];
  changed.push(...fallen.map((house) => ({ house, falls: true })), ...opened.map((house) => ({ house, falls: false })));
};
const changed = []; // what no reveal has shown yet
const light = (self, { house }, at) => {
  for (const each of self.querySelectorAll(`[data-house="${house}"]`)) {
    each.style.setProperty("--at", at);
    each.classList.add("pe-opens");
  }
};

const words = (name, said) => {
  const made = document.createElement(name);
  made.textContent = said;
  return made;
};
const figure = ({ front, mark, called, title }, falls, told) => {
  const made = document.createElement("figure");
  made.className = `pe-${mark} ${falls ? "pe-falls" : "pe-stands"}`;
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "pe-front");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#pe-${front}`);
  picture.append(use);
  const verdict = words("span", falls ? gettext("fake") : gettext("real"));
  verdict.className = `pe-verdict ${falls ? "pe-fake" : "pe-real"}`;
  const behind = title ?? told.split(`${called}: `)[1]?.match(/^[“„](.+?)[”“]/)?.[1]; // what fell is named by the log alone
  const caption = words("figcaption", behind ? gettext("“{title}”", { title: behind }) : "");
  caption.append(words("small", called));
  made.append(picture, verdict, caption);
  return made;
};
document.addEventListener("table:reveal", ({ detail: { words: sentences, box } }) => {
  const told = sentences.join(" ");
  const shown = changed.filter(({ house }) => told.includes(`${house.called}: `));
  if (!shown.length) return; // the page was not here when it happened: the words are
  changed.splice(0, changed.length, ...changed.filter((each) => !shown.includes(each)));
  box.classList.add("pe-moment");
  const headline = words("p", shown.length > 1 ? gettext("The fronts are opened") : gettext("A front is opened"));
  headline.className = "pe-moment-words";
  const houses = document.createElement("div");
  houses.className = "pe-moment-houses";
  houses.append(...shown.map(({ house, falls }) => figure(house, falls, told)));
  box.prepend(headline, houses);
});

// --- the points, one category after the other ---

const STEP = 1100; // milliseconds for a category
let counted = null;
const tally = (ending) => {
  const once = `potemkin ${location.pathname}`;
  if (counted === ending) return;
  counted = ending;
  if (calm.matches || sessionStorage.getItem(once)) return;
  sessionStorage.setItem(once, "counted");
  const rows = [...ending.querySelectorAll("tr:has([data-total])")].map((row) => ({
    cells: [...row.querySelectorAll("[data-points]")],
    bars: [...row.nextElementSibling.querySelectorAll("i")],
    total: row.querySelector("[data-total]"),
    sum: 0,
  }));
  const hidden = [...ending.querySelectorAll("[data-points]"), ...ending.querySelectorAll(".pe-bar i")];
  for (const each of hidden) each.classList.add("pe-wait");
  for (const row of rows) row.total.textContent = "0";
  ending.classList.add("pe-counting");
  const category = (at) => {
    for (const { cells } of rows) cells[at - 1]?.classList.remove("pe-now-counting");
    if (!ending.isConnected || at >= rows[0].cells.length) return ending.classList.remove("pe-counting");
    for (const row of rows) {
      row.cells[at].classList.remove("pe-wait");
      row.cells[at].classList.add("pe-now-counting");
      row.bars[at].classList.remove("pe-wait");
      const points = Number(row.cells[at].dataset.points);
      climb(row.total, row.sum, (row.sum += points));
      climb(row.cells[at], 0, points);
    }
    setTimeout(category, STEP, at + 1);
  };
  setTimeout(category, STEP, 0);
};
const climb = (cell, from, to) => {
  const begun = performance.now();
  const tick = (now) => {
    const part = Math.min(1, (now - begun) / (STEP * 0.7));
    cell.textContent = Math.round(from + (to - from) * part);
    if (part < 1) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
};

// --- the page is changed in place: look at it whenever that has happened ---

let seen = null;
const look = () => {
  const self = document.querySelector(SELF);
  if (!self) return;
  if (self.querySelector("[data-ending]")) tally(self.querySelector("[data-ending]"));
  for (const form of self.querySelectorAll("[data-spy]")) draw(form);
  for (const form of self.querySelectorAll("[data-place]")) count(form);
  if (seen !== self) seen = self;
  compare(self);
};
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"]) document.addEventListener(swapped, look);
look();
