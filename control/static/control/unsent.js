// What is typed at a desk or on a phone and not sent yet is kept on this device, for whoever typed it and in this event, for a day. It
// outlasts a sign-out, other desks, a new code and a page that is loaded anew, and comes back for the same account or seat alone.
// Only forms into which words were typed are kept, for a choice is made again in a moment; and those of many choices, by data-draft.
// Sealed sheets have drafts of their own (sheet.js).
import { gettext } from "./words.js";
import { FIELDS, about, asDrawn, formOf, isPicked, standing, typed } from "./typed.js";

const { whose, event } = document.body.dataset;
const prefix = "unsent:";
const store = whose ? `${prefix}${whose}:${event}` : "";
const DAY = 24 * 3600 * 1000;
const WORDS = "textarea, input:not([type]), input[type=text], input[type=search]";
const BOXES = { ask: "ask-box", rule: "rule-box" }; // where a question stands → the dialog around it

// --- the store: what a form is about → { action, page, at, fields, words, box, address, posted } ---

let memory = {}; // where this device stores nothing it is kept until the page is closed
const load = (name = store) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return memory;
  }
};
const keep = (forms, name = store) => {
  if (name === store) memory = forms;
  try {
    Object.keys(forms).length ? localStorage.setItem(name, JSON.stringify(forms)) : localStorage.removeItem(name);
  } catch {
    // Then it is kept in `memory`.
  }
};
const change = (work) => {
  const forms = load();
  work(forms);
  keep(forms);
};
const clean = () => {
  for (const name of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
    const fresh = Object.entries(load(name)).filter(([, { at }]) => Date.now() - at < DAY);
    keep(Object.fromEntries(fresh), name);
  }
};

// --- what is typed ---

const named = (form) => {
  const names = new Map(); // of several of a name each has its own value, in their order
  for (const field of form.querySelectorAll(FIELDS)) {
    if (!field.name || ["hidden", "file", "password"].includes(field.type)) continue;
    const name = isPicked(field) ? `${field.name} ${field.value}` : field.name;
    names.set(name, [...(names.get(name) ?? []), field]);
  }
  return names;
};
const isWords = (field) => field.matches(WORDS) && typed.has(field) && field.value.trim() !== "" && field.value !== field.defaultValue;
const isChanged = (field) => (field.tagName === "SELECT" ? !field.selectedOptions[0]?.defaultSelected : field.checked !== field.defaultChecked);
const isChoice = (field) => field.form.matches("[data-draft]") && field.matches("select, [type=radio], [type=checkbox]") && typed.has(field) && isChanged(field);
const askedAt = (form) => form.closest("[data-asked]")?.dataset.asked; // where its question came from
const labelOf = (field) => (field.labels?.[0]?.textContent ?? field.placeholder ?? "").trim().replace(/\s+/g, " ");
const write = (form) => {
  if (!store) return;
  const names = [...named(form)];
  const written = names.flatMap(([, fields]) => fields.filter(isWords));
  const chosen = names.some(([, fields]) => fields.some(isChoice));
  change((forms) => {
    const before = forms[about(form)];
    delete forms[about(form)];
    if (!written.length && !chosen) return;
    forms[about(form)] = {
      action: form.getAttribute("action"),
      page: location.pathname,
      at: Date.now(),
      fields: Object.fromEntries(names.filter(([, fields]) => fields.some((each) => typed.has(each))).map(([name, fields]) => [name, fields.map(standing)])),
      words: written.map((field) => [labelOf(field), field.value, field.name]),
      box: form.closest("#ask, #rule")?.id ?? "",
      address: askedAt(form) ?? before?.address ?? "",
    };
  });
};
document.addEventListener("input", ({ target }) => { if (target.form && typed.has(target) && formOf(target)) write(target.form); });
document.addEventListener("reset", ({ target }) => setTimeout(write, 0, target));

// Fields with words in them that would be lost with this page.
export const unsentFields = () => [...document.querySelectorAll(FIELDS)].filter((field) => formOf(field) && (isWords(field) || isChoice(field)));
// The words that are kept for this page, each with what it is called.
export const unsentWords = () => Object.values(load()).filter(({ page }) => page === location.pathname).flatMap(({ words }) => words);

// --- what was sent is kept no more, unless the answer asks first whether it is meant ---

const isAsked = (html, action, words) =>
  [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("form")]
    .filter((form) => form.getAttribute("action") === action)
    .some((form) => words.some(([, value, name]) => [...form.querySelectorAll("input[type=hidden]")].some((each) => each.name === name && each.value.trim() === value.trim())));
const sent = ({ detail: { elt, requestConfig, xhr } }) => {
  if (!store || requestConfig.verb !== "post" || xhr.status < 200 || xhr.status >= 400) return;
  const action = elt?.closest?.("form")?.getAttribute("action") ?? requestConfig.path;
  change((forms) => {
    for (const [name, { action: own, words }] of Object.entries(forms)) {
      if (own !== action || !words.every(([, value, field]) => requestConfig.formData.getAll(field).some((each) => String(each).trim() === value.trim()))) continue;
      if (!isAsked(xhr.responseText, action, words)) delete forms[name];
    }
  });
};
for (const kind of ["htmx:beforeOnLoad", "htmx:afterRequest"]) document.addEventListener(kind, sent);

