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
document.body.addEventListener("htmx:oobBeforeSwap", ({ target, detail: { fragment } }) => {
  if (!REGIONS.includes(target.id) || !news(verb) || !fragment.querySelectorAll) return;
  for (const field of target.querySelectorAll("input:not([type=hidden]), select")) {
    const picked = ["checkbox", "radio"].includes(field.type);
    if (picked ? !field.checked : !field.value) continue;
    for (const each of same(field, fragment)) picked ? (each.checked = true) : (each.value = field.value);
  }
});
