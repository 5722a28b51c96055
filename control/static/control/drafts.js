// What is typed reaches the server too, a moment behind the finger, so a phone that dies loses nothing: another one that opens the
// badge is offered the draft. sheet.js keeps the draft on this phone and says "draft:kept"; without a socket nothing is sent here, and
// what is missing goes out when the socket is back, with how long it has waited: what was typed on another device since stays, and of
// two drafts the one that gives way is still offered.
import { gettext } from "./words.js";

const body = document.body;
const behind = 1200; // milliseconds between two frames of one draft
const prefix = "sheet:";
const longest = 4000; // bytes; a longer draft stays on the phone
const waited = 3000; // milliseconds after which a draft is no longer being typed
const remembered = 5; // keys of a form that this phone has said last

const nameOf = ({ event, seat, kind, month }) => `${prefix}${event}:${seat}:${kind}:${month}`;
const load = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};
const save = (name, value) => {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A phone without storage offers it until the page is closed.
  }
};

// --- to the server ---

const waiting = new Map(); // name → timer
const newest = new Map(); // name → the draft as it was typed last
const known = new Map(); // name → the key that the server has
let seat = null; // whom the socket belongs to
let asking = false; // what another device has typed is looked at first

const said = (name) => load(`told:${name}`) ?? []; // keys
const frameOf = ({ seat, kind, month, key, fields, at = 0 }, name) => {
  const frame = { t: "draft", seat, kind, month: Number(month), key, fields };
  const age = Math.max(0, Date.now() - at);
  return age < waited ? frame : { ...frame, seconds: Math.min(age / 1000, 1e9), own: said(name) };
};
const tell = (name) => {
  clearTimeout(waiting.get(name));
  waiting.delete(name);
  const draft = newest.get(name);
  if (asking || !draft || draft.seat !== seat || known.get(name) === draft.key) return;
  if (besideOf(name)?.why === "newer") return;
  const frame = frameOf(draft, name);
  if (new Blob([JSON.stringify(frame.fields)]).size > longest) return;
  if (body.dispatchEvent(new CustomEvent("live:send", { detail: frame, cancelable: true }))) return; // it has not gone out
  save(`told:${name}`, [...said(name).filter((key) => key !== draft.key), draft.key].slice(-remembered));
};
body.addEventListener("draft:kept", ({ detail }) => {
  const name = nameOf(detail);
  newest.set(name, detail);
  const beside = besideOf(name);
  if (beside?.why === "newer") lay(name, beside.draft, "older"); // what is typed from here on is newer still
  if (!waiting.has(name)) waiting.set(name, setTimeout(tell, behind, name));
});
const flush = () => [...newest.keys()].forEach(tell);
document.addEventListener("visibilitychange", () => document.hidden && flush());

const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const formOf = (draft) =>
  [...document.querySelectorAll("form[data-sheet]")].find(({ dataset }) => nameOf(dataset) === nameOf(draft));
body.addEventListener("live:drafted", ({ detail }) => {
  const found = [...newest].find(([, draft]) => draft.key === detail.key);
  if (!found || detail.status === "refused") return;
  const [name, draft] = found;
  known.set(name, draft.key);
  const place = formOf(draft)?.querySelector("[data-sheet-state=draft]");
  if (!place) return; // it has been sent meanwhile
  const late = detail.status === "late";
  const when = late
    ? gettext("Draft on this phone. It reached Control at {time}.", { time: detail.at })
    : gettext("Draft on this phone, and with Control since {time}.", { time: detail.at });
  const why = detail.sentence || (late ? "" : gettext("It is not sent yet."));
  place.textContent = `${when} ${why}`;
});

// --- from the server: what another device has typed ---

