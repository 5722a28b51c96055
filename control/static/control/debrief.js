/* The time machine's slider: asks for the moment under the thumb, plays from stop to stop, and keeps the address of what is shown. */
const slide = document.querySelector("[data-slide]");
const eyes = document.querySelector("[data-eyes]");
const place = document.getElementById("moment");
const at = slide.querySelector("[data-at]");
const play = slide.querySelector("[data-play]");
const speed = slide.querySelector("[data-speed]");
const OVER = 80; // px below which a piece counts as being read
const DRAGGED = 60; // ms in which a thumb may go on before a moment is asked for
let wanted = 0;
let asked = 0;
let timer = 0;
let side = "1"; // of the two that a phone shows in turn

const address = (seq) => {
  const query = new URLSearchParams([...new FormData(eyes)].filter(([, value]) => value));
  return `${slide.dataset.address.replace(/0\/$/, `${seq}/`)}?${query}`;
};
const show = async (seq, kept) => {
  const own = (asked += 1);
  const answer = await fetch(address(seq), { headers: { "HX-Request": "true" } }).catch(() => undefined);
  if (own !== asked) return; // a later moment was asked for meanwhile
  if (!answer?.ok) return stop();
  const open = [...place.querySelectorAll("details[open] > summary")].map((each) => each.textContent.trim());
  place.innerHTML = await answer.text();
  for (const each of place.querySelectorAll("details > summary")) each.parentElement.open = open.includes(each.textContent.trim());
  at.value = place.querySelector("[data-moment]").dataset.moment;
  marked();
  flipped();
  if (kept) history[kept](undefined, "", address(at.value));
};
const marked = () => { // what is told of a place lights up on the map of its side
  for (const fact of place.querySelectorAll("[data-place]")) {
    const found = fact.closest(".moment-side").querySelector(`[data-at="${CSS.escape(fact.dataset.place)}"]`);
    found?.classList.add("is-told");
  }
};
const flipped = () => {
  const flip = place.querySelector("[data-flip]");
  if (!flip) return;
  flip.hidden = false;
  for (const each of flip.children) each.setAttribute("aria-pressed", String(each.dataset.side === side));
};
const turn = (to) => { // the piece that is being read stays where it is
  const [from, onto] = side === "1" ? [0, 1] : [1, 0];
  const sides = place.querySelectorAll(".moment-side");
  const read = [...sides[from].querySelectorAll("[data-piece]")].find((each) => each.getBoundingClientRect().bottom > OVER);
  const was = read?.getBoundingClientRect().top;
  side = to;
  flipped();
  const same = read && sides[onto].querySelector(`[data-piece="${CSS.escape(read.dataset.piece)}"]`);
  if (same) scrollBy({ top: same.getBoundingClientRect().top - was, behavior: "instant" });
};
const stop = () => {
  clearInterval(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
};
const step = () => {
  const next = place.querySelector("[data-moment]")?.dataset.next;
  if (!next) return stop();
  show(next, "replaceState");
};
const start = () => {
  stop();
  play.setAttribute("aria-pressed", "true");
  timer = setInterval(step, Number(speed.value));
  step();
};

for (const each of [play, speed, at]) each.hidden = false;
at.addEventListener("input", () => {
  stop();
  clearTimeout(wanted);
  wanted = setTimeout(show, DRAGGED, at.value, "replaceState");
});
at.addEventListener("change", () => show(at.value, "pushState"));
play.addEventListener("click", () => (timer ? stop() : start()));
speed.addEventListener("change", () => { if (timer) start(); });
eyes.addEventListener("change", () => show(at.value, "pushState"));
place.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-flip] [data-side]");
  if (pressed && pressed.dataset.side !== side) turn(pressed.dataset.side);
  const link = event.target.closest("a[href*='/at/']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(new URL(link.href.baseVal ?? link.href, location.href).pathname.match(/\/at\/(\d+)\//)[1], "pushState");
});
addEventListener("popstate", () => location.reload());
marked();
flipped();
