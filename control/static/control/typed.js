// What is typed into a form and not sent yet stays in it when its region is drawn anew, also when the focus has left it: somebody
// else's press must never empty a field. Sealed sheets have drafts of their own (sheet.js); what is sent as soon as it is chosen is
// never unsent. A form is known again by where it goes and by the hidden fields that say what it is about: what was typed for one vote
// is not laid into the next. What outlasts the page is kept by unsent.js.
const FORM = "form[method=post]:not([data-sheet])";
export const FIELDS = `${FORM} :is(input, textarea, select)`;
const PASSING = ["csrfmiddlewaretoken", "command_id", "seen"]; // hidden fields that are fresh with every drawing
export const typed = new WeakSet(); // fields that somebody has changed since they were drawn or sent

const isAtOnce = (form) => (form.getAttribute("hx-trigger") ?? "").includes("change");
export const formOf = (field) => {
  const form = field.form;
  return form?.matches(FORM) && !isAtOnce(form) ? form : null;
};
export const about = (form) => {
  const hidden = [...form.querySelectorAll("input[type=hidden]")].filter(({ name }) => name && !PASSING.includes(name));
  return [form.getAttribute("action"), ...hidden.map(({ name, value }) => `${name}=${value}`)].join(" ");
};
export const isPicked = (field) => field.type === "radio" || field.type === "checkbox";
export const standing = (field) => (isPicked(field) ? field.checked : field.value);
const nameOf = (field) => `${about(field.form)} ${field.name} ${isPicked(field) ? field.value : ""}`;

document.addEventListener("input", ({ target }) => {
  if (!target.name || !target.form || ["hidden", "file", "password"].includes(target.type) || !formOf(target)) return;
  for (const each of target.form.elements) if (each === target || (target.type === "radio" && each.name === target.name)) typed.add(each);
});
document.addEventListener("reset", ({ target }) => { for (const each of target.elements) typed.delete(each); });

// What was sent is unsent no more, also where its form was drawn anew before the answer came; what was typed since is. What was refused
// is still to be sent.
const sending = new WeakMap(); // request → what stood in its form
document.addEventListener("htmx:beforeSend", ({ detail: { elt, requestConfig, xhr } }) => {
  const form = requestConfig.verb === "post" && elt?.closest?.("form");
  if (form) sending.set(xhr, { form, fields: new Map([...form.elements].filter(({ name }) => name).map((each) => [nameOf(each), standing(each)])) });
});
export const asDrawn = (field) => {
  if (isPicked(field)) field.checked = field.defaultChecked;
  else if (field.tagName === "SELECT") for (const each of field.options) each.selected = each.defaultSelected;
  else field.value = field.defaultValue;
};
const arrived = ({ detail: { xhr } }) => {
  const found = sending.get(xhr);
  if (!found || xhr.status < 200 || xhr.status >= 400) return; // 0: nothing has arrived
  for (const each of document.querySelectorAll(FIELDS)) {
    if (!typed.has(each) || found.fields.get(nameOf(each)) !== standing(each)) continue;
    typed.delete(each);
    if (each.form !== found.form) asDrawn(each); // drawn anew before the answer came
  }
};
for (const kind of ["htmx:beforeOnLoad", "htmx:afterRequest"]) document.addEventListener(kind, arrived);

const held = new Map(); // region → what was typed in it: name of the field → its value
const alone = (region) => { // several of a name are told apart by nobody: nothing is laid into them
  const names = new Map();
  for (const field of region.querySelectorAll?.(FIELDS) ?? [])
    if (field.name && field.form) names.set(nameOf(field), names.has(nameOf(field)) ? null : field);
  return [...names].filter(([, field]) => field);
};
const hold = (region) => {
  const found = new Map();
  for (const [name, field] of alone(region)) if (typed.has(field)) found.set(name, standing(field));
  found.size ? held.set(region, found) : held.delete(region);
};
const lay = (region) => {
  const found = held.get(region);
  if (!found) return;
  held.delete(region);
  for (const [name, field] of alone(region)) {
    const value = found.get(name);
    if (value === undefined || value === standing(field)) continue; // it is what stands there anyway: others' changes to it are seen
    if (isPicked(field)) field.checked = value;
    else if (field.tagName !== "SELECT" || [...field.options].some((each) => each.value === value)) field.value = value;
    typed.add(field);
  }
};
document.addEventListener("htmx:beforeSwap", ({ detail: { target, shouldSwap } }) => { if (shouldSwap && target?.matches?.("[data-part]")) hold(target); });
document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, shouldSwap } }) => { if (shouldSwap) hold(target); });
for (const kind of ["htmx:afterSwap", "htmx:oobAfterSwap"])
  document.addEventListener(kind, ({ detail: { target } }) => { if (target) lay(target); });
