// Forms of a turn: the sentence above a button says what is chosen, counts stay within what is paid or allowed, and a press on the
// board chooses in the form. Everything legal can be done without it. It knows no rule: what it shows stands in the page.
const steppers = (counting) => [...counting.querySelectorAll("input[type=number]")];
const value = (input) => Number(input.value) || 0;
const cards = (counting) => Number(Boolean(counting.querySelector("[name=coercion]:checked")?.value));

// As many as have to be paid, of no more territories than may produce: others make room for what was changed last.
const fit = (counting, last) => {
  const { total, limit } = counting.dataset;
  const others = steppers(counting).filter((each) => each !== last);
  if (total) {
    let over = steppers(counting).reduce((sum, each) => sum + value(each), cards(counting)) - Number(total);
    for (const each of over > 0 ? others : others.toReversed()) {
      const room = over > 0 ? Math.min(over, value(each)) : Math.max(over, value(each) - Number(each.max));
      each.value = value(each) - room;
      over -= room;
    }
    if (over > 0 && last) last.value = Math.max(0, value(last) - over);
  }
  if (limit) {
    const used = () => steppers(counting).filter((each) => value(each) && !("free" in each.dataset)).length;
    for (const each of others) if (used() > Number(limit) && !("free" in each.dataset)) each.value = 0;
  }
};
const said = (form, name) => {
  const counting = form.querySelector(`[data-counting="${CSS.escape(name)}"]`);
  if (!counting && !form.elements[name]) return null; // there is nothing to choose
  const told = counting ? steppers(counting).filter(value).map((each) => `${value(each)} ${(value(each) === 1 && each.dataset.singular) || each.dataset.word}`) : [];
  const checked = [...form.querySelectorAll("input:checked")].filter((each) => each.name === name || (counting && counting.contains(each)));
  return [...told, ...checked.map((each) => each.dataset.word)].filter(Boolean).join(", ");
};
const tell = (form) => {
  for (const words of form.querySelectorAll("[data-said]")) {
    const now = said(form, words.dataset.said);
    if (now !== null && words.textContent !== (now || "–")) words.textContent = now || "–";
  }
};
const changed = (input) => {
  const counting = input.closest("[data-counting]");
  if (counting) fit(counting, input.type === "number" ? input : null);
  tell(input.form);
};
const step = (input, by, wraps = false) => {
  const [next, most] = [value(input) + by, Number(input.max)];
  input.value = next > most && wraps ? 0 : Math.min(most, Math.max(0, next));
  input.dispatchEvent(new Event("change", { bubbles: true }));
};
document.addEventListener("change", ({ target }) => { if (target.closest(".sy-deed")) changed(target); });
document.addEventListener("click", (click) => {
  const button = click.target.closest(".sy-deed [data-step]");
  if (!button) return;
  click.preventDefault();
  step(button.parentElement.querySelector("input"), Number(button.dataset.step));
});

// A press on the board: who has opened the payment pays from there; else what the form has for the place is chosen.
const press = (control) => {
  if (control.type === "number") return step(control, value(control) ? 1 : Number(control.max), true);
  control.checked = true;
  control.dispatchEvent(new Event("change", { bubbles: true }));
};
document.addEventListener("map:pick", (pick) => {
  const all = [...document.querySelectorAll(`.sy-deed [data-space="${CSS.escape(pick.detail.region)}"]`)];
  const paid = all.find((each) => each.closest("details[open]"));
  if (!paid && all.some((each) => each.closest("[data-board]"))) return; // move.js
  const first = paid ?? all.find((each) => !each.closest("details")) ?? all[0];
  if (!first) return; // the board says then what is there
  pick.preventDefault();
  pick.stopImmediatePropagation();
  pick.detail.ring = false;
  const folded = first.closest("details");
  if (folded) folded.open = true;
  for (const each of all) if (each === first || (each.type === "radio" && first.type === "radio")) press(each);
});
