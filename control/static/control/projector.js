// A projector: the frame goes where the console sends it, and the screen says so itself when the console is silent.
const shown = document.getElementById("shown");
const cutOff = document.getElementById("cut-off");
const silence = 20_000; // milliseconds without an answer
let heardAt = Date.now();

document.body.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.id !== "told") return;
  heardAt = Date.now();
  cutOff.hidden = true;
  const { address, title } = document.getElementById("told-address").dataset;
  if (shown.getAttribute("src") === address) return;
  shown.title = title;
  shown.setAttribute("src", address);
});
setInterval(() => { cutOff.hidden = Date.now() - heardAt < silence; }, 2000);

const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
