// The Law Board is as large as it fits, also beside a message. What does not fit at its smallest comes page by page: no law is cut off.
const sizes = [[2, 2.9], [2, 2.6], [3, 2.6], [3, 2.35], [4, 2.2], [4, 2.05], [4, 1.9], [4, 1.7], [5, 1.6], [5, 1.45]]; // columns, hundredths of the screen's shorter side
const each = 12_000; // milliseconds that a page stays
let first = 0; // of the laws on the page that is shown

const fits = (list) => {
  const wall = list.closest(".wall-list");
  return list.getBoundingClientRect().bottom <= wall.getBoundingClientRect().bottom - parseFloat(getComputedStyle(wall).paddingBottom) / 2;
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
    if (fits(list)) return void (first = 0);
  }
  if (first >= laws.length) first = 0;
  laws.forEach((law, at) => (law.hidden = at < first));
  for (let last = laws.length - 1; last > first && !fits(list); last--) laws[last].hidden = true;
};
const turn = () => {
  const laws = [...document.querySelectorAll(".wall-laws > li")];
  if (!laws.some(({ hidden }) => hidden)) return;
  first = laws.findLastIndex(({ hidden }) => !hidden) + 1;
  fit();
};

document.body.addEventListener("htmx:afterSwap", fit);
addEventListener("resize", fit);
document.fonts?.ready.then(fit);
setInterval(turn, each);
fit();
