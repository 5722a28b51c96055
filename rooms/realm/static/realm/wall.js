// The Law Board is as large as it fits, also beside a message. What does not fit at its smallest comes page by page: no law is cut off.
const sizes = [[1, 5.2], [2, 4.6], [2, 4], [2, 3.4], [3, 3.4]]; // columns, hundredths of the screen's shorter side; no less is read at ten metres
const each = 12_000; // milliseconds that a page stays
let first = 0; // of the laws on the page that is shown

const fits = (list) => {
  const wall = list.closest(".wall-list");
  const notice = wall.querySelector(".face-notice:not([hidden])");
  const edge = notice ? notice.getBoundingClientRect().top : wall.getBoundingClientRect().bottom;
  return list.getBoundingClientRect().bottom <= edge - parseFloat(getComputedStyle(wall).paddingBottom) / 2;
};
// Which of how many are shown, where they are not all.
const mark = (from, to, many) => {
  const place = document.querySelector(".wall-page");
  place.hidden = to - from === many;
  place.textContent = `${from + 1}–${to} / ${many}`;
};
const fit = () => {
  const list = document.querySelector(".wall-laws");
  if (!list) return;
  const laws = [...list.children];
  for (const law of laws) law.hidden = false;
  for (const [columns, size] of sizes) {
    list.dataset.fit = "";
    list.style.setProperty("--columns", columns);
    list.style.setProperty("--size", size);
    if (fits(list)) return mark((first = 0), laws.length, laws.length);
  }
  if (first >= laws.length) first = 0;
  laws.forEach((law, at) => (law.hidden = at < first));
  for (let last = laws.length - 1; last > first && !fits(list); last--) laws[last].hidden = true;
  mark(first, laws.findLastIndex(({ hidden }) => !hidden) + 1, laws.length);
};
const turn = () => {
  const laws = [...document.querySelectorAll(".wall-laws > li")];
  if (!laws.some(({ hidden }) => hidden)) return fit(); // a message may have come or gone
  first = laws.findLastIndex(({ hidden }) => !hidden) + 1;
  fit();
};

document.body.addEventListener("htmx:afterSwap", fit);
addEventListener("resize", fit);
document.fonts?.ready.then(fit);
setInterval(turn, each);
fit();
