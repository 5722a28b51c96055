// The one socket of a screen: docs/parts/live.md. Modules hear it as events on the body, one for each topic of a poke, and speak
// through it with "live:send". "awake" means: look at everything again.
import { gettext } from "./words.js";
import "./quiet.js";
import { loadAnew } from "./answers.js";
import "./full.js";
import "./still.js";

const body = document.body;
const quiet = 8_000; // milliseconds without a word from the server, after which it is asked for one
const silence = 18_000; // milliseconds without a word, after which the line is dead: a dead wifi closes no socket
const late = 3_000; // milliseconds without a word or a socket until the screen says so; a short gap is no news to anybody
const patient = body.dataset.role === "player"; // many phones hear one poke and do not all ask in the same instant
const widest = 1_000; // milliseconds over which phones ask if the poke does not say
const steady = patient ? 1_500 : 800; // milliseconds between two attempts at least; the first one need not wait so long
const spread = patient ? 2_500 : 700; // as much more by chance: a hall of 300 phones does not come back in the same instant
const pause = 1_000; // milliseconds between two looks at everything
const opens = 6_000; // milliseconds that a line may take to open before another one is tried
const soon = 60; // milliseconds over which a screen asks that its owner takes up: owners do not act in one instant
const deaf = 1_000; // milliseconds without a word after that, until another line is tried: a line may die while a device sleeps

let socket = null;
let heardAt = Number(body.dataset.kept) || Date.now(); // a page from the phone's own memory was heard when it was kept
let askedAt = 0;
let attempts = 0;
let out = false; // what let this screen in is worth nothing any more, or something else
let retry, waiting, wokenAt = 0, rewaking, openedAt = 0, barredUntil = 0;
let isTakenUp = false; // its owner looks at this screen again, and it has heard nothing since
let topics = new Set();
let within = Infinity; // milliseconds over which the phones spread that now wait as this one does
let dueAt = Infinity; // when this one's wait ends

const say = (name, detail, options) => body.dispatchEvent(new CustomEvent(name, { detail, ...options }));

// --- how old this screen is ---

const time = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const show = (state) => {
  if (body.dataset.state === state) return;
  body.dataset.state = state;
  if (state === "stale") body.dataset.since = time(heardAt);
  else delete body.dataset.since;
  label(document);
};
const label = (inside) => {
  const state = body.dataset.state;
  const words = {
    live: () => gettext("Live"),
    stale: () => gettext("No connection, as of {time}", { time: body.dataset.since }),
    connecting: () => gettext("Connecting"),
  }[state]?.();
  for (const each of inside.querySelectorAll("[data-live-state]")) {
    each.dataset.liveState = state;
    (each.querySelector("[data-live-words]") ?? each).textContent = words;
  }
};

// --- news ---

let ready = document.readyState === "complete"; // until then nothing on the page hears a topic yet: what comes is kept
const heard = (work) => (ready ? work() : addEventListener("DOMContentLoaded", work, { once: true })); // the socket may be faster
const tell = () => {
  if (!ready) return;
  const now = topics;
  topics = new Set();
  clearTimeout(waiting);
  within = dueAt = Infinity;
  for (const topic of now) say(topic);
};
const gather = (more, spread = widest) => {
  for (const topic of more) topics.add(topic);
  if (!patient) return tell();
  if (spread >= within) return; // a second poke of the same crowd moves nobody
  within = spread;
  const at = Date.now() + Math.random() * spread;
  if (at >= dueAt) return;
  dueAt = at;
  clearTimeout(waiting);
  waiting = setTimeout(tell, at - Date.now());
};
const awake = (spread) => {
  clearTimeout(rewaking);
  const left = wokenAt + pause - Date.now();
  if (left > 0 && left <= pause) { // what came since the last look is not in its answers
    rewaking = setTimeout(awake, left, spread);
    return;
  }
  wokenAt = Date.now();
  gather(["awake"], spread);
};

const hear = {
  hello(told) {
    attempts = 0;
    show("live");
    heard(() => {
      say("live:clock", { clock: told.clock, now: told.now });
      say("live:open", told);
    });
    awake(isTakenUp ? soon : widest);
  },
  poke(told) {
    if (told.clock) say("live:clock", { clock: told.clock });
    gather(told.topics, told.spread);
  },
  beat: (told) => say("live:beat", told),
  pong: (told) => say("live:pong", told),
  receipt: (told) => say("live:receipt", told),
  drafted: (told) => say("live:drafted", told),
  pressed: (told) => say("live:pressed", told),
  refused: (told) => say("live:refused", told),
};

