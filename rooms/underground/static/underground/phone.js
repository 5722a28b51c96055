// A table of the Underground on the phone: what is tapped and typed outlives news of the table.

const REGIONS = ["region-und-play", "region-und-choice"];
const news = (of) => of === "get"; // what an own press brings back says itself what stays
let verb = "get";
document.body.addEventListener("htmx:beforeOnLoad", ({ detail }) => { verb = detail.requestConfig.verb; });

// The same field of the same form: it may stand elsewhere by now, or not at all.
const same = (field, fresh) => [...fresh.querySelectorAll(`[name="${CSS.escape(field.name)}"]`)].filter((each) => {
  if (["checkbox", "radio"].includes(field.type)) return each.value === field.value;
  return each.id === field.id;
});
// What an own press brings about at the table, and what opens there for all, comes into sight: it may stand above what was pressed.
const inSight = (each) => {
  const { top, bottom } = each.getBoundingClientRect();
  const head = document.querySelector("header.top")?.getBoundingClientRect().bottom ?? 0;
  return top >= head && Math.min(bottom, top + 200) <= innerHeight;
};
let open = document.querySelector("#region-und-choice .und-private-reached") !== null;
let mine = false; // an attack was begun here, and what it looks like is not in sight yet
document.body.addEventListener("htmx:beforeRequest", ({ detail: { elt, requestConfig } }) => {
  if (requestConfig.verb !== "get") mine = elt.closest("#region-und-play") !== null;
});
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  if (target.id === "region-und-choice") {
    const opened = target.querySelector(".und-private-reached");
    if (opened && !open && !inSight(opened)) opened.scrollIntoView({ block: "center" });
    open = opened !== null;
  }
  const running = target.id === "region-und-table" && mine && target.querySelector(".und-attack");
  if (!running) return;
  mine = false;
  if (!open && !inSight(running)) running.scrollIntoView({ block: "center" });
});
document.body.addEventListener("htmx:oobBeforeSwap", ({ target, detail: { fragment } }) => {
  if (!REGIONS.includes(target.id) || !news(verb) || !fragment.querySelectorAll) return;
  for (const field of target.querySelectorAll("input:not([type=hidden]), select")) {
    const picked = ["checkbox", "radio"].includes(field.type);
    if (picked ? !field.checked : !field.value) continue;
    for (const each of same(field, fragment)) picked ? (each.checked = true) : (each.value = field.value);
  }
});
