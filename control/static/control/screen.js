// The hall: long hands get smaller, announcements go by themselves, the screen stays awake. Time and sound are clock.js's.
const look = () => {
  for (const hands of document.querySelectorAll(".face-left")) hands.classList.toggle("long", hands.textContent.trim().length > 5);
  for (const notice of document.querySelectorAll("[data-until]")) notice.hidden = Date.now() > Number(notice.dataset.until);
};
document.body.addEventListener("htmx:afterSwap", look);
setInterval(look, 1000);
look();

const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
