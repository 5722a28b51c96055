// The map under a finger: pan, pinch, wheel, keys and buttons; a tap on a region says what is there.
// The frame may be swapped at any time, so the place looked at is kept here and put back.
const views = new Map(); // by the id of the region of the page that holds the map
const CLOSEST = 6;
const keyOf = (frame) => frame.closest("[id]")?.id ?? "";
const viewOf = (frame) => views.get(keyOf(frame)) ?? { k: 1, x: 0, y: 0, here: "" };

const draw = (frame) => {
  const { k, x, y } = viewOf(frame);
  frame.querySelector("[data-map-sheet]").style.transform = `translate(${x}px, ${y}px) scale(${k})`;
};
const set = (frame, view) => {
  const sheet = frame.querySelector("[data-map-sheet]");
  const [wide, high] = [sheet.offsetWidth, sheet.offsetHeight];
  const k = Math.min(Math.max(view.k, 1, 0), CLOSEST);
  const within = (at, size, room) => (size * k <= room ? (room - size * k) / 2 : Math.min(0, Math.max(at, room - size * k)));
  views.set(keyOf(frame), { ...view, k, x: within(view.x, wide, frame.clientWidth), y: within(view.y, high, frame.clientHeight) });
  draw(frame);
};
const zoom = (frame, by, atX = frame.clientWidth / 2, atY = frame.clientHeight / 2) => {
  const view = viewOf(frame);
  const k = Math.min(Math.max(view.k * by, 1), CLOSEST);
  const real = k / view.k;
  set(frame, { ...view, k, x: atX - (atX - view.x) * real, y: atY - (atY - view.y) * real });
};

// --- fingers ---------------------------------------------------------------------------------------------------------
const fingers = new Map();
let moved = 0;
const frameOf = (target) => target.closest?.("[data-map-frame]");
const middle = () => {
  const all = [...fingers.values()];
  const x = all.reduce((sum, each) => sum + each.x, 0) / all.length;
  const y = all.reduce((sum, each) => sum + each.y, 0) / all.length;
  const apart = all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0;
  return { x, y, apart };
};
document.addEventListener("pointerdown", (down) => {
  const frame = frameOf(down.target);
  if (!frame) return;
  if (!fingers.size) moved = 0;
  fingers.set(down.pointerId, { x: down.clientX, y: down.clientY });
});
document.addEventListener("pointermove", (move) => {
  const frame = frameOf(move.target);
  if (!frame || !fingers.has(move.pointerId)) return;
  const before = middle();
  fingers.set(move.pointerId, { x: move.clientX, y: move.clientY });
  const after = middle();
  moved += Math.hypot(after.x - before.x, after.y - before.y) + Math.abs(after.apart - before.apart);
  const view = viewOf(frame);
  set(frame, { ...view, x: view.x + after.x - before.x, y: view.y + after.y - before.y });
  if (before.apart && after.apart) {
    const box = frame.getBoundingClientRect();
    zoom(frame, after.apart / before.apart, after.x - box.left, after.y - box.top);
  }
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (up) => fingers.delete(up.pointerId));
document.addEventListener(
  "wheel",
  (turn) => {
    const frame = frameOf(turn.target);
    if (!frame || !(turn.ctrlKey || document.body.dataset.role !== "player")) return;
    turn.preventDefault();
    const box = frame.getBoundingClientRect();
    zoom(frame, Math.exp(-turn.deltaY / 400), turn.clientX - box.left, turn.clientY - box.top);
  },
  { passive: false },
);

// --- buttons and keys ------------------------------------------------------------------------------------------------
document.addEventListener("click", (click) => {
  const button = click.target.closest("[data-map-zoom]");
  if (button) {
    const frame = button.closest("[data-map]").querySelector("[data-map-frame]");
    if (button.dataset.mapZoom === "all") set(frame, { ...viewOf(frame), k: 1, x: 0, y: 0 });
    else zoom(frame, button.dataset.mapZoom === "in" ? 1.6 : 1 / 1.6);
    return;
  }
  const region = click.target.closest("[data-map-frame] a[data-region]");
  if (!region) return;
  click.preventDefault();
  if (moved < 8) choose(frameOf(region), region.dataset.region);
});
document.addEventListener("keydown", (key) => {
  if (!key.target.matches("[data-map-frame]")) return;
  const frame = key.target;
  const view = viewOf(frame);
  const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
  if (steps[key.key]) set(frame, { ...view, x: view.x + steps[key.key][0], y: view.y + steps[key.key][1] });
  else if (key.key === "+" || key.key === "=") zoom(frame, 1.6);
  else if (key.key === "-") zoom(frame, 1 / 1.6);
  else if (key.key === "0") set(frame, { ...view, k: 1, x: 0, y: 0 });
  else return;
  key.preventDefault();
});

// --- what is there ---------------------------------------------------------------------------------------------------
const choose = (frame, id) => {
  const view = viewOf(frame);
  views.set(keyOf(frame), { ...view, here: view.here === id ? "" : id });
  tell(frame);
};
const tell = (frame) => {
  const { here } = viewOf(frame);
  const line = here && document.querySelector(`[data-where="${here}"]`);
  const near = line ? line.dataset.near.split(" ") : [];
  for (const each of frame.querySelectorAll("a[data-region]")) {
    each.classList.toggle("here", each.dataset.region === here);
    each.classList.toggle("near", near.includes(each.dataset.region));
  }
  const details = frame.closest("[data-map]").parentElement.querySelector("[data-map-details]");
  if (!details) return;
  details.hidden = !line;
  details.innerHTML = line ? line.innerHTML : "";
  if (line) details.dispatchEvent(new CustomEvent("map:region", { bubbles: true, detail: { region: here, near } }));
};

// A phone begins close to where its own House stands; a wall shows everything.
const first = (frame) => {
  const whole = { k: 1, x: 0, y: 0, here: "" };
  const house = frame.closest("[data-house]")?.dataset.house;
  const piece = house && (frame.querySelector(`.map-flag.h-${house}`) ?? frame.querySelector(`.map-piece.h-${house}`));
  if (!piece) return whole;
  const sheet = frame.querySelector("[data-map-sheet]");
  const place = piece.transform.baseVal.consolidate().matrix;
  const [wide] = frame.querySelector(".map-pieces").getAttribute("viewBox").split(" ").slice(2);
  const scale = sheet.offsetWidth / wide;
  const k = Math.max(1, frame.clientHeight / sheet.offsetHeight, 0.62 / scale);
  return { k, here: "", x: frame.clientWidth / 2 - place.e * scale * k, y: frame.clientHeight / 2 - place.f * scale * k };
};
const begin = (inside) => {
  for (const frame of inside.querySelectorAll?.("[data-map-frame]") ?? []) {
    if (!frame.clientWidth) continue; // in a tab that is not shown
    set(frame, views.get(keyOf(frame)) ?? first(frame));
    tell(frame);
  }
};
begin(document);
for (const kind of ["htmx:afterSettle", "htmx:oobAfterSwap"]) document.body.addEventListener(kind, ({ target }) => begin(target));
addEventListener("resize", () => begin(document));
addEventListener("hashchange", () => setTimeout(begin, 0, document));
