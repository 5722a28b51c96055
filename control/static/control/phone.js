// The phone page without a signal: a worker keeps it as it was last known, and forgets it when the phone is signed out.
import { gettext } from "./words.js";

const body = document.body;
const caches_ = window.caches;

export const forget = async () => {
  for (const name of Object.keys(localStorage)) if (/^(sheet|seen|told|beside):/.test(name)) localStorage.removeItem(name);
  sessionStorage.clear();
  navigator.serviceWorker?.controller?.postMessage({ t: "forget" });
  for (const name of (await caches_?.keys()) ?? []) if (name.startsWith("phone-page-")) await caches_.delete(name);
};

// --- the page of somebody who has joined ---

const files = () => {
  const found = performance.getEntriesByType("resource").map(({ name }) => name);
  return [...new Set(found)].filter((name) => {
    const { origin, pathname } = new URL(name);
    return origin === location.origin && (pathname.startsWith("/static/") || pathname.endsWith("/ground/"));
  });
};
const keep = () => navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ t: "keep", files: files() }));

if (document.getElementById("play")) {
  if ("serviceWorker" in navigator && window.isSecureContext) {
    navigator.serviceWorker.register("/sw.js").catch(() => {}); // a phone that will not keep the page still plays
    if (!body.dataset.kept) document.readyState === "complete" ? setTimeout(keep, 500) : addEventListener("load", () => setTimeout(keep, 500));
  }
  document.addEventListener("submit", ({ target }) => target.closest("form.leave") && forget());

  if (body.dataset.kept) {
    const note = document.createElement("p");
    note.className = "notice warn kept";
    note.setAttribute("role", "status");
    const since = new Date(Number(body.dataset.kept));
    const time = since.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    note.textContent = gettext(
      "No signal. This is what the phone knew at {time}; the clock goes on. A sheet you send is kept and goes out by itself.",
      { time },
    );
    document.getElementById("play").prepend(note);
    body.addEventListener("live:open", () => note.remove(), { once: true });
  }
} else if (body.dataset.nobody !== undefined) forget(); // the door, and nobody is joined here: nothing of anybody stays
