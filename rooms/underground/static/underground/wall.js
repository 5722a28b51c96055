// What is compared at a table stays until it can be read: what comes after it waits.
const long = 6000; // milliseconds
const fight = (html) => /data-fight="([^"]*)"/.exec(html)?.[1] ?? "";
const shown = () => document.querySelector("[data-fight]")?.dataset.fight ?? "";

let since = shown() ? Date.now() : 0;
let again = 0;

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "hall") return;
  const next = fight(event.detail.xhr.response);
  if (next === shown()) return;
  const left = shown() ? since + long - Date.now() : 0;
  if (left > 0) {
    event.detail.shouldSwap = false;
    clearTimeout(again);
    again = setTimeout(() => document.body.dispatchEvent(new Event("awake")), left);
  } else if (next) since = Date.now();
});
