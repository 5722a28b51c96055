// The map under a finger, a mouse and the keys: pan, pinch, zoom; a tap or Enter on a region says what is there.
// The place looked at is kept here by the region of the page that holds the map, and put back whenever that is drawn anew.
// Its attributes and events: docs/parts/regions.md.
import "./keep.js";
import { gettext } from "./words.js";

const views = new Map();
const CLOSEST = 6;
const READABLE = 0.62; // pixels to a unit of the map: so large that names and numbers are read on a phone
const NEARLY = 1.4; // no more than that too small, all of it is shown: else a tablet would leave out a rim
const SLIP = 8; // a finger that has gone farther than this has moved the map and pressed nothing
const keyOf = (frame) => frame.closest("[id]")?.id ?? "";
const viewOf = (frame) => views.get(keyOf(frame)) ?? { k: 1, x: 0, y: 0, here: "" };
const sheetOf = (frame) => frame.querySelector("[data-map-sheet]");
const frameBy = (details) => details.closest(":has(> [data-map])")?.querySelector("[data-map-frame]");
const regionOf = (frame, id) => frame.querySelector(`a[data-region="${CSS.escape(id)}"]`);

// How many pixels a unit of the map has while all of it is seen, and how far one may go in: a long strip farther than a square.
const scaleOf = (frame) => {
  const [wide] = sheetOf(frame).querySelector("svg[viewBox]").getAttribute("viewBox").split(" ").slice(2);
  return sheetOf(frame).offsetWidth / wide;
};
const closest = (frame) => Math.max(CLOSEST, (2 * READABLE) / scaleOf(frame));

const set = (frame, view) => {
  const sheet = sheetOf(frame);
  const [wide, high] = [sheet.offsetWidth, sheet.offsetHeight];
  const k = Math.min(Math.max(view.k, 1), closest(frame));
  const within = (at, size, room) => (size * k <= room ? (room - size * k) / 2 : Math.min(0, Math.max(at, room - size * k)));
  const [x, y] = [within(view.x, wide, frame.clientWidth), within(view.y, high, frame.clientHeight - (frame.covered ?? 0))];
  views.set(keyOf(frame), { ...view, k, x, y, wide: frame.clientWidth, high: frame.clientHeight, scale: scaleOf(frame) });
  sheet.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
};
const zoom = (frame, by, atX = frame.clientWidth / 2, atY = frame.clientHeight / 2) => {
  const view = viewOf(frame);
  const k = Math.min(Math.max(view.k * by, 1), closest(frame));
  const real = k / view.k;
  set(frame, { ...view, k, x: atX - (atX - view.x) * real, y: atY - (atY - view.y) * real });
};
const centred = (frame, [x, y], k, high) => {
  const by = scaleOf(frame) * k;
  set(frame, { ...viewOf(frame), k, x: frame.clientWidth / 2 - x * by, y: high / 2 - y * by });
};
const ROUND = 100; // units of the map around a region, so that all of it is seen
const look = (frame, regions, covered) => {
  if (fingers.size) return;
  const places = regions.flatMap((id) => regionOf(frame, id) ?? []).map(at);
  if (!places.length) return;
  frame.covered = covered;
  const span = (all) => [Math.min(...all) - ROUND, Math.max(...all) + ROUND];
  const [[left, right], [top, bottom]] = [span(places.map(([x]) => x)), span(places.map(([, y]) => y))];
  const [view, scale, wide, high] = [viewOf(frame), scaleOf(frame), frame.clientWidth, frame.clientHeight - covered];
  const sees = (one, other, from, room) => from + one * scale * view.k >= 0 && from + other * scale * view.k <= room;
  if (sees(left, right, view.x, wide) && sees(top, bottom, view.y, high)) return;
  const fits = Math.min(view.k, wide / ((right - left) * scale), high / ((bottom - top) * scale));
  const least = Math.min(view.k, READABLE / NEARLY / scale);
  if (fits < least && places.length > 1) return centred(frame, places[0], Math.max(1, least), high);
  const k = Math.max(1, fits);
  set(frame, { ...view, k, x: (wide - (left + right) * scale * k) / 2, y: (high - (top + bottom) * scale * k) / 2 });
};
document.addEventListener("map:look", ({ target, detail: { regions, covered } }) => look(target, regions, covered));
const whole = (frame) => set(frame, { ...viewOf(frame), k: 1, x: 0, y: 0 });