// --- the line ---

const connect = () => {
  clearTimeout(retry);
  retry = undefined;
  if (socket || out) return;
  const own = new WebSocket(new URL(body.dataset.live + (body.dataset.role === "hall" ? "?hall" : ""), location.href.replace(/^http/, "ws")));
  socket = own;
  own.binaryType = "arraybuffer";
  openedAt = Date.now();
  own.onmessage = ({ data }) => {
    if (socket !== own) return;
    heardAt = Date.now();
    show("live");
    if (typeof data !== "string") say("live:answer", data); // to a question of over_socket.js
    else {
      const told = JSON.parse(data);
      hear[told.t]?.(told);
    }
    isTakenUp = false;
  };
  own.onclose = ({ code }) => socket === own && lose(code);
};
const lose = (code) => {
  socket = null;
  setTimeout(look, late);
  say("live:lost");
  if (code === 4401) {
    // A sign-out, other desks, a new code: the page that comes says what that means, unless something typed would be lost with this one.
    out = true;
    if (say("live:out", undefined, { cancelable: true })) loadAnew();
    return;
  }
  if (code === 1008) barredUntil = Date.now() + 30_000;
  if (isTakenUp) wokenAt = 0; // what was asked over the dead line gets no answer
  const wait = (attempts++ ? steady : 0) + Math.random() * (isTakenUp ? soon : spread); // never longer: after a restart all wait for it
  retry ??= setTimeout(connect, code === 1008 ? 30_000 : wait);
};
const drop = () => {
  const dead = socket;
  if (!dead) return;
  lose();
  dead.close();
};
const leave = () => {
  const open = socket;
  socket = null; // nothing more is heard or said while another page is on its way
  clearTimeout(retry);
  retry = undefined;
  open?.close();
};
const look = () => {
  // A dead wifi closes no socket: silence is the signal.
  const open = socket?.readyState === WebSocket.OPEN;
  const still = Date.now() - Math.max(heardAt, openedAt);
  if (socket && still > (open ? silence : opens)) drop();
  else if (open && still > quiet && Date.now() - askedAt > quiet) {
    askedAt = Date.now();
    socket.send(JSON.stringify({ t: "ping", c: askedAt }));
  }
  if (!open && Date.now() - heardAt > late) show("stale");
};
const wake = () => {
  look();
  if (socket) return awake();
  clearTimeout(retry);
  attempts = 0;
  connect();
};
// The owner looks at this screen again. Its line is asked for a word.
const takeUp = () => {
  isTakenUp = true;
  look();
  const own = socket;
  if (!own) return wake();
  if (own.readyState !== WebSocket.OPEN) return;
  own.send(JSON.stringify({ t: "ping", c: Date.now() }));
  awake(soon);
  setTimeout(() => {
    if (socket !== own || !isTakenUp) return;
    attempts = 0;
    drop();
  }, deaf);
};
// An answer over HTTP proves the signal before the socket has noticed: the line is opened anew at once, and nothing is stale.
const signal = () => {
  if (out) return;
  const still = Date.now() - (socket?.readyState === WebSocket.OPEN ? heardAt : openedAt);
  if (Date.now() < barredUntil || (socket && still < (socket.readyState === WebSocket.OPEN ? quiet : late))) return;
  drop();
  attempts = 0;
  heardAt = Date.now();
  connect();
  if (body.dataset.state === "stale") show("connecting");
};

addEventListener("DOMContentLoaded", () => {
  ready = true;
  if (topics.size) tell();
});

if (body.dataset.live) {
  show(body.dataset.kept ? "stale" : "connecting");
  connect();
  setInterval(look, 2000);
  body.addEventListener("live:send", (asked) => {
    if (socket?.readyState !== WebSocket.OPEN || Date.now() - heardAt > silence) return;
    socket.send(JSON.stringify(asked.detail));
    asked.preventDefault(); // says that it has been sent
  });
  body.addEventListener("live:signal", signal);
  body.addEventListener("live:again", () => { out = false; wake(); });
  body.addEventListener("htmx:afterOnLoad", signal);
  addEventListener("online", wake);
  addEventListener("offline", drop);
  addEventListener("pageshow", ({ persisted }) => persisted && takeUp());
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => document.hidden || takeUp());
  for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) body.addEventListener(swapped, ({ target }) => label(target));
}
