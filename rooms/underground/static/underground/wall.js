// What is seen of an attack comes one scene after the other, each until it can be read; what a screen has shown it remembers.
// What lies on the table grows into the room that there is.
const long = 6000; // milliseconds
const less = 4000; // while more waits: no faster than people read it
const memory = `scene ${location.pathname}`;
const largest = 2;

// The number of the newest scene that has stood here, and whether it stood long enough: if not, it comes again after a reload.
let [last, isRead] = remembered();
let drawnAt = 0; // in the page's own time; 0 until the screen shows it, which a slow machine does late
let next = 0;

function remembered() {
  try { return JSON.parse(sessionStorage.getItem(memory)) ?? [null, true]; } catch { return [null, true]; }
}

function remember() {
  try { sessionStorage.setItem(memory, JSON.stringify([last, isRead])); } catch { /* a screen that may keep nothing begins anew */ }
}

function play() {
  clearTimeout(next);
  const place = document.querySelector(".table-scene");
  if (!place) return;
  const scenes = [...document.querySelectorAll("template[data-scene]")];
  last = Number(last ?? place.dataset.since);
  const waiting = scenes.filter((each) => Number(each.dataset.scene) > last);
  const left = drawnAt ? drawnAt + (waiting.length ? less : long) - performance.now() : long;
  if (!isRead && left <= 0) {
    isRead = true;
    remember();
  }
  let scene = isRead ? undefined : scenes.find((each) => Number(each.dataset.scene) === last);
  const isNew = !scene && waiting.length > 0;
  if (isNew) {
    scene = waiting[0];
    last = Number(scene.dataset.scene);
    isRead = false;
    drawnAt = 0;
    remember();
  }
  show(place, scene ?? scenes.find((each) => each.dataset.scene === place.dataset.scene), isNew);
  if (scene && drawnAt) next = setTimeout(play, left);
  else if (scene) drawn(last);
}

// The time of a scene begins after the first frame with it.
function drawn(number) {
  requestAnimationFrame(() => setTimeout(() => {
    if (number !== last || drawnAt) return;
    drawnAt = performance.now();
    next = setTimeout(play, less);
  }));
}

// While an older scene stands there, what goes on now is not said beside it.
function show(place, scene, isNew) {
  place.classList.toggle("is-new", isNew);
  place.replaceChildren(...(scene ? [scene.content.cloneNode(true)] : []));
  place.dataset.shown = scene?.dataset.scene ?? "";
  document.querySelector(".table-words").hidden = Boolean(scene) && scene.dataset.scene !== place.dataset.scene;
  shrink(place.parentElement);
}

const inside = (each, place) => {
  const [its, own] = [each.getBoundingClientRect(), place.getBoundingClientRect()];
  return its.left >= own.left - 1 && its.right <= own.right + 1 && its.top >= own.top - 1 && its.bottom <= own.bottom + 1;
};

const steps = (from, to, then) => {
  for (let at = from; at > to; at -= .1) if (then(at.toFixed(1))) return true;
  return false;
};

function fits(round) {
  const middle = round.querySelector(".table-middle");
  const unit = parseFloat(getComputedStyle(round).rowGap) / Number(round.style.getPropertyValue("--room"));
  const absent = round.querySelector(".table-absent")?.offsetHeight ?? 0;
  if (middle.clientHeight < 40 * unit + absent) return false; // an attack has room there, before it comes
  const broad = (name) => name.scrollWidth > name.clientWidth + 1;
  if ([...round.querySelectorAll(".place, .place-name b")].some(broad)) return false;
  const sides = [...round.querySelectorAll(".table-side")];
  return sides.every((side) => inside(side, round) && [...side.children].every((each) => inside(each, side)));
}

function grow() {
  const round = document.querySelector(".table-round");
  if (!round) return;
  round.classList.add("grows");
  const grown = steps(largest, 1.05, (room) => {
    round.style.setProperty("--room", room);
    return fits(round);
  });
  round.classList.toggle("grows", grown);
  if (!grown) round.style.removeProperty("--room");
  shrink(round.querySelector(".table-middle"));
}

// What stands in the middle is never cut off.
function shrink(middle) {
  steps(1, .55, (size) => {
    middle.style.setProperty("--scene", size);
    return middle.scrollHeight <= middle.clientHeight + 1 && middle.scrollWidth <= middle.clientWidth + 1;
  });
}

let swapped = null; // the answer that was drawn last: htmx tells of it once for each element that came with it
document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id !== "hall" || detail.xhr === swapped) return;
  swapped = detail.xhr;
  play();
  grow();
});
addEventListener("resize", grow);
document.fonts.ready.then(grow);
play();
grow();
