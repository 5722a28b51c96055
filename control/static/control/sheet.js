// Sealed sheets from a phone. What is typed is kept on the phone at once; what is sent keeps its key until a receipt has come, so
// it arrives exactly once however often it is sent. Without this script the form is an ordinary form.
import { gettext } from "./words.js";

const body = document.body;
const patience = 5000; // milliseconds until a sheet without an answer is sent again, over HTTP
const prefix = "sheet:";

// --- drafts: { fields, key, at, state: "draft" | "sending" | "refused", event, seat, kind, month, sentence, after, own, again } ---
// `after` is the newest revision that this phone had seen when it was sent, `own` what it has sent since: only these may it replace. One
// that something newer had overtaken may replace that too once it is sent `again`.

const nameOf = ({ event, seat, kind, month }) => `${prefix}${event}:${seat}:${kind}:${month}`;
const load = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};
const keep = (draft) => {
  try {
    localStorage.setItem(nameOf(draft), JSON.stringify(draft));
  } catch {
    // A phone without storage still sends; it only forgets when the page is closed.
  }
  memory.set(nameOf(draft), draft);
};
const drop = (draft) => {
  localStorage.removeItem(nameOf(draft));
  memory.delete(nameOf(draft));
};
const memory = new Map();
const seenName = (draft) => `seen:${nameOf(draft)}`;
const seen = (form) => Math.max(Number(form.dataset.revision) || 0, Number(load(seenName(placeOf(form)))) || 0);
const see = (draft, revision) => {
  try {
    localStorage.setItem(seenName(draft), revision);
  } catch {
    // The page says it, unless it is one that was kept for want of a signal.
  }
};
const find = (name) => memory.get(name) ?? load(name);
const newKey = () =>
  crypto.randomUUID?.() ??
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
    (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16),
  );

// --- forms ---

const forms = () => document.querySelectorAll("form[data-sheet]");
const placeOf = ({ dataset }) => ({ event: dataset.event, seat: dataset.seat, kind: dataset.kind, month: dataset.month });
const formOf = (draft) => [...forms()].find((form) => nameOf(placeOf(form)) === nameOf(draft));
const own = new Set(["csrfmiddlewaretoken", "client_key", "month", "confirm"]);
const typedIn = (form) => [...new FormData(form)].filter(([name, value]) => !own.has(name) && typeof value === "string");

const asText = (fields) => JSON.stringify([...fields].sort());
const isSame = (draft, fields) => Boolean(draft) && asText(draft.fields) === asText(fields);
// Keys under which this phone may have sent the sheet before, for a draft that comes after this one.
const keysBefore = (draft) => (draft?.state === "sending" ? [...(draft.own ?? []), draft.key].slice(-50) : draft?.own);

const fill = (form, fields) => {
  form.dispatchEvent(new CustomEvent("sheet:fill", { bubbles: true, detail: { fields } })); // lists that were narrowed are made whole
  const values = new Map(), filled = new Map(); // of several of a name each has its own value, in their order
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  for (const control of form.elements) {
    if (!control.name || own.has(control.name) || control.type === "submit") continue;
    const wanted = values.get(control.name) ?? [];
    if (control.type === "checkbox" || control.type === "radio") control.checked = wanted.includes(control.value);
    else if (control.multiple) for (const option of control.options) option.selected = wanted.includes(option.value);
    else {
      const at = filled.get(control.name) ?? 0;
      filled.set(control.name, at + 1);
      if (wanted.length) choose(control, wanted[at] ?? ""); // a list beyond those that the draft fills is empty
    }
    if (control.matches("[data-from]")) control.dispatchEvent(new Event("change", { bubbles: true }));
  }
  form.dispatchEvent(new CustomEvent("sheet:filled", { bubbles: true }));
};
const choose = (control, value) => {
  control.value = value;
  // The same target may be offered once for each origin; the one of the chosen origin is meant.
  const from = control.closest("[data-order]")?.querySelector("[data-from]")?.value;
  const group = from && [...control.querySelectorAll?.("optgroup") ?? []].find((each) => each.dataset.origin === from);
  const option = group && [...group.children].find((each) => each.value === value);
  if (option) option.selected = true;
};

