// A field that is full says so: a browser drops what is typed or pasted beyond `maxlength` without a word.
// Short ones, such as codes and numbers, show at a glance what they hold.
import { gettext } from "./words.js";

const SHORT = 100;
const notes = new WeakMap(); // field → the sentence below it

addEventListener("input", ({ target }) => {
  if (!target.matches?.("textarea, input") || target.maxLength < SHORT) return;
  notes.get(target)?.remove();
  if (target.value.length < target.maxLength) return;
  const note = document.createElement("p");
  note.className = "field-full";
  note.setAttribute("role", "alert");
  note.textContent = gettext("Full: only {most} letters fit here. See how the text ends, and shorten it.", { most: target.maxLength });
  notes.set(target, note);
  target.after(note);
});
