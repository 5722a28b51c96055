// A list of players beside a House: only those of the House that is chosen. Who is chosen already stays in it.
const all = new WeakMap(); // a list as the server drew it
const narrow = (list) => {
  if (!all.has(list)) all.set(list, [...list.children]);
  const chosen = list.value;
  const houses = list.dataset.houses.split(" ").flatMap((name) => {
    const field = list.form.elements[name];
    return field?.value ? [field.selectedOptions[0].textContent] : [];
  });
  const fits = (each) => !houses.length || each.matches("option") || houses.includes(each.label) || has(each, chosen);
  list.replaceChildren(...all.get(list).filter(fits));
  list.value = chosen;
};
const has = (group, chosen) => chosen !== "" && [...group.children].some(({ value }) => value === chosen);
const begin = (inside) => {
  for (const list of inside.querySelectorAll("select[data-houses]")) narrow(list);
};
document.addEventListener("change", ({ target }) => target.form && begin(target.form));
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => begin(target));
document.body.addEventListener("htmx:afterSwap", ({ target }) => begin(target));
begin(document);
