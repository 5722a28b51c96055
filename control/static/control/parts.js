// The regions of a page of the control team ask together. For which news a region waits, and with which fields it asks, says the region
// itself (hx-trigger, hx-include). What several of them want in one moment is one question, with the versions that they show. The answer
// has those that differ; each is laid into its place as if it had asked alone, so other scripts hear of it as of any other.
const GATHER = 10; // milliseconds in which all that wait for the same news have come
// After so many milliseconds a question is given up for a newer one: its answer may hang in a line that was lost. If the next ones are
// given up as well, the console is slow, and each has twice the time of the one before.
const LATE = 3000, LATEST = 12000;

const wanted = new Map(); // region → its name and fields, for the next question
const newest = new WeakMap(); // region → its name and fields as it asked last: an answer to other fields comes too late
const underWay = new Map(); // place → { number, at, shown: region → its name and fields, and the version it showed when it asked }
const answered = new WeakMap(); // region → the number of the newest question about it that is answered
const alone = new WeakSet(); // regions that ask alone until they are answered: one that is broken or refused holds up no other
let last = 0;
let base = "";
let timer;
let late;
let patience = LATE;

// What asks, for all of them: two questions may be under way, so that a slow answer does not hold up the next one.
const places = ["", ""].map(() => Object.assign(document.createElement("i"), { hidden: true }));
for (const place of places) place.dataset.parts = "";
document.body.append(...places);

const ask = () => {
  timer = undefined;
  if (!wanted.size) return;
  const place = places.find((each) => !underWay.has(each));
  if (!place) return giveUp(); // asked as soon as one is answered
  const question = new URLSearchParams();
  const shown = new Map();
  for (const [region, words] of wanted) {
    if (!region.isConnected) continue;
    const { version } = region.dataset;
    question.append("part", words);
    if (version) question.append("seen", version);
    shown.set(region, { words, version });
  }
  wanted.clear();
  if (!shown.size) return;
  underWay.set(place, { number: ++last, at: performance.now(), shown });
  const over = () => {
    underWay.delete(place);
    if (wanted.size) soon();
  };
  htmx.ajax("GET", `${base}?${question}`, { source: place, target: place, swap: "none" }).then(over, over);
};
const soon = () => { timer ??= setTimeout(ask, GATHER); };
const giveUp = () => {
  const [place, { at, shown }] = [...underWay].sort(([, one], [, other]) => one.number - other.number)[0];
  const left = patience - (performance.now() - at);
  clearTimeout(late);
  if (left > 0) {
    late = setTimeout(ask, left);
    return;
  }
  patience = Math.min(2 * patience, LATEST);
  for (const region of shown.keys()) if (!wanted.has(region) && !alone.has(region)) wanted.set(region, newest.get(region));
  htmx.trigger(place, "htmx:abort");
};

document.addEventListener("htmx:configRequest", (event) => {
  const { elt, verb, path, formData } = event.detail;
  if (verb !== "get" || !elt.matches("[data-part]")) return;
  const { pathname, search } = new URL(path, location.href);
  const name = pathname.split("/").at(-2);
  const words = `${name}?${new URLSearchParams([...new URLSearchParams(search), ...formData])}`;
  newest.set(elt, words);
  if (alone.has(elt)) return answered.set(elt, ++last); // what others have asked for it before comes too late
  event.preventDefault();
  base = pathname.slice(0, -name.length - 1);
  wanted.delete(elt);
  wanted.set(elt, words);
  soon();
});

// --- the answer ---

const PART = /<!--part ([\w-]+) ([\w-]+:\w+)-->([^]*?)<!--\/part-->/g;
const REFUSED = /<!--refused ([\w-]+?)-->/g;

const lay = (region, { version, text }, detail) => {
  const requestConfig = { ...detail.requestConfig, elt: region, target: region };
  const own = { ...detail, requestConfig, target: region, serverResponse: text, shouldSwap: true, swapOverride: "innerHTML" };
  if (!htmx.trigger(region, "htmx:beforeSwap", own) || !own.shouldSwap) return;
  htmx.swap(region, own.serverResponse, { swapStyle: "innerHTML" }, { contextElement: region, eventInfo: own });
  region.dataset.version = version;
};
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const question = underWay.get(detail.target);
  if (!question) return;
  detail.shouldSwap = false;
  if (detail.isError) return;
  patience = LATE;
  const found = new Map(Array.from(detail.serverResponse.matchAll(PART), ([, id, version, text]) => [id, { version, text }]));
  const refused = new Set(Array.from(detail.serverResponse.matchAll(REFUSED), ([, id]) => id));
  for (const [region, { words, version }] of question.shown) {
    if (!region.isConnected || answered.get(region) > question.number) continue; // a newer answer has come before
    if (newest.get(region) !== words) continue; // it has asked with other fields since
    answered.set(region, question.number);
    const news = found.get(region.id);
    if (refused.has(region.id)) again(region);
    else if (!news) region.dataset.version === version || htmx.trigger(region, "refresh"); // it has changed while it was asked for
    else if (news.version !== region.dataset.version) {
      try {
        lay(region, news, detail);
      } catch (fault) { // the others are laid all the same
        console.error(fault);
        again(region);
      }
    }
  }
});

// What else is laid into a region has a version that nobody knows here. A press uses up its form: the region comes anew, also where its
// words are the same as before.
const forget = (region) => region?.removeAttribute("data-version");
document.addEventListener("htmx:afterSwap", ({ detail: { target, requestConfig } }) => {
  const region = target?.closest?.("[data-part]");
  if (!region || target.closest("[data-keep]")) return;
  forget(region);
  if (region !== target || requestConfig?.elt === region || requestConfig?.verb !== "get") return;
  answered.set(region, ++last); // a link has drawn it, such as one that shows more: what was asked before comes too late
  htmx.trigger(region, "refresh");
});
document.addEventListener("htmx:beforeSend", ({ detail: { elt, requestConfig } }) => {
  if (requestConfig.verb !== "get") for (const each of [elt, elt.form]) forget(each?.closest("[data-part]"));
});

// --- no answer ---

const again = (region) => {
  alone.add(region);
  htmx.trigger(region, "refresh");
};
const unanswered = ({ type, detail: { elt, xhr } }) => {
  const regions = [...(underWay.get(elt)?.shown.keys() ?? [])];
  const wait = xhr.status && xhr.status < 500 ? 0 : 2000 + Math.random() * 2000; // the server has time to recover
  setTimeout(() => { for (const each of regions) xhr.status || type === "htmx:timeout" ? again(each) : htmx.trigger(each, "refresh"); }, wait);
};
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(kind, unanswered);
document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful } }) => { if (successful) alone.delete(elt); });