// --- fingers ---------------------------------------------------------------------------------------------------------
const fingers = new Map();
let moved = 0;
let held = null; // the frame that the fingers are on
let touched = null; // the region that a single finger has gone down on, and that finger
let taken = false; // what this finger pressed has been picked when it was lifted, without waiting for a click
const middle = () => {
  const all = [...fingers.values()];
  const x = all.reduce((sum, each) => sum + each.x, 0) / all.length;
  const y = all.reduce((sum, each) => sum + each.y, 0) / all.length;
  return { x, y, apart: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 };
};
document.addEventListener("pointerdown", (down) => {
  taken = false; // what is pressed beside the map is pressed as everywhere
  const frame = down.target.closest?.("[data-map-frame]");
  if (!frame || (down.pointerType === "mouse" && down.button)) return;
  if (!fingers.size) moved = 0;
  const region = !fingers.size && down.pointerType !== "mouse" && down.target.closest("a[data-region]");
  touched = region ? { region, by: down.pointerId } : null;
  held = frame;
  fingers.set(down.pointerId, { x: down.clientX, y: down.clientY });
});
document.addEventListener("pointermove", (move) => {
  if (!held?.isConnected || !fingers.has(move.pointerId)) return;
  if (move.pointerType === "mouse" && !move.buttons) return fingers.delete(move.pointerId);
  const before = middle();
  fingers.set(move.pointerId, { x: move.clientX, y: move.clientY });
  const after = middle();
  moved += Math.hypot(after.x - before.x, after.y - before.y) + Math.abs(after.apart - before.apart);
  if (moved < SLIP / 2) return; // a tap that trembles
  const view = viewOf(held);
  set(held, { ...view, x: view.x + after.x - before.x, y: view.y + after.y - before.y });
  if (before.apart && after.apart) {
    const box = held.getBoundingClientRect();
    zoom(held, after.apart / before.apart, after.x - box.left, after.y - box.top);
  }
});
// A browser takes a tap right behind a swipe for the end of the swipe and makes no click of it: so a finger presses when it is lifted.
const lift = (up) => {
  fingers.delete(up.pointerId);
  const region = up.type === "pointerup" && touched?.by === up.pointerId && moved < SLIP && touched.region;
  touched = null;
  if (!region || !region.isConnected || "fresh" in region.dataset) return; // still.js: it lay under a question until now
  taken = true;
  region.focus({ preventScroll: true });
  pick(region.closest("[data-map-frame]"), region.dataset.region);
};
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, lift);
// The click that usually follows would press whatever lies there by now.
document.addEventListener("touchend", (end) => taken && end.cancelable && end.preventDefault(), { passive: false });
document.addEventListener("dragstart", (drag) => drag.target.closest?.("[data-map-frame]") && drag.preventDefault());
document.addEventListener(
  "wheel",
  (turn) => {
    const frame = turn.target.closest?.("[data-map-frame]");
    if (!frame || !(turn.ctrlKey || document.body.dataset.role !== "player")) return;
    turn.preventDefault();
    const box = frame.getBoundingClientRect();
    zoom(frame, Math.exp(-turn.deltaY / 400), turn.clientX - box.left, turn.clientY - box.top);
  },
  { passive: false },
);

// --- presses ---------------------------------------------------------------------------------------------------------
// A desk opens its own question about a region then, everybody else reads it below the map.
const pick = (frame, id) => {
  const detail = { region: id, ring: true };
  if (!frame.dispatchEvent(new CustomEvent("map:pick", { bubbles: true, cancelable: true, detail }))) {
    if (!detail.ring) return;
    views.set(keyOf(frame), { ...viewOf(frame), here: id });
    return ring(frame);
  }
  const view = viewOf(frame);
  views.set(keyOf(frame), { ...view, here: view.here === id ? "" : id });
  tell(frame);
};
document.addEventListener("click", (click) => {
  const button = click.target.closest("[data-map-zoom]");
  if (button) {
    const frame = button.closest("[data-map]").querySelector("[data-map-frame]");
    if (button.dataset.mapZoom === "all") whole(frame);
    else if (button.dataset.mapZoom === "mine") look(frame, button.dataset.mine.split(" "), 0);
    else zoom(frame, button.dataset.mapZoom === "in" ? 1.6 : 1 / 1.6);
    return;
  }
  const region = click.target.closest("[data-map-frame] a[data-region]");
  if (region) {
    click.preventDefault();
    if (click.detail && taken) taken = false;
    else if (!click.detail || moved < SLIP) pick(region.closest("[data-map-frame]"), region.dataset.region);
    return;
  }
  if (click.target.closest("[data-print]")) return print();
  const near = click.target.closest("[data-map-go]");
  const frame = near?.closest("[data-map-details]") && frameBy(near);
  if (frame) {
    click.preventDefault();
    views.set(keyOf(frame), { ...viewOf(frame), here: near.dataset.mapGo });
    tell(frame);
    show(frame, regionOf(frame, near.dataset.mapGo));
  }
  const shut = click.target.closest("[data-map-shut]");
  if (shut) {
    const its = frameBy(shut);
    views.set(keyOf(its), { ...viewOf(its), here: "" });
    tell(its);
  }
});