const words = {
  draft: () => gettext("Draft on this phone"),
  sending: () => gettext("Sending…"),
  waiting: () => gettext("No signal. It is kept on this phone and sent by itself."),
  received: ({ at, revision, sentence }) =>
    gettext("Received by Control {time} · rev {revision}", { time: at, revision }) + (sentence ? `. ${sentence}` : ""),
  late: ({ sentence }) => [gettext("Late."), sentence].join(" "),
  pending: ({ sentence }) => [gettext("Entered once."), sentence].join(" "),
  locked: ({ sentence }) => [gettext("Locked."), sentence].join(" "),
  asked: ({ question }) => question,
  refused: ({ sentence }) => [gettext("Not sent."), sentence].join(" "),
};
const show = (form, state, facts = {}) => {
  if (!form) return;
  form.toggleAttribute("data-dirty", !["received", "late"].includes(state));
  for (const place of form.querySelectorAll("[data-sheet-state]")) {
    place.dataset.sheetState = state;
    place.textContent = words[state](facts);
  }
  overtaken(form, ["sending", "waiting"].includes(state));
};
// While another one is on its way the receipt above says so, or it would be read as that of what was just sent.
const overtaken = (form, waits) => {
  for (const receipt of form.closest(".region")?.querySelectorAll("[data-receipt]") ?? []) {
    receipt.querySelector("[data-newer]")?.remove();
    if (!waits) continue;
    const note = document.createElement("b");
    note.dataset.newer = "";
    note.textContent = ` ${gettext("A newer one waits on this phone.")}`;
    receipt.append(note);
  }
};

// On a slow phone something may have been typed before this script was there.
const isTouched = (form) =>
  [...form.elements].some((each) => each.matches("input:not([type=hidden]), textarea") && !own.has(each.name) &&
    (["radio", "checkbox"].includes(each.type) ? each.checked !== each.defaultChecked : each.value !== each.defaultValue));

const begin = (form) => {
  if (form.dataset.sheet === "ready") return;
  form.dataset.sheet = "ready";
  const draft = find(nameOf(placeOf(form)));
  if (!draft) return isTouched(form) && write({ target: form });
  fill(form, draft.fields);
  form.closest("details")?.setAttribute("open", "");
  show(form, draft.state === "sending" && !navigator.onLine ? "waiting" : draft.state, draft);
};
const write = ({ target }) => {
  const form = target.closest?.("form[data-sheet]");
  if (!form) return;
  unmark(form);
  sure(form, false);
  // An edited draft is another sheet: with the old key it would be taken for a repeat.
  const before = find(nameOf(placeOf(form)));
  const own = keysBefore(before);
  const draft = { ...placeOf(form), fields: typedIn(form), key: newKey(), at: Date.now(), state: "draft", own, again: before?.again };
  keep(draft);
  show(form, "draft");
  body.dispatchEvent(new CustomEvent("draft:kept", { detail: draft }));
};
// --- before it is sent: a field with data-needed="what is said without it" is needed while data-needed-with="name=value" holds ---

const lacking = (form) =>
  [...form.querySelectorAll("[data-needed]")].find((field) => {
    const [name, value] = field.dataset.neededWith.split("=");
    return !field.value && form.elements[name]?.value === value;
  });
const unmark = (form) => {
  for (const each of form.querySelectorAll("[data-lacks]")) each.remove();
  for (const each of form.querySelectorAll("[data-needed][aria-invalid]")) each.removeAttribute("aria-invalid");
};
const mark = (form, field) => {
  unmark(form);
  const note = document.createElement("p");
  Object.assign(note, { className: "field-lacks", id: `${field.id}-lacks`, textContent: field.dataset.needed });
  note.dataset.lacks = "";
  field.after(note);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", note.id);
  form.closest("details")?.setAttribute("open", "");
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
};
const lacks = (form, field) => {
  show(form, "refused", { sentence: field.dataset.needed });
  mark(form, field);
  // Sent from another tab, the form's own is only now being opened.
  if (document.activeElement !== field) addEventListener("hashchange", () => setTimeout(mark, 0, form, field), { once: true });
};
// A question was asked: the next press means it, unless something is typed before.
const sure = (form, yes) => {
  const press = form.querySelector("[data-send]");
  if (!press || yes === Boolean(form.elements.confirm)) return;
  if (yes) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "confirm", value: "1" });
    form.prepend(field);
  } else form.elements.confirm.remove();
  press.textContent = yes ? press.dataset.sure : gettext("Send to Control");
};

