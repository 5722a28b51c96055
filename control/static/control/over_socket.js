// The phone's question for news over its open socket. It names the versions on the page. The answer is a line of JSON and the regions
// that differ, compressed. They are put into the page as htmx does it, with the same events for other scripts. A request asks what
// the socket does not answer.
const body = document.body;
const PATIENCE = 6_000; // milliseconds until a request asks instead: an answer may hang in a line that was lost
const AGAIN = 30_000; // milliseconds that requests ask after such an answer
const TOKEN = "of-the-page"; // stands where the page's own form token belongs

let last = 0;
let open = null; // the question that is not answered yet: { number, look, over, late, again }
let barredUntil = 0;
let isOlder = false; // the console at the other end is of an earlier release, which does not know the question
let isKnown = false; // it has answered one

// Give the open question up. Returns whether there was one.
export const giveUp = () => {
  const was = open;
  open = null;
  clearTimeout(was?.late);
  return Boolean(was);
};
const byRequest = ({ look, over }) => {
  barredUntil = Date.now() + AGAIN;
  giveUp();
  over();
  htmx.trigger(look, "look");
};

// Ask over the socket. `over` is called when the answer is on the page. Returns false if a request must ask. One question is open at
// a time; the next one waits for its answer.
export const askOverSocket = (look, over) => {
  if (open) return (open.again = true);
  if (!("socket" in look.dataset) || typeof DecompressionStream === "undefined" || isOlder || Date.now() < barredUntil) return false;
  const seen = Array.from(document.querySelectorAll("[name=seen]"), ({ value }) => value);
  const sent = new CustomEvent("live:send", { detail: { t: "news", number: last + 1, seen }, cancelable: true });
  if (body.dispatchEvent(sent)) return false; // nobody has sent it
  const question = { number: ++last, look, over };
  question.late = setTimeout(() => byRequest(question), PATIENCE);
  open = question;
  return true;
};

const unpacked = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();

const lay = (look, html) => {
  const requestConfig = { verb: "get", elt: look, target: look, path: look.getAttribute("hx-get"), parameters: {}, headers: {} };
  const xhr = { status: 200, readyState: 4, responseText: html, response: html, getResponseHeader: () => null };
  const detail = { elt: look, target: look, xhr, requestConfig, serverResponse: html, shouldSwap: true, isError: false, successful: true };
  if (!htmx.trigger(look, "htmx:beforeOnLoad", detail)) return;
  if (html && htmx.trigger(look, "htmx:beforeSwap", detail) && detail.shouldSwap)
    htmx.swap(look, detail.serverResponse, { swapStyle: "none" }, { contextElement: look, eventInfo: detail });
  htmx.trigger(look, "htmx:afterOnLoad", detail);
};

body.addEventListener("live:answer", async ({ detail: bytes }) => {
  isKnown = true;
  const packed = new Uint8Array(bytes);
  const head = packed.indexOf(10);
  const { n, is, whose } = JSON.parse(new TextDecoder().decode(packed.subarray(0, head)));
  if (n !== open?.number) return; // given up meanwhile
  if (is === "http") return byRequest(open);
  let html = "";
  try {
    if (is === "news") html = await unpacked(packed.subarray(head + 1));
  } catch {
    return n === open?.number && byRequest(open);
  }
  if (n !== open?.number) return;
  const { look, over, again } = open;
  giveUp();
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  html = html.replaceAll(`name="csrfmiddlewaretoken" value="${TOKEN}"`, `name="csrfmiddlewaretoken" value="${token}"`);
  navigator.serviceWorker?.controller?.postMessage({ t: "told", whose, html });
  try {
    lay(look, html);
  } finally {
    over();
    if (again) htmx.trigger(look, "look");
  }
});
body.addEventListener("live:refused", () => {
  if (!open || isKnown) return; // something else was refused
  isOlder = true;
  byRequest(open);
});
body.addEventListener("live:open", () => { // a question over the former line is not answered; "awake" asks anew
  isOlder = isKnown = false;
  const { over } = open ?? {};
  if (giveUp()) over();
});
addEventListener("pagehide", giveUp);