// A desk's question about a region is answered or left: nothing is chosen any more.
document.addEventListener(
  "close",
  ({ target }) => {
    if (!target.matches("dialog")) return;
    for (const frame of document.querySelectorAll("[data-map-frame]")) {
      views.set(keyOf(frame), { ...viewOf(frame), here: "" });
      ring(frame);
    }
  },
  true,
);

// --- keys ------------------------------------------------------------------------------------------------------------
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const at = (region) => [Number(region.dataset.x), Number(region.dataset.y)];
const beyond = (frame, from, [ux, uy]) => {
  // The nearest region that lies more that way than aside.
  const [x, y] = at(from);
  let best = null;
  let least = Infinity;
  for (const each of frame.querySelectorAll("a[data-region]")) {
    const [dx, dy] = [at(each)[0] - x, at(each)[1] - y];
    const [along, aside] = [dx * ux + dy * uy, Math.abs(dx * uy) + Math.abs(dy * ux)];
    if (along <= 0 || aside > along * 1.2) continue;
    const far = along + aside * 1.5;
    if (far < least) [best, least] = [each, far];
  }
  return best;
};
const centre = (frame) => {
  const box = frame.getBoundingClientRect();
  const far = (region) => {
    const its = region.getBoundingClientRect();
    return Math.hypot(its.x + its.width / 2 - box.x - box.width / 2, its.y + its.height / 2 - box.y - box.height / 2);
  };
  return [...frame.querySelectorAll("a[data-region]")].sort((one, other) => far(one) - far(other))[0];
};
const show = (frame, region) => {
  // A region that is not in sight is brought to the middle.
  if (!region) return;
  const [box, its, view] = [frame.getBoundingClientRect(), region.getBoundingClientRect(), viewOf(frame)];
  const [x, y] = [its.x + its.width / 2 - box.x, its.y + its.height / 2 - box.y];
  if (x > 40 && y > 40 && x < box.width - 40 && y < box.height - 40) return;
  set(frame, { ...view, x: view.x + box.width / 2 - x, y: view.y + box.height / 2 - y });
};
document.addEventListener("keydown", (key) => {
  const frame = key.target.closest?.("[data-map-frame]");
  if (!frame || key.ctrlKey || key.metaKey || key.altKey) return;
  const region = key.target.closest("a[data-region]");
  if (WAYS[key.key]) {
    const start = region ?? regionOf(frame, viewOf(frame).here);
    const next = start ? beyond(frame, start, WAYS[key.key]) : centre(frame);
    next?.focus({ preventScroll: true });
  } else if (region && (key.key === "Enter" || key.key === " ")) pick(frame, region.dataset.region);
  else if (key.key === "+" || key.key === "=") zoom(frame, 1.6);
  else if (key.key === "-") zoom(frame, 1 / 1.6);
  else if (key.key === "0") whole(frame);
  else if (key.key === "Escape" && region) frame.focus();
  else return;
  key.preventDefault();
});
document.addEventListener("focusin", ({ target }) => {
  const frame = target.closest?.("[data-map-frame]");
  if (!frame) return;
  ring(frame);
  if (target.matches("a[data-region]:focus-visible")) show(frame, target);
});
document.addEventListener("focusout", ({ target }) => {
  const frame = target.closest?.("[data-map-frame]");
  if (frame) setTimeout(ring, 0, frame);
});

