// What Control announces lies over whichever page of the phone is open until somebody has seen it; then the phone tells that it shows it.
import { gettext } from "./words.js";

const box = document.getElementById("told");
const region = document.getElementById("region-news");
const page = document.getElementById("news");
const tab = document.querySelector('.tabs a[href="#news"]');
const most = 3; // announcements at once; all of them are among the news
const name = `seen:${document.body.dataset.event}:${box.dataset.who ?? document.title}`; // two may share a phone
let told = 0;

const stored = () => {
  try {
    return Number(localStorage.getItem(name) ?? -1);
  } catch {
    return -1;
  }
};
let read = Number(box.dataset.read); // on any device of this seat, as the console knows it
let seen = Math.max(stored(), read);
const see = (newest) => {
  seen = newest;
  if (newest > read) {
    read = newest;
    fetch(box.dataset.tell.replace("0", newest)).catch(() => {}); // without a signal another device says it once more
  }
  try {
    localStorage.setItem(name, String(newest));
  } catch {} // a phone that keeps nothing says it again when the page is loaded
};

const tell = async (newest, address) => {
  if (told >= newest || document.hidden || document.body.dataset.kept) return;
  told = newest;
  const heard = await fetch(address).catch(() => null);
  if (!heard?.ok && told === newest) told = 0; // the next look tries again
};

// The box lies at the lower edge of the screen, or below the header where it would cover the button that is due.
const head = document.querySelector(".top, .table-head");
const coversButton = () => {
  const { top, bottom } = box.getBoundingClientRect();
  return [...document.querySelectorAll("button.main")].some((each) => {
    const at = each.getBoundingClientRect();
    return each.checkVisibility() && at.top < bottom && at.bottom > top;
  });
};
const lay = (above) => {
  box.classList.toggle("is-above", above);
  box.style.top = above ? `${Math.max(0, head?.getBoundingClientRect().bottom ?? 0)}px` : "";
};
const place = () => {
  lay(false);
  if (!coversButton()) return;
  lay(true);
  if (coversButton()) lay(false);
};

if (head) new ResizeObserver(() => box.classList.contains("is-above") && lay(true)).observe(head);

const look = ({ type } = {}) => {
  const all = [...region.querySelectorAll("[data-notice]")];
  const newest = Number(all[0]?.dataset.notice ?? 0);
  if (page?.classList.contains("shown") && !document.hidden) see(newest);
  const unseen = all.filter(({ dataset }) => Number(dataset.notice) > seen).slice(0, seen < 0 ? 1 : most);
  const words = box.querySelector("[data-words]");
  words.replaceChildren(...unseen.map((each) => each.querySelector("[data-words]").cloneNode(true)));
  const isNew = box.hidden && unseen.length;
  box.hidden = !unseen.length;
  if (isNew || type === "hashchange") place(); // it never moves while somebody reads the page
  if (tab) unseen.length ? (tab.dataset.unread = gettext("new")) : delete tab.dataset.unread;
  if (newest) tell(newest, region.querySelector("[data-shown]").dataset.shown);
};

box.querySelector("button").addEventListener("click", () => {
  see(Number(region.querySelector("[data-notice]")?.dataset.notice ?? 0));
  look();
});
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => target.id === "region-news" && look());
document.body.addEventListener("live:open", look);
document.addEventListener("visibilitychange", look);
addEventListener("hashchange", look); // after play.js, which shows the page
look();
