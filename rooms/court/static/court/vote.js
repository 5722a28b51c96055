// A vote that was pressed without a signal is kept, said beside its form, and pressed again by itself once there is an answer: with
// the id that it had, so that a vote whose answer alone was lost is one vote. It is kept in this page only, never for another badge.
import { gettext } from "../control/words.js";

const body = document.body;
const gone = [502, 503, 504]; // what stands before Control's computer answers for it
let kept = null; // the last vote that found no answer
let last = ""; // its id

const formOf = () => document.querySelector("#region-floor form.vote");
const show = (comes = false) => {
  for (const old of document.querySelectorAll("[data-kept-vote]")) old.remove();
  const form = formOf();
  if (!kept || !form) return;
  const said = document.createElement("p");
  said.className = "notice warn";
  said.dataset.keptVote = kept.value;
  said.setAttribute("role", "status");
  said.textContent = gettext("Will be sent when there is a signal again: {vote}", { vote: kept.label });
  form.after(said);
  if (comes) said.scrollIntoView({ block: "nearest" });
};
const isVote = (elt) => elt?.matches?.("#region-floor form.vote");
const keep = ({ detail }) => {
  if (!isVote(detail.elt) || (detail.xhr.status && !gone.includes(detail.xhr.status))) return;
  const { command_id, month, cycle, vote } = Object.fromEntries(new FormData(detail.elt, detail.requestConfig.triggeringEvent?.submitter));
  if (!vote) return;
  const label = detail.elt.querySelector(`[name=vote][value=${vote}]`).textContent;
  kept = { id: command_id, month, cycle, value: vote, label };
  detail.kept = true; // so the page need not say that it was not sent
  show(command_id !== last);
  last = command_id;
  if (detail.xhr.status) setTimeout(send, 2_000 + Math.random() * 2_000); // there is a signal: no socket will open to say so
};
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(kind, keep, true);

const send = () => {
  if (!kept) return;
  const form = formOf();
  const { id, month, cycle, value } = kept;
  kept = null;
  show();
  const open = form && form.elements.month.value === month && form.elements.cycle.value === cycle;
  if (!open) return late();
  form.elements.command_id.value = id;
  form.requestSubmit(form.querySelector(`[name=vote][value=${value}]`));
};
const late = () => {
  const said = document.createElement("p");
  said.className = "refused";
  said.setAttribute("role", "alert");
  said.textContent = gettext("Your vote was not sent: there was no signal until the vote was closed.");
  document.querySelector("#region-floor .floor-head")?.after(said);
};
addEventListener("online", () => setTimeout(send));
body.addEventListener("live:open", () => setTimeout(send));
body.addEventListener("htmx:afterOnLoad", ({ detail }) => {
  if (gone.includes(detail.xhr.status)) return;
  if (detail.requestConfig.verb === "post" && isVote(detail.elt)) kept = null; // a newer press has arrived
  setTimeout(send);
});
body.addEventListener("htmx:oobAfterSwap", () => show());