// Two drafts of one sheet, from two devices: the one in the form, and this one beside it, with why it is offered. "away" where there is
// none in the form; "newer", which stays with Control until its owner has chosen; "older"; "before", which stood in the form.
const besides = new Map(); // name → { draft, why }
const besideOf = (name) => besides.get(name) ?? load(`beside:${name}`);
const lay = (name, draft, why) => {
  const beside = { draft, why };
  besides.set(name, beside);
  if (why !== "away") save(`beside:${name}`, beside); // the server may soon have it no more
  offer();
};
const clear = (name) => {
  besides.delete(name);
  localStorage.removeItem(`beside:${name}`);
  for (const place of document.querySelectorAll("form[data-sheet], [data-paper]"))
    if (nameOf(place.dataset) === name) place.querySelector("[data-offer]")?.remove();
};
const left = (key) => {
  try {
    return sessionStorage.getItem(`left:${key}`) !== null;
  } catch {
    return false;
  }
};
const leave = (key) => {
  try {
    sessionStorage.setItem(`left:${key}`, "");
  } catch {
    // Then it is offered once more when the page is opened again.
  }
};
const words = {
  away: (time) => gettext("A draft from another device had reached Control at {time} and was not sent.", { time }),
  newer: (time) => gettext("A newer draft from another device reached Control at {time}; this phone’s own, below, is older.", { time }),
  older: (time) => gettext("An older draft from another device had reached Control at {time}; this phone’s own, below, is newer.", { time }),
  before: (time) => gettext("The draft that stood here until {time} is kept.", { time }),
};
const labels = {
  away: () => [gettext("Use that draft"), gettext("Keep this one")],
  newer: () => [gettext("Use the newer one"), gettext("Keep this one")],
  older: () => [gettext("Use the older one"), gettext("Keep this one")],
  before: () => [gettext("Restore it"), gettext("Keep this one")],
};
const placeOf = (name) =>
  [...document.querySelectorAll("form[data-sheet]"), ...document.querySelectorAll("[data-paper]")].find(
    ({ dataset }) => nameOf(dataset) === name,
  );
const button = (words, quiet, press) => {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: words, className: quiet ? "quiet" : "" });
  made.addEventListener("click", press);
  return made;
};
const takeUp = (name, { draft, why }) => {
  const mine = load(name);
  clear(name);
  if (why === "away" || why === "newer") known.set(name, draft.key);
  newest.set(name, { ...draft, at: Date.now() });
  body.dispatchEvent(new CustomEvent("draft:take", { detail: draft }));
  tell(name);
  if (mine && mine.key !== draft.key) lay(name, { ...mine, at: new Date().toISOString() }, "before"); // neither is lost
};
const stayWith = (name, { draft, why }) => {
  leave(draft.key);
  clear(name);
  const mine = load(name);
  if (why !== "newer" || !mine) return;
  newest.set(name, { ...mine, at: Date.now() }); // chosen now, knowing the other
  save(name, newest.get(name));
  tell(name);
  lay(name, draft, "older");
};
const offer = () => {
  const names = [...Object.keys(localStorage)].filter((name) => name.startsWith("beside:")).map((name) => name.slice("beside:".length));
  for (const name of new Set([...besides.keys(), ...names])) {
    const beside = besideOf(name);
    const place = placeOf(name);
    if (!beside || !place || place.querySelector(`[data-offer="${beside.draft.key}"]`)) continue;
    if (beside.why === "away" ? load(name) || left(beside.draft.key) : !load(name)) {
      clear(name); // there is one in the form now, or there is none any more
      continue;
    }
    place.querySelector("[data-offer]")?.remove();
    const box = document.createElement("div");
    box.className = "notice draft-offer stack";
    box.dataset.offer = beside.draft.key;
    box.setAttribute("role", "status");
    const told = document.createElement("p");
    told.textContent = words[beside.why](clock(beside.draft.at));
    const row = document.createElement("div");
    row.className = "row";
    const [take, stay] = labels[beside.why]();
    row.append(button(take, false, () => takeUp(name, beside)), button(stay, true, () => stayWith(name, beside)));
    box.append(told, row);
    place.closest("details")?.setAttribute("open", "");
    place.prepend(box);
  }
};
const compare = (draft) => {
  const [name, mine] = [nameOf(draft), load(nameOf(draft))];
  if (left(draft.key) || besideOf(name)?.draft.key === draft.key) return;
  if (!mine) lay(name, draft, "away");
  else if (mine.state !== "sending" && mine.key !== draft.key && !said(name).includes(draft.key))
    lay(name, draft, draft.seconds * 1000 < Date.now() - (mine.at ?? 0) ? "newer" : "older");
};
const look = async () => {
  const places = document.querySelectorAll("form[data-sheet], [data-paper]");
  if (!places.length && !newest.size) return;
  try {
    const answer = await fetch("/play/drafts/", { headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(8000) });
    if (answer.ok) for (const draft of (await answer.json()).drafts) compare(draft);
  } catch {
    // No signal: asked again when the socket opens.
  }
  offer();
};
body.addEventListener("live:open", async ({ detail }) => {
  seat = detail.seat ?? null;
  known.clear(); // what a dying line swallowed goes out again; the server takes it for the same draft
  for (const name of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
    const draft = load(name);
    if (draft && draft.event === body.dataset.event && draft.state !== "sending") newest.set(name, draft);
  }
  asking = true;
  await look();
  asking = false;
  flush();
});
body.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  if (target.id !== "region-sheet") return;
  offer();
  if (seat && !besides.size) look(); // a form that was not there before, such as after the room was chosen
});
