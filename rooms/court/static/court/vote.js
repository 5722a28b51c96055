// What the page says of a vote on its way (press.js sends it): a vote without a signal is named beside its form until it is sent; a vote
// that Control has taken is marked at once, for the floor with it comes as news.
import { about } from "../control/typed.js";
import { gettext } from "../control/words.js";

const body = document.body;
let kept = null; // the vote that waits for a signal
const status = document.createElement("p"); // is always there: a reader announces what comes into it
status.className = "sr";
status.setAttribute("role", "status");
document.getElementById("play")?.append(status);

const show = () => {
  for (const old of document.querySelectorAll("[data-kept-vote]")) old.remove();
  const form = [...document.querySelectorAll("form.vote")].find((each) => about(each) === kept?.about);
  if (!form) return null;
  const said = document.createElement("p");
  said.className = "notice warn";
  said.dataset.keptVote = kept.value;
  said.textContent = gettext("Will be sent when there is a signal again: {vote}", { vote: kept.label });
  form.after(said);
  return said;
};
body.addEventListener("press:kept", ({ detail: { press } }) => {
  const isNew = press && press !== kept;
  kept = press?.name === "vote" ? press : null;
  const said = show();
  if (!isNew || !said) return;
  said.scrollIntoView({ block: "nearest" });
  status.textContent = said.textContent;
});

// Only a phone with a floor needs to send votes. Until this is loaded, a press is a request.
const load = () => document.querySelector("#region-floor .floor-head") && import("../control/press.js").catch(() => {});
body.addEventListener("htmx:oobAfterSwap", () => {
  load();
  show();
});
load();

body.addEventListener("press:taken", ({ detail: { form, value, at } }) => {
  if (!form.matches("form.vote")) return;
  for (const old of document.querySelectorAll("#region-floor [data-vote]")) old.remove();
  for (const each of form.querySelectorAll("[name=vote]")) {
    each.classList.toggle("is-mine", each.value === value);
    each.setAttribute("aria-pressed", String(each.value === value));
  }
  const said = form.parentElement.querySelector("[data-taken]");
  const time = said.querySelector("time");
  time.dateTime = at;
  time.textContent = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  said.hidden = false;
  status.textContent = said.textContent;
});
