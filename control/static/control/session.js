// A screen whose account or badge is worth nothing any more, or something else by now: signed out in another tab, other desks, a new
// code. Where nothing is typed the page is loaded anew, as ever. Else it stays: the console is asked what this screen still is, and it
// says that and what to do. Once nobody is signed in here, nothing is left on it that somebody else could read; what was typed is kept
// by unsent.js and comes back after the same account or seat has signed in.
import { gettext } from "./words.js";
import { loadAnew } from "./answers.js";
import { unsentFields, unsentWords } from "./unsent.js";

const { body } = document;
const { whose, role, name } = body.dataset;
const isPhone = role === "player";
const again = 5000; // milliseconds until it is looked again whether somebody has signed in

// --- what this screen is now: "same", "less" (the same account, but not its page any more), "out" or "other" ---

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const ask = async () => {
  try {
    const options = { redirect: "manual", cache: "no-store", headers: { Accept: "text/html" }, signal: AbortSignal.timeout?.(8000) };
    const answer = await fetch(location.href, options);
    if (answer.type === "opaqueredirect") return { is: "out" };
    if (answer.status >= 500) return null;
    if (answer.headers.get("X-Whose") !== whose) return { is: "other" };
    return answer.ok ? { is: "same", html: await answer.text() } : { is: "less" };
  } catch {
    return null; // no signal: asked again
  }
};

// --- the page stays, and says what happened ---

const button = (words, press) => {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: words });
  made.addEventListener("click", press);
  return made;
};
// In sight wherever somebody reads: over the question that is open, in the foot of a desk, in the head of a phone.
const line = (words, ...presses) => {
  document.querySelector(".session-line")?.remove();
  const made = document.createElement("div");
  made.className = "said-line refused-line session-line";
  made.setAttribute("role", "alert");
  const told = document.createElement("p");
  told.className = "grow";
  told.textContent = words;
  made.append(told, ...presses);
  const box = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (box) box.prepend(made);
  else if (isPhone) document.querySelector("header.top").append(made);
  else document.getElementById("said").replaceChildren(made);
};
const renew = (html) => {
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(html)?.[1]; // another one after every sign-in
  if (token) for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
};
const same = (html, cause) => {
  renew(html);
  if (cause === "out") body.dispatchEvent(new CustomEvent("live:again"));
  if (cause === "stale") line(gettext("You have signed in again meanwhile, and nothing was sent. Press again."));
  else if (cause === "gone") line(gettext("This is not here any more, or not yours. Nothing was done; what you typed is still here."));
  else if (cause === "out" && !isPhone)
    line(
      gettext("Your desks were changed. What you typed is still here; load the page again when it is sent."),
      button(gettext("Load again"), () => location.reload()),
    );
};

// --- the page goes, and one sentence stands in its place ---

let card = null;
const asking = new Set(); // htmx's requests that are on their way
document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  asking.add(xhr);
  xhr.addEventListener("loadend", () => asking.delete(xhr));
});
const words = {
  out: () => [
    gettext("Signed out"),
    isPhone
      ? gettext("This phone was signed out, or its badge has a new code. Join again as {name}. What you typed is kept here for a day.", { name })
      : gettext("This device was signed out. Sign in again as {name}, here or in another tab. What you typed is kept here for a day.", { name }),
  ],
  less: () => [
    gettext("Not your desk any more"),
    gettext("The organizer changed your desks. What you typed is below. Copy it, or ask for the desk back: then it is in its place again."),
  ],
};
const door = () => (isPhone ? "/" : `/staff/login/?next=${encodeURIComponent(location.pathname + location.search)}`);
const show = (is) => {
  if (card?.dataset.is === is) return;
  const [title, sentence] = words[is]();
  card = document.createElement("main");
  card.className = "session-card stack";
  card.dataset.is = is;
  const heading = Object.assign(document.createElement("h1"), { textContent: title, tabIndex: -1 });
  const told = Object.assign(document.createElement("p"), { textContent: sentence });
  told.setAttribute("role", "alert");
  const way = document.createElement("a");
  way.className = "button main";
  if (is === "out") Object.assign(way, { href: door(), textContent: isPhone ? gettext("Join again") : gettext("Sign in again") });
  else Object.assign(way, { href: "/control/", textContent: gettext("Your events") });
  card.append(heading, told, way);
  if (is === "less")
    for (const [label, value] of unsentWords()) {
      const place = Object.assign(document.createElement("label"), { className: "field", textContent: label });
      place.append(Object.assign(document.createElement("textarea"), { readOnly: true, value, rows: 4 }));
      card.append(place);
    }
  for (const xhr of asking) xhr.abort(); // what nobody waits for any more would lead this page away
  body.replaceChildren(card);
  document.title = title;
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
};
const wait = async () => {
  for (;;) {
    await Promise.race([pause(again), new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }))]);
    const now = await ask();
    if (now?.is === "same" || now?.is === "other") return loadAnew();
    if (now) show(now.is);
  }
};

// --- asked: by a socket that was closed, or by an answer that says no ---

let finding = null;
const look = async (cause) => {
  let now = await ask();
  while (!now) {
    await pause(3000);
    now = await ask();
  }
  if (now.is === "same") return same(now.html, cause);
  if (now.is === "other" || !unsentFields().length) return loadAnew();
  show(now.is);
  void wait();
};
// Find out what this screen is; `cause` is "out" (what let it in is gone), "stale" (a press without a good token), "gone" (a
// press that led nowhere) or "look" (a look that did).
export const find = (cause) => {
  if (!card) finding ??= look(cause).finally(() => { finding = null; });
};

// The card stays too: the socket and a look may both learn that the desk is gone, and the second finds no field any more.
const stays = () => card || unsentFields().length;
if (whose) {
  body.addEventListener("live:out", (event) => {
    if (!stays()) return;
    event.preventDefault();
    find("out");
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr } = event.detail;
    if (xhr.status !== 404 || !xhr.getResponseHeader("HX-Redirect") || !stays()) return;
    event.preventDefault();
    find("look");
  });
}
