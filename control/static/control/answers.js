// An answer is heard and drawn also when what asked is gone by then: the answer to an earlier press, or a redraw, has taken it away.
// htmx says what becomes of a request to what asked, and looks for the regions of the answer, and for `hx-swap`, around it: outside
// the page nobody hears, no region is found, and what is left of the answer would be laid over the whole page.
const HEARD = ["beforeOnLoad", "afterRequest", "afterOnLoad", "responseError", "sendError", "sendAbort", "timeout"];
const asked = new WeakMap(); // request → how its answer is swapped, and whether what asked was gone when the answer came
const hearing = new WeakSet(); // what asks, and is listened to

const say = (event) => {
  const request = asked.get(event.detail.xhr);
  if (!request || event.target !== event.currentTarget) return;
  request.gone ??= !event.target.isConnected;
  if (!request.gone) return;
  const heard = document.body.dispatchEvent(new CustomEvent(event.type, { bubbles: true, cancelable: true, detail: event.detail }));
  if (!heard) event.preventDefault();
};
addEventListener("htmx:beforeSend", ({ detail: { elt, xhr } }) => {
  asked.set(xhr, { swap: elt.closest("[hx-swap]")?.getAttribute("hx-swap") ?? "innerHTML" });
  if (hearing.has(elt)) return;
  hearing.add(elt);
  for (const kind of HEARD) elt.addEventListener(`htmx:${kind}`, say);
});
// The last to hear of a swap, for any script may forbid it.
addEventListener("htmx:beforeSwap", ({ detail }) => {
  const request = asked.get(detail.xhr);
  if (!request?.gone || !detail.shouldSwap) return;
  detail.shouldSwap = false;
  const swapStyle = (detail.xhr.getResponseHeader("HX-Reswap") ?? request.swap).split(" ")[0];
  htmx.swap(detail.target, detail.serverResponse, { swapStyle }, { eventInfo: detail });
});

// A page that loads itself anew or leads away cancels the answer of a press under way: it waits until that has come, but not for ever.
// An answer that leads away itself goes first.
const PATIENCE = 15_000; // milliseconds; htmx gives up a press sooner
const presses = new Set(); // requests, forms that htmx does not send, and what goes over the socket
const waits = []; // what goes on when no press is under way

const settled = () => { if (!presses.size) for (const go of waits.splice(0)) go(); };
export const leave = (go) => {
  waits.push(go);
  if (presses.size) setTimeout(() => { presses.clear(); settled(); }, PATIENCE);
  else settled();
};
export const loadAnew = () => leave(() => location.reload());

const leads = (xhr) => ["HX-Redirect", "HX-Refresh", "HX-Location"].some((name) => xhr.getResponseHeader(name));
document.addEventListener("htmx:beforeSend", ({ detail: { requestConfig, xhr } }) => {
  if (requestConfig.verb === "get") return;
  presses.add(xhr);
  xhr.addEventListener("loadend", () => {
    if (leads(xhr)) waits.length = 0;
    presses.delete(xhr);
    settled();
  });
});
document.body.addEventListener("press:sent", ({ detail }) => presses.add(detail)); // over the socket or by a request (press.js)
document.body.addEventListener("press:over", ({ detail }) => presses.delete(detail) && settled());
addEventListener("submit", (event) => {
  if (!event.defaultPrevented && event.target.method === "post") presses.add(event.target); // its page comes as the answer
});
addEventListener("pagehide", () => presses.clear());
addEventListener("htmx:beforeOnLoad", (event) => { // the last to hear: session.js may know better what to do
  const { requestConfig, xhr } = event.detail;
  if (event.defaultPrevented || requestConfig.verb !== "get" || !presses.size || !leads(xhr)) return;
  event.preventDefault();
  const to = xhr.getResponseHeader("HX-Redirect");
  leave(() => (to ? location.assign(to) : location.reload()));
});
