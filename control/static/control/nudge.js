// Control waits for a sheet: the phone says so and shakes. The words stand in the page; the news is only which of them.
const box = document.getElementById("nudge");
for (const words of box?.querySelectorAll("[data-nudge]") ?? []) {
  document.body.addEventListener(`nudge-${words.dataset.nudge}`, () => {
    for (const each of box.querySelectorAll("[data-nudge]")) each.hidden = each !== words;
    box.hidden = false;
    navigator.vibrate?.([250, 120, 250]);
  });
}
box?.querySelector("button").addEventListener("click", () => (box.hidden = true));
document.body.addEventListener("sheet", () => box && (box.hidden = true)); // one has arrived
