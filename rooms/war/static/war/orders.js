// The war sheet's form: only the regions that fit the one chosen before, and no more units than stand there.
const all = new WeakMap(); // a list of targets as the server drew it
const narrow = (order) => {
  const [from, to] = [order.querySelector("[data-from]"), order.querySelector("[data-to]")];
  if (!from || !to) return;
  if (!all.has(to)) all.set(to, [...to.querySelectorAll("optgroup")]);
  const chosen = to.selectedOptions[0];
  const before = chosen?.parentElement.dataset.origin === from.value || !chosen ? to.value : "";
  const fitting = all.get(to).find((group) => group.dataset.origin === from.value);
  to.replaceChildren(...(fitting ? [...fitting.children].map((option) => option.cloneNode(true)) : []));
  if (before) to.value = before;
  const units = order.querySelector("[data-stepper] input");
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
  for (const order of inside.querySelectorAll("[data-order]:not([data-ready])")) {
    order.dataset.ready = "";
    narrow(order);
    const stepper = order.querySelector("[data-stepper]");
    stepper.prepend(button("−", "one unit less"));
    stepper.append(button("+", "one unit more"));
  }
};
document.addEventListener("change", ({ target }) => target.matches("[data-from]") && narrow(target.closest("[data-order]")));
document.addEventListener("click", ({ target }) => {
  const step = target.closest("[data-step]");
  if (!step) return;
  const units = step.parentElement.querySelector("input");
  units.value = Math.min(Math.max(Number(units.value) + Number(step.dataset.step), 1), Number(units.max));
  units.dispatchEvent(new Event("input", { bubbles: true }));
});
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => begin(target));
begin(document);
