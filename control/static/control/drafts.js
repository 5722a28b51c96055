// What is typed reaches the server too, a moment behind the finger, so a phone that dies loses nothing: another one that opens the
// badge is offered the draft. sheet.js keeps the draft on this phone and says "draft:kept"; without a socket nothing is sent here, and
// what is missing goes out when the socket is back.
import { gettext } from "./words.js";

const body = document.body;
const behind = 1200; // milliseconds between two frames of one draft
const prefix = "sheet:";
const longest = 4000; // bytes; a longer draft stays on the phone

const nameOf = ({ event, seat, kind, month }) => `${prefix}${event}:${seat}:${kind}:${month}`;
const load = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};

// --- to the server ---

const waiting = new Map(); // name → timer
const newest = new Map(); // name → the draft as it was typed last
const known = new Map(); // name → the key that the server has
let seat = null; // whom the socket belongs to

const frameOf = ({ seat, kind, month, key, fields }) => ({ t: "draft", seat, kind, month: Number(month), key, fields });
const tell = (name) => {
  clearTimeout(waiting.get(name));
  waiting.delete(name);
  const draft = newest.get(name);
  if (!draft || draft.seat !== seat || known.get(name) === draft.key) return;
  const frame = frameOf(draft);
  if (new Blob([JSON.stringify(frame.fields)]).size > longest) return;
  body.dispatchEvent(new CustomEvent("live:send", { detail: frame, cancelable: true }));
};
body.addEventListener("draft:kept", ({ detail }) => {
  const name = nameOf(detail);
  newest.set(name, detail);
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

let offers = [];
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
const placeOf = (draft) =>
  formOf(draft) ?? [...document.querySelectorAll("[data-paper]")].find(({ dataset }) => nameOf(dataset) === nameOf(draft));
const button = (words, quiet, press) => {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: words, className: quiet ? "quiet" : "" });
  made.addEventListener("click", press);
  return made;
};
const offer = () => {
  for (const draft of offers) {
    const place = placeOf(draft);
    if (!place || place.querySelector("[data-offer]") || load(nameOf(draft)) || left(draft.key)) continue;
    const box = document.createElement("div");
    box.className = "notice draft-offer stack";
    box.dataset.offer = draft.key;
    box.setAttribute("role", "status");
    const words = document.createElement("p");
    words.textContent = gettext("A draft from another device had reached Control at {time} and was not sent.", {
      time: clock(draft.at),
    });
    const away = () => {
      offers = offers.filter((each) => each !== draft);
      box.remove();
    };
    const row = document.createElement("div");
    row.className = "row";
    row.append(
      button(gettext("Go on with it"), false, () => {
        away();
        known.set(nameOf(draft), draft.key);
        newest.set(nameOf(draft), draft);
        body.dispatchEvent(new CustomEvent("draft:take", { detail: draft }));
      }),
      button(gettext("Leave it"), true, () => {
        leave(draft.key);
        away();
      }),
    );
    box.append(words, row);
    place.closest("details")?.setAttribute("open", "");
    place.prepend(box);
  }
};
const look = async () => {
  const places = [...document.querySelectorAll("form[data-sheet], [data-paper]")];
  if (!places.some(({ dataset }) => !load(nameOf(dataset)))) return;
  try {
    const answer = await fetch("/play/drafts/", { headers: { Accept: "application/json" } });
    if (answer.ok) offers = (await answer.json()).drafts;
  } catch {
    return; // no signal: asked again when the socket opens
  }
  offer();
};

body.addEventListener("live:open", ({ detail }) => {
  seat = detail.seat ?? null;
  known.clear(); // what a dying line swallowed goes out again; the server takes it for the same draft
  for (const name of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
    const draft = load(name);
    if (draft && draft.event === body.dataset.event && draft.state !== "sending") newest.set(name, draft);
  }
  flush();
  look();
});
body.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  if (target.id !== "region-sheet") return;
  if (offers.length) offer();
  else if (seat) look(); // a form that was not there before, such as after the room was chosen
});
