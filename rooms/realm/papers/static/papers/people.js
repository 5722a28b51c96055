// A list of players beside a House: only those of the House that is chosen. Who is chosen already stays in it. And a field that names
// as many as there are has another list as soon as all are filled.
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
const grow = (list) => {
  const field = list.closest?.("fieldset[data-grows]");
  const lists = field ? [...field.querySelectorAll("select")] : [];
  if (!lists.length || lists.some(({ value }) => !value) || lists.length >= lists[0].querySelectorAll("option[value]:not([value=''])").length) return;
  const last = lists.at(-1), next = last.cloneNode(true), number = lists.length + 1;
  const label = [...last.labels][0].cloneNode(true);
  next.id = last.id.replace(/\d+$/, number - 1);
  label.htmlFor = next.id;
  label.textContent = label.textContent.replace(/\d+$/, number);
  field.append(label, next);
  next.value = "";
};
const begin = (inside) => {
  for (const list of inside.querySelectorAll("select[data-houses]")) narrow(list);
};
document.addEventListener("change", ({ target }) => {
  if (!target.form) return;
  begin(target.form);
  grow(target);
});
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => begin(target));
document.body.addEventListener("htmx:afterSwap", ({ target }) => begin(target));
begin(document);