const take = ({ detail }) => {
  // Typed on another device: from now on it is this one's, under the same key, so that whichever sends it sends one sheet.
  const { event, seat, kind, month, fields, key } = detail;
  const draft = { event, seat, kind, month, fields, key, at: Date.now(), state: "draft" };
  keep(draft);
  const form = formOf(draft);
  if (!form) return; // its form is not drawn yet
  fill(form, draft.fields);
  show(form, "draft");
};
const send = (event) => {
  const form = event.target.closest?.("form[data-sheet]");
  if (!form) return;
  event.preventDefault();
  const field = lacking(form);
  if (field) return lacks(form, field);
  const asked = new CustomEvent("sheet:ask", { bubbles: true, detail: { question: "" } });
  form.dispatchEvent(asked);
  if (asked.detail.question && !form.elements.confirm) {
    sure(form, true);
    return show(form, "asked", asked.detail);
  }
  // A field that a script has changed tells of no input: here, too, another content is another sheet.
  const before = find(nameOf(placeOf(form))), fields = typedIn(form);
  const [key, own] = isSame(before, fields) ? [before.key, before.own] : [newKey(), keysBefore(before)];
  const draft = { ...placeOf(form), fields, key, state: "sending", after: before?.again ? null : seen(form), own };
  keep(draft);
  show(form, "sending");
  post(draft);
};

// --- sending ---

const frameOf = ({ seat, kind, month, key, fields, after = null, own = [] }) => ({
  t: "sheet", seat, kind, month: Number(month), key, fields, after, own,
});
const timers = new Map();
const later = (draft, wait) => {
  clearTimeout(timers.get(draft.key));
  timers.set(draft.key, setTimeout(() => isCurrent(draft) && byHttp(draft), wait));
};
const isCurrent = (draft) => {
  const known = find(nameOf(draft));
  return known?.key === draft.key && known.state === "sending";
};
const post = (draft) => {
  const taken = !body.dispatchEvent(new CustomEvent("live:send", { detail: frameOf(draft), cancelable: true }));
  if (taken) later(draft, patience);
  else byHttp(draft);
};
const byHttp = async (draft) => {
  try {
    const answer = await fetch(`/live/${draft.event}/sheet/`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(frameOf(draft)),
      signal: AbortSignal.timeout?.(8000),
    });
    body.dispatchEvent(new CustomEvent("live:signal"));
    if (answer.ok || answer.status === 422) return settle(draft, await answer.json());
    if (answer.status === 403 || answer.status === 404)
      return settle(draft, { status: "refused", sentence: gettext("This phone has left the event; join again with your code."), code: "out" });
  } catch {
    // No signal: it is sent again when the signal is back, and now and then until then.
  }
  if (!isCurrent(draft)) return;
  show(formOf(draft), "waiting");
  later(draft, patience * (1 + Math.random()));
};
const settle = (draft, receipt) => {
  clearTimeout(timers.get(draft.key));
  timers.delete(draft.key);
  if (!isCurrent(draft)) return; // edited since: what is typed now is another sheet
  if (receipt.code === "unsaved") return later(draft, 2000);
  const form = formOf(draft);
  if (receipt.status === "refused") {
    const again = receipt.code === "overtaken";
    keep({ ...draft, state: "refused", sentence: receipt.sentence, again });
    show(form, ["closed", "stale"].includes(receipt.code) ? "locked" : "refused", receipt);
    const field = form && lacking(form);
    if (field) mark(form, field);
    if (!again) return;
    form?.removeAttribute("data-dirty"); // the page shows what has overtaken it; what was typed is filled in again below
    body.dispatchEvent(new CustomEvent("sheet"));
  } else {
    drop(draft);
    see(draft, receipt.revision);
    if (form) form.dataset.revision = receipt.revision;
    show(form, receipt.status, receipt);
    body.dispatchEvent(new CustomEvent("sheet")); // the page shows what Control has
  }
};
const drafts = () => {
  const names = new Set([...memory.keys(), ...Object.keys(localStorage).filter((name) => name.startsWith(prefix))]);
  return [...names].map(find).filter(Boolean);
};
let seat = null; // whom the socket belongs to: two players may share a phone
const resume = () => {
  for (const draft of drafts()) if (draft.state === "sending" && draft.event === body.dataset.event && draft.seat === seat) post(draft);
};

// What Control has is no draft any more: a draft that counts at the lock is said so, and its form goes.
const had = () => {
  for (const { dataset } of document.querySelectorAll("[data-receipt]"))
    for (const draft of drafts()) if (draft.key === dataset.receipt) drop(draft);
};

document.addEventListener("input", write);
body.addEventListener("draft:take", take);
document.addEventListener("submit", send);
body.addEventListener("live:receipt", ({ detail }) => {
  const draft = drafts().find(({ key }) => key === detail.key);
  if (draft) settle(draft, detail);
});
body.addEventListener("live:open", ({ detail }) => {
  seat = detail.seat ?? null;
  resume();
});
addEventListener("online", () => seat && resume());
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) body.addEventListener(swapped, () => (had(), forms().forEach(begin)));
had();
forms().forEach(begin);