// --- what is there ---------------------------------------------------------------------------------------------------
const outline = (region) => (region ? region.querySelector("path").getAttribute("d") : "");
const ring = (frame) => {
  // Outlines are drawn over all regions, or their neighbours would lie on them.
  const { here } = viewOf(frame);
  const line = here && document.querySelector(`[data-where="${CSS.escape(here)}"]`);
  const near = line ? line.dataset.near.split(" ") : [];
  const focus = frame.querySelector("a[data-region]:focus-visible");
  const rings = { here: outline(here && regionOf(frame, here)), near: near.map((id) => outline(regionOf(frame, id))).join(""), focus: outline(focus) };
  for (const [name, path] of Object.entries(rings)) {
    const drawn = frame.querySelector(`[data-ring="${name}"]`);
    if (drawn && drawn.getAttribute("d") !== path) drawn.setAttribute("d", path);
  }
};
const tell = (frame) => {
  const { here } = viewOf(frame);
  const line = here && document.querySelector(`[data-where="${CSS.escape(here)}"]`);
  ring(frame);
  const details = frame.closest("[data-map]").parentElement.querySelector("[data-map-details]");
  if (!details) return;
  const told = line ? line.innerHTML : "";
  details.hidden = !line;
  if (details.told === told && details.region === here) return; // what has been said stands, with what a script has put beside it
  Object.assign(details, { told, region: here });
  details.innerHTML = told;
  if (!line) return;
  const shut = document.createElement("button");
  shut.type = "button";
  shut.className = "quiet map-shut";
  shut.dataset.mapShut = "";
  shut.setAttribute("aria-label", gettext("Close"));
  shut.textContent = "✕";
  details.prepend(shut);
  details.dispatchEvent(new CustomEvent("map:region", { bubbles: true, detail: { region: here, near: line.dataset.near.split(" ") } }));
};

// A phone begins close to its home, so near that names and numbers are read; a wall shows everything.
const homeOf = (frame) => {
  const region = frame.dataset.home && regionOf(frame, frame.dataset.home);
  if (region) return at(region);
  const team = frame.closest("[data-team]")?.dataset.team;
  const piece = team && (frame.querySelector(`.map-flag.h-${team}`) ?? frame.querySelector(`.map-piece.h-${team}`));
  const place = piece?.transform.baseVal.consolidate().matrix;
  return place && [place.e, place.f];
};
const first = (frame) => {
  const [home, scale] = [homeOf(frame), scaleOf(frame)];
  if (!home || (frame.dataset.home && READABLE / scale < NEARLY)) return { k: 1, x: 0, y: 0, here: "" };
  const k = Math.max(1, READABLE / scale);
  return { k, here: "", x: frame.clientWidth / 2 - home[0] * scale * k, y: frame.clientHeight / 2 - home[1] * scale * k };
};
const refitted = (frame, view) => { // what stood in the middle stands there on a screen that is wider or narrower now
  if (view.wide === undefined || view.wide === frame.clientWidth) return view;
  const by = scaleOf(frame) / view.scale;
  return { ...view, x: frame.clientWidth / 2 - (view.wide / 2 - view.x) * by, y: frame.clientHeight / 2 - (view.high / 2 - view.y) * by };
};
const begun = new Map(); // the views that nobody has changed since
const begin = (inside) => {
  for (const frame of inside.querySelectorAll?.("[data-map-frame]") ?? []) {
    if (!frame.clientWidth) continue; // in a tab that is not shown
    const [key, known] = [keyOf(frame), views.get(keyOf(frame))];
    set(frame, known ? refitted(frame, known) : first(frame));
    if (!known || known === begun.get(key)) begun.set(key, views.get(key));
    tell(frame);
  }
};
begin(document);
for (const kind of ["htmx:afterSettle", "htmx:oobAfterSwap"]) document.body.addEventListener(kind, ({ target }) => begin(target));
addEventListener("resize", () => { // who turns a device begins anew, unless the map was moved
  for (const [key, view] of begun) if (views.get(key) === view) views.delete(key);
  begin(document);
});
addEventListener("hashchange", () => setTimeout(begin, 0, document));

// On paper the regions in words are unfolded.
const folded = () => [...document.querySelectorAll("details:has(> .where):not([open])")];
let unfolded = [];
addEventListener("beforeprint", () => { for (const each of (unfolded = folded())) each.open = true; });
addEventListener("afterprint", () => { for (const each of unfolded) each.open = false; });
for (const each of document.querySelectorAll("[data-print][hidden]")) each.hidden = false;
