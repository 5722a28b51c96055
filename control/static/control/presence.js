// Says which desk this screen stands at and which step is looked at there, so that two hands at one desk know of each other.
// What comes back is a region like any other; a step that somebody has taken on is a warning, never a lock.
const body = document.body;
const page = body.dataset.here;
let told = "";
let taken = ""; // the step that this screen has taken on

const step = () => (document.hidden ? "" : document.querySelector("[data-step]")?.dataset.step ?? "");
const say = () => {
  const now = step();
  if (now && now !== taken) taken = "";
  const word = { t: "here", page, step: now, claims: Boolean(now) && taken === now };
  const words = JSON.stringify(word);
  if (words === told) return;
  const sent = !body.dispatchEvent(new CustomEvent("live:send", { detail: word, cancelable: true }));
  told = sent ? words : "";
};

if (page) {
  body.addEventListener("live:open", () => { told = ""; say(); });
  body.addEventListener("live:lost", () => { told = ""; });
  document.addEventListener("htmx:afterSwap", say);
  document.addEventListener("visibilitychange", say);
  document.addEventListener("click", (event) => {
    const claim = event.target.closest("[data-claim]");
    if (!claim) return;
    taken = claim.getAttribute("aria-pressed") === "true" ? "" : claim.dataset.claim;
    claim.disabled = true;
    claim.closest("[data-part]")?.removeAttribute("data-version"); // it comes anew, also where nothing has changed
    say();
  });
}
