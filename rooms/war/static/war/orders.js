// The war sheet's form: only the regions that fit the one chosen before, and no more units than stand there.
import { gettext } from "../control/words.js";

const all = new WeakMap(); // a list of targets as the server drew it
const unitsOf = (order) => order.querySelector("input[name$=_units]");
const narrow = (order) => {
  const [from, to] = [order.querySelector("[data-from]"), order.querySelector("[data-to]")];
  if (!from || !to) return;
  if (!all.has(to)) all.set(to, [...to.querySelectorAll("optgroup")]);
  const chosen = to.selectedOptions[0];
  const before = chosen?.parentElement.dataset.origin === from.value || !chosen ? to.value : "";
  const fitting = all.get(to).find((group) => group.dataset.origin === from.value);
  to.replaceChildren(...(fitting ? [...fitting.children].map((option) => option.cloneNode(true)) : []));
  if (before) to.value = before;
  const units = unitsOf(order);
  units.max = from.selectedOptions[0]?.dataset.units ?? 1;
  if (Number(units.value) > Number(units.max)) units.value = units.max;
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
};
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

// --- orders written on the map: tap a region of your own, then where the units go --------------------------------------
let origin = "";
const sheet = () => document.querySelector('form[data-sheet][data-kind="war"]');
const optionOf = (form, list, region) => [...(form.querySelector(list)?.options ?? [])].find(({ value }) => value === region);
const nameOf = (region) => document.querySelector(`[data-where="${region}"] b`)?.textContent ?? region;
const kindOf = (order) => order.querySelector("input[type=radio]:checked")?.value;
const press = (words, did) => {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", did);
  return made;
};
const line = (...inside) => {
  const made = document.createElement("p");
  made.className = "row map-orders";
  made.append(...inside);
  return made;
};
const write = (form, details, kind, from, to) => {
  const orders = [...form.querySelectorAll("[data-order]")];
  const order = orders.find((each) => !kindOf(each)) ?? orders.at(-1);
  order.querySelector(`input[value="${kind}"]`).checked = true;
  if (kind === "move") {
    order.querySelector("[data-from]").value = from;
    narrow(order);
    order.querySelector("[data-to]").value = to;
    const units = unitsOf(order);
    units.value = units.max;
  } else order.querySelector(".order-recruit select").value = to;
  form.closest("details")?.setAttribute("open", "");
  form.dispatchEvent(new Event("input", { bubbles: true }));
  const number = order.dataset.order;
  const words =
    kind === "move"
      ? gettext("Order {number}: Move {units} from {from} to {to}. Not sent yet.", {
          number,
          units: unitsOf(order).value,
          from: nameOf(from),
          to: nameOf(to),
        })
      : gettext("Order {number}: Recruit in {region}. Not sent yet.", { number, region: nameOf(to) });
  const link = document.createElement("a");
  link.href = "#now";
  link.className = "button main";
  link.textContent = gettext("To my sheet");
  details.replaceChildren(line(words), line(link));
  origin = "";
};
const leads = (form, from, to) => {
  const list = form.querySelector("[data-to]");
  const group = list && [...(all.get(list) ?? [])].find(({ dataset }) => dataset.origin === from);
  return [...(group?.children ?? [])].find(({ value }) => value === to);
};
document.addEventListener("map:region", ({ target: details, detail: { region } }) => {
  const form = sheet();
  if (!form) return;
  const buttons = line();
  const there = leads(form, origin, region);
  if (there) {
    const way = there.textContent.slice(nameOf(region).length); // " (by road)"
    const words = gettext("Move here from {region}{way}", { region: nameOf(origin), way });
    buttons.append(press(words, () => write(form, details, "move", origin, region)));
  }
  if (optionOf(form, "[data-from]", region))
    buttons.append(
      press(gettext("Move from here"), () => {
        origin = region;
        details.replaceChildren(line(gettext("Move from {region}: tap where the units go.", { region: nameOf(region) })));
      }),
    );
  if (optionOf(form, ".order-recruit select", region))
    buttons.append(press(gettext("Recruit here"), () => write(form, details, "recruit", "", region)));
  if (buttons.childElementCount) details.append(buttons);
});
