// A sound or a shake of the phone when it is one's turn, and before its time ends: off until somebody switches it on, on this phone.
// It listens to `table:your-turn` and `table:warning` on the document; whoever notices these dispatches them.

const KEPT = "tables:signals"; // what is switched on, as words: "sound vibration"
const read = () => {
  try {
    return new Set((localStorage.getItem(KEPT) ?? "").split(" ").filter(Boolean));
  } catch {
    return new Set(); // a phone that keeps nothing stays silent
  }
};
const write = (on) => {
  try {
    localStorage.setItem(KEPT, [...on].join(" "));
  } catch { /* it holds for this page alone */ }
};
let on = read();

// --- sound: two tones for a turn, three short ones for the end of its time ---

const TURN = [[660, 0, 0.16], [880, 0.17, 0.3]];
const WARNING = [[740, 0, 0.09], [740, 0.16, 0.09], [740, 0.32, 0.09]]; // pitch, begin, length in seconds
let audio = null;
const wake = () => {
  if (!on.has("sound") || !globalThis.AudioContext) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
};
const sound = (tones) => {
  wake();
  if (!audio) return;
  for (const [pitch, begin, length] of tones) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    const at = audio.currentTime + begin;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(0.25, at + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
};
document.addEventListener("pointerdown", wake); // a browser lets a page sound only after a touch

const signal = (tones, shakes) => {
  if (on.has("sound")) sound(tones);
  if (on.has("vibration")) navigator.vibrate?.(shakes);
};
document.addEventListener("table:your-turn", () => signal(TURN, [80, 60, 160]));
document.addEventListener("table:warning", () => signal(WARNING, [60, 60, 60, 60, 60]));

// --- the switches ---

const box = document.getElementById("signals");
const can = { sound: Boolean(globalThis.AudioContext), vibration: Boolean(navigator.vibrate) };
for (const input of box?.querySelectorAll("input[data-signal]") ?? []) {
  const which = input.dataset.signal;
  input.closest("label").hidden = !can[which];
  input.checked = on.has(which);
  input.addEventListener("change", () => {
    if (input.checked) on.add(which);
    else on.delete(which);
    write(on);
    if (input.checked) signal(which === "sound" ? TURN : [], which === "vibration" ? [80] : []); // so that one knows it
  });
}
if (box) box.hidden = !Object.values(can).some(Boolean);
addEventListener("storage", ({ key }) => {
  if (key !== KEPT) return;
  on = read();
  for (const input of box?.querySelectorAll("input[data-signal]") ?? []) input.checked = on.has(input.dataset.signal);
});
