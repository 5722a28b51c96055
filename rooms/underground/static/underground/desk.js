// What a press has shown hides again: at a touch, and by itself when nobody has touched it for a while.
const box = document.getElementById("ask-box");
let timer;

const secret = () => document.querySelector("[data-veil]");
const hide = () => {
  const shown = secret();
  if (!shown) return;
  if (box?.open) box.close();
  else shown.querySelector("[data-close]")?.click();
};
const wait = () => {
  clearTimeout(timer);
  const seconds = Number(secret()?.dataset.veil ?? 0);
  if (seconds) timer = setTimeout(hide, seconds * 1000);
};

document.addEventListener("htmx:afterSwap", ({ detail }) => { if (detail.target?.id === "ask") wait(); });
for (const kind of ["pointerdown", "keydown", "input"]) document.addEventListener(kind, () => { if (secret()) wait(); }, true);
document.addEventListener("click", (event) => { if (event.target.closest("[data-touch-hides]")) hide(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) hide(); });