// A form that is no question of htmx leaves its page: whether it arrived is known from the page that comes.
document.addEventListener("submit", (event) => {
  if (!store || event.defaultPrevented) return;
  change((forms) => { for (const each of Object.values(forms)) if (each.action === event.target.getAttribute("action")) each.posted = true; });
});
const settle = () => {
  const led = performance.getEntriesByType("navigation")[0]?.redirectCount > 0 && !document.referrer.includes("/login/");
  change((forms) => {
    for (const [name, each] of Object.entries(forms)) {
      if (!each.posted) continue;
      delete each.posted;
      if (led) delete forms[name];
    }
  });
};

// A question that somebody leaves is not asked again by itself; its words come back when it is opened (`afterSwap`).
for (const [box, dialog] of Object.entries(BOXES))
  document.getElementById(dialog)?.addEventListener("close", () => {
    if (document.getElementById(dialog).open) return;
    change((forms) => { for (const each of Object.values(forms)) if (each.box === box && each.page === location.pathname) each.box = ""; });
  });

// --- what was typed before this page was loaded ---

let before = {}; // what a form is about → what was typed in it then
const put = (field, value) => {
  if (isPicked(field)) field.checked = value;
  else if (field.tagName !== "SELECT" || [...field.options].some((each) => each.value === value)) field.value = value;
  if (field.matches("[data-from]")) field.dispatchEvent(new Event("change", { bubbles: true }));
};
const lay = (form, from) => {
  const kept = from[about(form)];
  if (!kept || (kept.address && (askedAt(form) ?? kept.address) !== kept.address)) return; // a ruling on another rule
  delete before[about(form)];
  const names = named(form);
  let laid = false;
  for (const [name, values] of Object.entries(kept.fields)) {
    const fields = names.get(name) ?? [];
    if (fields.length !== values.length) continue;
    for (const [at, field] of fields.entries()) {
      if (typed.has(field)) continue;
      if (standing(field) !== values[at]) {
        put(field, values[at]);
        laid = true;
      }
      typed.add(field);
    }
  }
  if (!laid) return;
  write(form);
  say(form, kept.at);
};
const say = (form, at) => {
  const note = document.createElement("div");
  note.className = "notice warn unsent row";
  note.setAttribute("role", "status");
  const words = document.createElement("p");
  const time = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  words.textContent = gettext("You typed this at {time} and have not sent it.", { time });
  const away = document.createElement("button");
  Object.assign(away, { type: "button", className: "quiet", textContent: gettext("Discard it") });
  away.addEventListener("click", () => {
    for (const field of [...named(form).values()].flat()) {
      typed.delete(field);
      asDrawn(field);
    }
    write(form);
    note.remove();
  });
  note.append(words, away);
  form.prepend(note);
  for (let place = form.closest("details"); place; place = place.parentElement.closest("details")) place.open = true;
};
const look = (inside, from = before) => {
  if (!Object.keys(from).length || !inside?.querySelectorAll) return;
  const forms = [...new Set([...inside.querySelectorAll(FIELDS)].map(formOf))];
  for (const form of forms) if (form) lay(form, from);
};
// Where a question came from, so that it can be opened again. One that was left has its words back.
document.addEventListener("htmx:afterSwap", ({ detail: { target, pathInfo, requestConfig } }) => {
  const asks = target?.id in BOXES && requestConfig?.verb === "get" && target.firstElementChild;
  if (asks) asks.dataset.asked = pathInfo.finalRequestPath;
  look(target, asks && store ? load() : before);
});
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => look(target));

// A question that was open when its page went is opened again, the newest of them; once, for it may not be there any more.
const reopen = () => {
  const here = Object.values(before).filter(({ box, address, page }) => box && address && page === location.pathname);
  const last = here.sort((one, other) => one.at - other.at).at(-1);
  if (!last) return;
  change((forms) => { for (const each of Object.values(forms)) if (each.page === location.pathname) each.box = ""; });
  if (last.box === "ask") return htmx.ajax("GET", last.address, { target: "#ask", swap: "innerHTML" });
  // The steps of a box that was open before are still being taken out of the history (rules.js): only then.
  history.state?.rule ? addEventListener("popstate", () => setTimeout(follow, 0, last.address), { once: true }) : follow(last.address);
};
const follow = (address) => {
  const link = document.createElement("a");
  Object.assign(link, { href: address, hidden: true });
  link.dataset.rule = "";
  document.body.append(link);
  link.click();
  link.remove();
};
const begin = () => {
  before = load();
  look(document);
  reopen();
};
if (store) {
  clean();
  settle();
  document.readyState === "complete" ? begin() : addEventListener("load", begin);
}
