// Counts down by the server's clock, and asks nothing of the server for it. Its attributes: docs/parts/regions.md.
const body = document.body;
const warnings = (body.dataset.warn || "120,30").split(",").map(Number).sort((a, b) => b - a);
const lastSeconds = 30; // what the screens call the last of a phase, whatever the warnings are
const lastMinute = 60; // seconds in which a sheet that closes is urgent at least
const jumped = 3000; // milliseconds by which a beat may come late
const again = 60_000; // milliseconds between two looks at the server's clock

// --- the server's clock: the answer that travelled fastest is the least wrong ---

const started = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;
let ahead = body.dataset.now ? Number(body.dataset.now) - (performance.timeOrigin + started) : 0; // how far the server is ahead
let fastest = Infinity;
const now = () => Date.now() + ahead;
const ping = () => body.dispatchEvent(new CustomEvent("live:send", { detail: { t: "ping", c: Date.now() }, cancelable: true }));
const measure = () => {
  fastest = Infinity;
  for (const wait of [0, 300, 700, 1200, 2000]) setTimeout(ping, wait);
  setTimeout(tellOff, 4000);
};
const tellOff = () => {
  if (fastest === Infinity) return;
  body.dispatchEvent(new CustomEvent("live:send", { detail: { t: "off", ms: Math.round(-ahead) }, cancelable: true }));
};
body.addEventListener("live:pong", ({ detail }) => {
  const travel = Date.now() - detail.c;
  if (travel < 0 || travel > fastest) return;
  fastest = travel;
  ahead = detail.s + travel / 2 - Date.now();
  draw();
});
body.addEventListener("live:open", measure);
body.addEventListener("live:beat", ({ detail }) => { // this device's clock has jumped, or the server's was taken over
  if (!detail.now || Math.abs(detail.now - now()) < jumped) return;
  ahead = detail.now - Date.now();
  measure();
  draw();
});
setInterval(measure, again);

// --- what the socket tells ---

let told = null;
body.addEventListener("live:clock", ({ detail }) => {
  told = detail.clock;
  take(document);
  draw();
});
const take = (inside) => {
  if (!told) return;
  for (const clock of inside.querySelectorAll("[data-clock]:not([data-clock=''])")) {
    const room = clock.dataset.clock !== "event" ? told.rooms[clock.dataset.clock] ?? {} : null;
    const facts = room ?? told;
    const elsewhere = clock.dataset.at && clock.dataset.at !== (room ? room.step : told.phase);
    if (elsewhere && clock.dataset.met === undefined) continue; // the page has been drawn before its news has come
    if (clock.dataset.at) clock.dataset.met = "";
    if (elsewhere) {
      clock.dataset.deadline = new Date(0).toISOString();
      clock.dataset.left = "";
    } else if (room || told.stage === "playing") {
      clock.dataset.deadline = ending(facts, clock.dataset.at);
      clock.dataset.left = facts.left_ms ?? "";
    }
    clock.dataset.paused = facts.paused && !elsewhere ? "1" : "";
  }
  for (const month of inside.querySelectorAll("[data-clock-month]")) month.textContent = told.title;
  for (const phase of inside.querySelectorAll("[data-clock-phase]")) if (told.phase_name) phase.textContent = told.phase_name;
  for (const step of inside.querySelectorAll("[data-clock-step]")) { // a new step's seconds never stand beside the old one's name
    const { name } = told.rooms[step.dataset.clockStep] ?? {};
    if (name) step.textContent = name;
  }
};
// A step ends with its phase at the latest.
const ending = ({ deadline }, step) =>
  step && deadline && told.deadline && Date.parse(told.deadline) < Date.parse(deadline) ? told.deadline : deadline ?? "";

// --- drawing ---

const two = (number) => String(number).padStart(2, "0");
const words = (left) => {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return (hours ? `${hours}:` : "") + `${two(minutes)}:${two(seconds % 60)}`;
};
const leftOf = ({ dataset }, at) => {
  if (dataset.deadline) return Date.parse(dataset.deadline) - at;
  return dataset.left ? Number(dataset.left) : null;
};
const write = (element, text) => element.textContent !== text && (element.textContent = text);
const mark = (clock, left) => {
  const stands = clock.dataset.paused === "1" || !clock.dataset.deadline;
  const seconds = Math.ceil(left / 1000);
  clock.classList.toggle("is-paused", clock.dataset.paused === "1");
  for (const each of warnings) clock.classList.toggle(`warn-${each}`, !stands && seconds <= each);
  clock.classList.toggle("over", !stands && seconds <= 0);
  const warns = !stands && seconds > 0 && seconds <= Number(clock.dataset.warnAt ?? 0);
  if (warns && !clock.classList.contains("is-warning")) clock.dispatchEvent(new CustomEvent("clock:warning", { bubbles: true }));
  clock.classList.toggle("is-warning", warns);
  const first = Math.max(warnings[0], lastSeconds, clock.dataset.at ? lastMinute : 0);
  const urgent = stands || seconds > first ? "" : seconds > lastSeconds ? "warn" : "last";
  if ((clock.dataset.urgent ?? "") !== urgent) urgent ? (clock.dataset.urgent = urgent) : delete clock.dataset.urgent;
};

let timer;
const draw = () => {
  clearTimeout(timer);
  const at = now();
  let next = 1000;
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const left = leftOf(clock, at);
    if (left === null || Number.isNaN(left)) continue;
    write(clock.querySelector("[data-clock-left]") ?? clock, words(left));
    mark(clock, left);
    if (clock.dataset.deadline && left > 0) next = Math.min(next, left % 1000 || 1000);
    if (clock.dataset.clock === "event") sound(clock, left);
  }
  if (!document.hidden) timer = setTimeout(draw, next + 4); // just behind the turn of a second
};

// --- sound, on the screens that want it: the warnings and the end ---

let speaker = null;
let before = null;
const listen = () => {
  speaker ??= new AudioContext();
  speaker.resume().then(() => (body.dataset.sound = "on"), () => {});
  if (speaker.state === "running") return;
  body.dataset.sound = "blocked"; // the browser waits for a press; who set the screen up has read so after a minute
  setTimeout(() => body.dataset.sound === "blocked" && (body.dataset.sound = "silent"), 60000);
};
const beep = (times, pitch, length) => {
  for (let time = 0; time < times; time += 1) {
    const [tone, volume, begins] = [speaker.createOscillator(), speaker.createGain(), speaker.currentTime + time * 0.35];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.35, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + length);
    tone.connect(volume).connect(speaker.destination);
    tone.start(begins);
    tone.stop(begins + length);
  }
};
const sound = (clock, left) => {
  const last = before;
  before = clock.dataset.deadline ? { deadline: clock.dataset.deadline, left } : null;
  // Only a second that has passed makes a sound, never a jump of the clock.
  if (speaker?.state !== "running" || !before || last?.deadline !== before.deadline || last.left - left > 2500) return;
  const passed = (seconds) => last.left > seconds * 1000 && left <= seconds * 1000;
  warnings.forEach((each, order) => passed(each) && beep(order + 1, 660, 0.25));
  if (passed(0)) beep(3, 440, 0.9);
};
if ("sound" in body.dataset) {
  listen();
  for (const press of ["pointerdown", "keydown"]) addEventListener(press, listen);
}

document.addEventListener("visibilitychange", () => document.hidden || (measure(), draw()));
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"])
  body.addEventListener(swapped, () => {
    take(document);
    draw();
  });
draw();
