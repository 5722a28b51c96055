// Control waits for a sheet: the phone says so and shakes. The words stand in the page; the news is only which of them. It goes by
// itself once such a sheet can be sent no more, which the region of the situation says.
const box = document.getElementById("nudge");
const hide = () => box && (box.hidden = true);
const open = () => document.querySelector("[data-open-sheets]")?.dataset.openSheets.split(" ") ?? [];
for (const words of box?.querySelectorAll("[data-nudge]") ?? []) {
  document.body.addEventListener(`nudge-${words.dataset.nudge}`, () => {
    for (const each of box.querySelectorAll("[data-nudge]")) each.hidden = each !== words;
    box.hidden = false;
    navigator.vibrate?.([250, 120, 250]);
  });
}
for (const press of box?.querySelectorAll("button, a") ?? []) press.addEventListener("click", hide);
document.body.addEventListener("sheet", hide); // one has arrived
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  const shown = box?.querySelector("[data-nudge]:not([hidden])")?.dataset.nudge;
  if (shown && target.querySelector("[data-open-sheets]") && !open().includes(shown)) hide();
});
