// Papers of types are drawn step by step by the server; sheet.js keeps and sends what is typed. This module hands the one to the
// other: a form drawn as it was typed is the draft, and a draft that a refresh left without its form is drawn again.
import { gettext } from "../control/words.js";

const play = document.getElementById("play");
const card = () => document.querySelector("[data-paper]");
const nameOf = ({ dataset }) => `sheet:${dataset.event}:${dataset.seat}:${dataset.kind}:${dataset.month}`;
const load = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};
const drawnAsTyped = () => card()?.querySelector("form[data-sheet][data-dirty]");

let owed = false; // the form of a draft whose type is another: it is fetched again when the line is back
const restore = (anew = false) => {
  const here = card();
  const draft = here && load(nameOf(here));
  if (!draft || (!anew && here.querySelector("form[data-sheet], form[data-dirty]"))) return;
  if (!here.querySelector("form")) {
    const place = here.querySelector("[data-paper-state]");
    place.textContent = gettext("A draft on this phone was not sent.");
    place.hidden = false;
    return;
  }
  const values = { act: "restore", csrfmiddlewaretoken: here.querySelector("[name=csrfmiddlewaretoken]").value };
  for (const [name, value] of draft.fields) (values[name] ??= []).push(value);
  htmx.ajax("POST", here.dataset.paper, { source: play, swap: "none", values })?.catch(() => {}); // without a signal it is kept
};

// A list of types that was drawn before its draft is back carries nothing. A press on it takes the draft along, and the draft is
// fetched no more: its answer would be laid over what the press brings.
document.body.addEventListener("htmx:configRequest", ({ detail: { elt, formData } }) => {
  if (!elt.closest?.("[data-paper] form:not([data-sheet], [data-dirty])")) return;
  const draft = load(nameOf(card()));
  if (!draft) return;
  htmx.trigger(play, "htmx:abort");
  for (const [name, value] of draft.fields) formData.append(name, value);
  if (formData.get("act") === "change") formData.set("act", "restore");
});

document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  if (target.id !== "region-sheet") return;
  owed = false;
  const form = drawnAsTyped();
  if (form && form.dataset.sheet !== "ready") form.dispatchEvent(new Event("input", { bubbles: true }));
  else restore();
});
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-paper] [value=leave]")) localStorage.removeItem(nameOf(card()));
}, true);

document.body.addEventListener("draft:take", ({ detail }) => {
  const form = card()?.querySelector("form[data-sheet]");
  const drawn = form?.elements.type?.value; // before sheet.js lays the draft into this form
  owed = drawn !== new Map(detail.fields).get("type"); // a form of another type has other fields
  if (form) form.inert = owed; // until its own form is there: this one would send its fields under the other type
  setTimeout(restore, 0, owed); // behind sheet.js, which keeps the draft
}, true);
document.body.addEventListener("live:open", () => owed && restore(true));

// A form posted before this script was there is newer than the draft; once that page is loaded again, the draft is newer than the post.
const isAgain = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
if (!drawnAsTyped()) restore();
else if (isAgain) restore(true);
else localStorage.removeItem(nameOf(card()));
