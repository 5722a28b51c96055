// How a page of live regions asks for what is new: many pokes are one question, and no answer takes away what is being pressed.
// A look that comes back under a finger would take the button from it; one that is faster than the answer to a press would take the
// form away to which htmx brings that answer. So looks wait until the finger is up and the press is answered.
//
// A phone asks over its open socket (over_socket.js), a page without one by a request: both bring the same regions.
import { askOverSocket, giveUp } from "./over_socket.js";

const body = document.body;
const look = document.getElementById("look");
const LONG = 5000; // a finger that rests longer presses nothing
const CLICK = 60; // a click comes this soon after its finger is up

let asking;
const ask = () => {
  clearTimeout(asking);
  asking = setTimeout(() => htmx.trigger(look, "look"), Number(look.dataset.wait));
};
for (const topic of look.dataset.topics.split(" ")) body.addEventListener(topic, ask);

const presses = new Set(); // the questions that are on their way: one sent before this script ran is none of them
let finger; // the timer of a finger that is down, or has just been
let looking = false;
let missed = false;
const stop = () => {
  if (!looking) return;
  missed = true;
  if (giveUp()) looking = false;
  else htmx.trigger(look, "htmx:abort");
};
const go = () => {
  if (presses.size || finger || !missed) return;
  missed = false;
  ask();
};
const lift = () => {
  finger = undefined;
  go();
};
const touch = (rest) => {
  clearTimeout(finger);
  finger = setTimeout(lift, rest);
};
const over = () => {
  looking = false;
  go();
};
addEventListener("pointerdown", () => (touch(LONG), stop()), true);
for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => touch(CLICK), true);

body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt !== look) return;
  looking = !presses.size && !finger;
  if (!looking) missed = true;
  else if (!askOverSocket(look, over)) return; // by the request that htmx is about to send
  event.preventDefault();
});
body.addEventListener("htmx:beforeSend", ({ detail: { requestConfig, xhr } }) => { // what is not sent is not answered
  if (requestConfig.verb === "get") return;
  presses.add(xhr);
  stop();
});
body.addEventListener("press:sent", ({ detail }) => { // over the socket or by a request (press.js)
  presses.add(detail);
  stop();
});
body.addEventListener("press:over", ({ detail }) => {
  presses.delete(detail);
  go();
});
body.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
  if (elt === look) looking = false;
  presses.delete(xhr);
  go();
});
