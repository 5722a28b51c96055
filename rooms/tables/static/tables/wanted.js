// A form that wants so many of something says so on its button, and can be sent when they are there: data-wanted="2" on the form, or on
// a part of it. Without a script the rules say no.
import { gettext } from "../control/words.js";

const counted = (part) => ({ there: part.querySelectorAll("input[type=checkbox]:checked").length, wanted: Number(part.dataset.wanted) });
const count = () => {
  for (const form of new Set([...document.querySelectorAll("[data-wanted]")].map((part) => part.closest("form")))) {
    const parts = form.matches("[data-wanted]") ? [form] : [...form.querySelectorAll("[data-wanted]")];
    const counts = parts.map(counted);
    const button = form.querySelector("button:not([type=button])");
    button.disabled = counts.some(({ there, wanted }) => there !== wanted);
    const words = button.disabled ? counts.map(({ there, wanted }) => gettext("{count} of {wanted}", { count: there, wanted })).join(", ") : "";
    let told = button.querySelector("[data-keep]");
    if (!told) {
      told = document.createElement("small");
      told.dataset.keep = "";
      told.className = "wanted";
      button.append(" ", told);
    }
    if (told.textContent !== words) told.textContent = words;
  }
};
addEventListener("change", count);
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"]) document.addEventListener(swapped, count);
count();
