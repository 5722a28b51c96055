// The war sheet's form: only the regions that fit the one chosen before, and no more units than stand there.
import { gettext } from "../control/words.js";

const all = new WeakMap(); // a list of targets as the server drew it
const unitsOf = (order) => order.querySelector("input[name$=_units]");
const narrow = (order) => {
  const [from, to] = [order.querySelector("[data-from]"), order.querySelector("[data-to]")];
  if (!from || !to) return;
  if (!all.has(to)) all.set(to, [[...to.children].filter((each) => each.matches("option")), [...to.querySelectorAll("optgroup")]]);
  const [first, groups] = all.get(to);
  const chosen = to.selectedOptions[0];
  const before = chosen?.parentElement.dataset.origin === from.value || !chosen ? to.value : "";
  const fitting = groups.find((group) => group.dataset.origin === from.value);
  to.replaceChildren(...[...first, ...(fitting?.children ?? [])].map((option) => option.cloneNode(true)));
  to.value = before;
  if (to.selectedIndex < 0) to.selectedIndex = 0;
  const units = unitsOf(order);
  if ("asWritten" in units.dataset) return; // it is read from paper
  units.max = from.selectedOptions[0]?.dataset.units ?? 1;
  if (Number(units.value) > Number(units.max)) units.value = units.max;
};
const kindOf = (order) => order.querySelector("input[type=radio]:checked, select[name$=_kind]")?.value ?? "";
// The Moves of a form from its first line on, each with how many units those above it leave where it begins. What colleagues of
// the House write is sealed.
const movesOf = (form) => {
  const used = {};
  return [...form.querySelectorAll("[data-order]")].flatMap((order) => {
    const from = order.querySelector("[data-from]");
    if (kindOf(order) !== "move" || !from?.value) return [];
    const place = from.selectedOptions[0];
    const [stand, units] = [Number(place.dataset.stand ?? place.dataset.units), Number(unitsOf(order).value)];
    const left = Math.max(stand - (used[from.value] ?? 0), 0);
    used[from.value] = (used[from.value] ?? 0) + units;
    return [{ order, from: from.value, to: order.querySelector("[data-to]").value, name: place.dataset.name, stand, units, left }];
  });
};
const tellLeft = (form) => {
  const moves = movesOf(form);
  for (const place of form.querySelectorAll("[data-left]")) {
    const move = moves.find(({ order }) => order.contains(place));
    let words = "";
    if (move) {
      words = gettext("{left} of {units} available in {region}", { left: move.left, units: move.stand, region: move.name });
      if (move.units > move.left) words = gettext("{words}: this order can move no more.", { words });
    }
    if (place.textContent !== words) place.textContent = words;
    place.classList.toggle("over", Boolean(move && move.units > move.left));
  }
};
const button = (sign, words) => {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = sign;
  made.dataset.step = sign === "+" ? 1 : -1;
  made.setAttribute("aria-label", words);
  return made;
};
const begin = (inside) => {
  for (const last of inside.querySelectorAll("[data-last-allies]")) last.hidden = false; // it needs this script
  for (const order of inside.querySelectorAll("[data-order]:not([data-ready])")) {
    order.dataset.ready = "";
    narrow(order);
    const stepper = order.querySelector("[data-stepper]");
    stepper?.prepend(button("−", gettext("one unit less")));
    stepper?.append(button("+", gettext("one unit more")));
  }
  for (const form of inside.querySelectorAll("form:has([data-left])")) tellLeft(form);
};
const changed = ({ target }) => target.form?.querySelector("[data-left]") && tellLeft(target.form);
document.addEventListener("change", changed);
document.addEventListener("input", changed);
document.addEventListener("click", ({ target }) => {
  const last = target.closest("[data-last-allies]");
  if (!last) return;
  const wanted = last.dataset.lastAllies.split(" ");
  for (const box of last.form.querySelectorAll("input[name=allies]")) box.checked = wanted.includes(box.value);
  last.form.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("change", ({ target }) => target.matches("[data-from]") && narrow(target.closest("[data-order]")));
document.addEventListener("click", ({ target }) => {
  const step = target.closest("[data-step]");
  if (!step) return;
  const units = step.parentElement.querySelector("input");
  units.value = Math.min(Math.max(Number(units.value) + Number(step.dataset.step), 1), Number(units.max));
  units.dispatchEvent(new Event("input", { bubbles: true }));
});
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => begin(target));
document.body.addEventListener("htmx:afterSwap", ({ target }) => begin(target)); // orders by hand, at the desk
begin(document);

// A sheet with nothing on it is asked about before it is sent.
const counts = /^(order\d+_kind|extra|allies|betray|immortal\d+_to)$/;
document.addEventListener("sheet:ask", ({ target, detail }) => {
  if (![...new FormData(target)].some(([name, value]) => value && counts.test(name))) detail.question = target.dataset.asks ?? "";
});

export { all, kindOf, movesOf, narrow, tellLeft, unitsOf };
