// A list beside another choice. Players: only those of the House that is chosen. Regions: only those next to the one that is
// chosen. Who or what is chosen already stays in it. And a field that names as many as there are has another list as soon as all
// are filled.
const NARROWED = "select:is([data-houses], [data-next-to])";
const all = new WeakMap(); // a list, or a group of it, as the server drew it
const drawn = (node) => {
  if (!all.has(node)) all.set(node, [...node.children]);
  return all.get(node);
};
const chosenIn = (list, names) => names.split(" ").map((name) => list.form.elements[name]).filter((field) => field?.value);
const narrow = (list) => {
  const houses = chosenIn(list, list.dataset.houses).map((field) => field.selectedOptions[0].textContent);
  const chosen = list.value;
  const fits = (each) => !houses.length || each.matches("option") || houses.includes(each.label) || has(each, chosen);
  list.replaceChildren(...drawn(list).filter(fits));
  list.value = chosen;
};
const has = (group, chosen) => chosen !== "" && [...group.children].some(({ value }) => value === chosen);
const grow = (list) => {
  const field = list.closest?.("fieldset[data-grows]");
  const lists = field ? [...field.querySelectorAll("select")] : [];
  if (!lists.length || lists.some(({ value }) => !value) || lists.length >= lists[0].querySelectorAll("option[value]:not([value=''])").length) return;
  add(field, lists);
  begin(list.form);
};
const add = (field, lists) => {
  const last = lists.at(-1);
  if (last.matches(NARROWED)) widen(last); // the new one is whole too
  const next = last.cloneNode(true), number = lists.length + 1;
  const label = [...last.labels][0].cloneNode(true);
  next.id = last.id.replace(/\d+$/, number - 1);
  label.htmlFor = next.id;
  label.textContent = label.textContent.replace(/\d+$/, number);
  field.append(label, next);
  next.value = "";
};
const narrowToNeighbours = (list) => {
  const [origin] = chosenIn(list, list.dataset.nextTo);
  const chosen = list.value;
  const fits = ({ value, dataset }) => !origin || value === "" || value === chosen || dataset.near.split(" ").includes(origin.value);
  const left = drawn(list).filter((each) => {
    if (each.matches("option")) return fits(each);
    each.replaceChildren(...drawn(each).filter(fits));
    return each.children.length > 0;
  });
  list.replaceChildren(...left);
  list.value = chosen;
};
const widen = (list) => {
  const chosen = list.value;
  for (const each of drawn(list)) if (each.matches("optgroup")) each.replaceChildren(...drawn(each));
  list.replaceChildren(...drawn(list));
  list.value = chosen;
};
const begin = (inside) => {
  for (const list of inside.querySelectorAll("select[data-houses]")) narrow(list);
  for (const list of inside.querySelectorAll("select[data-next-to]")) narrowToNeighbours(list);
};
document.addEventListener("change", ({ target }) => {
  if (!target.form) return;
  begin(target.form);
  grow(target);
});
// A draft that is laid into a form finds its lists whole, and as many of them as it fills: what it chose need not fit what stood there.
document.addEventListener("sheet:fill", ({ target, detail: { fields } }) => {
  for (const list of target.querySelectorAll(NARROWED)) widen(list);
  for (const field of target.querySelectorAll("fieldset[data-grows]")) {
    const lists = () => [...field.querySelectorAll("select")];
    const filled = fields.filter(([name]) => name === lists()[0]?.name).length;
    while (lists().length < filled) add(field, lists());
  }
});
document.addEventListener("sheet:filled", ({ target }) => begin(target));
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => begin(target));
document.body.addEventListener("htmx:afterSwap", ({ target }) => begin(target));
begin(document);
