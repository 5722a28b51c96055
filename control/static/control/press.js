// Presses of forms with `data-socket`: votes and the like, which a hall gives at one moment. They go over the open socket. Control answers
// with a receipt, and what has changed comes as news. Whatever the socket does not take, a request sends with the same ID.
//
// One press is under way at a time. The last press counts: it is the only one that waits, and the only one that is ever sent again.
// The script of a room with such forms loads this one.
import { about } from "./typed.js";

const body = document.body;
const source = document.createElement("div"); // of these requests alone: no other request takes their place or waits for them
source.hidden = true;
source.setAttribute("hx-sync", "this:replace");
document.getElementById("play").append(source);
const FORM = "form[data-socket]";
const PATIENCE = 4_000; // milliseconds until a request sends it instead; Control takes it from the socket for less
const LENGTH = 512; // characters of a message: always as many, so that its length does not tell which button was pressed
const GONE = [502, 503, 504]; // what stands before Control's computer answers for it

let last = 0;
let wanted = null; // the last press without an answer: { about, region, form, address, fields, name, value, label, since, at, isTried, isKept }
let underWay = null; // what is being sent: { press, number (over the socket), late, xhr (by a request) }
let sending = null; // the one whose request is being made
let again; // the timer after which a kept press is sent again
let clock = null; // Control's time when it was last heard, and when that was; on the way it has only grown older
let isOlder = false; // the console at the other end is of an earlier release, which does not know presses
let isKnown = false; // it has answered one

const say = (name, detail) => body.dispatchEvent(new CustomEvent(name, { detail }));
const now = () => clock.now + performance.now() - clock.at;
const sentAt = (press) => (press.at ??= clock && Math.floor(clock.now + press.since - clock.at)); // stays, however long the phone sleeps
const learn = (told) => { if (told > (clock ? now() : 0)) clock = { now: told, at: performance.now() }; }; // some phones stop counting in their sleep
const forms = () => [...document.querySelectorAll(FORM)];
const isOf = (press, form, { name, value }) => press?.about === about(form) && press.name === name && press.value === value;
const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is missing on pages without https
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

// Show on the forms which press is wanted, and tell others whether it waits for a signal.
const show = () => {
  for (const form of forms()) {
    form.classList.toggle("htmx-request", underWay?.press.about === about(form));
    for (const each of form.elements) each.classList.toggle("busy", isOf(wanted, form, each));
  }
};
const tell = () => {
  show();
  say("press:kept", { press: wanted?.isKept ? wanted : null });
};

const start = () => {
  if (!wanted || underWay) return;
  clearTimeout(again);
  wanted.since ??= performance.now(); // of its first try: Control refuses it if the player has sent a later one, here or on another phone
  const own = { press: wanted };
  underWay = own;
  tell();
  say("press:sent", own);
  if (!overSocket(own)) byRequest(own);
};
const overSocket = (own) => {
  const { address, fields, isTried } = own.press;
  const at = sentAt(own.press);
  if (isTried || !at || isOlder) return false;
  const detail = { t: "press", number: last + 1, address, fields, at, pad: "" };
  detail.pad = "-".repeat(Math.max(0, LENGTH - JSON.stringify(detail).length));
  if (body.dispatchEvent(new CustomEvent("live:send", { detail, cancelable: true }))) return false; // nobody has sent it
  own.number = ++last;
  own.late = setTimeout(() => byRequest(own), PATIENCE);
  return true;
};
// Its form may be gone: the answer says what became of the press.
const byRequest = (own) => {
  clearTimeout(own.late);
  own.number = undefined; // what the socket says of it is no longer heard
  own.press.isTried = true;
  const { address, fields } = own.press;
  const csrfmiddlewaretoken = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  sending = own;
  htmx.ajax("POST", address, { source, values: { ...fields, sent_at: sentAt(own.press) ?? "", csrfmiddlewaretoken } }).catch(() => {});
  sending = null;
  if (!own.xhr) over(own, 0);
};
const isAnswer = (status) => status && !GONE.includes(status);
// What was sent has its answer, or found none. What is wanted by now comes next, before others hear that this one is over.
const over = (own, status) => {
  if (underWay !== own) return; // given up meanwhile
  clearTimeout(own.late);
  underWay = null;
  if (wanted !== own.press) start();
  else if (isAnswer(status)) wanted = null;
  else {
    wanted.isKept = true;
    again = setTimeout(start, (status ? 2_000 : 8_000) + Math.random() * 2_000);
  }
  tell();
  say("press:over", own);
};

document.addEventListener("htmx:confirm", (event) => {
  const { elt, triggeringEvent } = event.detail;
  const button = triggeringEvent?.submitter;
  if (!elt.matches(FORM) || !button) return;
  event.preventDefault();
  const { name, value, textContent: label } = button;
  const fields = { ...Object.fromEntries(new FormData(elt)), [name]: value, command_id: newId() };
  delete fields.csrfmiddlewaretoken;
  const region = elt.closest("[id^=region-]")?.id;
  const press = { about: about(elt), region, form: elt, address: elt.getAttribute("action"), fields, name, value, label };
  wanted = isOf(underWay?.press, elt, button) ? underWay.press : press;
  tell();
  start();
});
document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  const own = sending;
  if (!own) return;
  own.xhr = xhr;
  xhr.addEventListener("loadend", () => setTimeout(() => over(own, xhr.status))); // htmx is done with it by then
});
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
  document.addEventListener(kind, ({ detail }) => {
    if (detail.xhr === underWay?.xhr && !isAnswer(detail.xhr.status)) detail.kept = true; // so the page need not say that it was not sent
  }, true);

body.addEventListener("live:pressed", ({ detail: { n, at } }) => {
  isKnown = true;
  const own = underWay;
  if (!own || n !== own.number) return; // given up meanwhile
  if (!at) return byRequest(own);
  document.getElementById("trouble").hidden = true;
  const { about: of, form, region, name, value } = own.press;
  const seen = document.getElementById(region)?.querySelector("[name=seen]");
  if (seen) seen.value = ""; // the receipt is not in what the page shows, so news replaces it
  const drawn = forms().find((each) => about(each) === of);
  if (drawn) say("press:taken", { form: drawn, name, value, at });
  if (drawn !== form) htmx.trigger(document.getElementById("look"), "look"); // it was drawn anew meanwhile: news brings the rest
  over(own, 200);
});
body.addEventListener("live:refused", () => {
  if (!underWay?.number || isKnown) return; // something else was refused
  isOlder = true;
  byRequest(underWay);
});
body.addEventListener("live:open", ({ detail: { now: told } }) => {
  clock = { now: told, at: performance.now() };
  isOlder = isKnown = false;
  if (underWay?.number) byRequest(underWay); // it was sent over the former line
  setTimeout(start);
});
body.addEventListener("live:beat", ({ detail: { now: told } }) => learn(told));
body.addEventListener("live:pong", ({ detail: { s } }) => learn(s));
body.addEventListener("live:lost", () => underWay?.number && byRequest(underWay));
addEventListener("online", () => setTimeout(start));
body.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => GONE.includes(xhr.status) || setTimeout(start)); // there is a signal
body.addEventListener("htmx:oobAfterSwap", show);
// A page that goes gives up what is under way. If it comes back, it sends what was pressed last.
addEventListener("pagehide", () => {
  const was = underWay;
  if (!was) return;
  underWay = null;
  was.xhr?.abort();
  clearTimeout(was.late);
  wanted.isKept = true;
  again = setTimeout(start, 2_000);
  tell();
  say("press:over", was);
});
say("live:send", { t: "ping", c: Date.now() }); // this script may come after Control has told its time
