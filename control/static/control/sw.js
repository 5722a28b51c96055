// Keeps the phone page as it was last known, and the pages of rounds that were read, so that they open without a signal. `VERSION` is
// written before this file by the server: it names the set of static files, so a page never meets the scripts of another release.
//
// One person's page at a time: the server names with every answer whose it is (X-Phone), and another name, a sign-out, a join and an
// answer that is not the phone page make the worker forget what it kept.
const PAGE = `phone-page-${VERSION}`;
const FILES = `phone-files-${VERSION}`;
const patience = 4000; // milliseconds; a dead wifi refuses nothing, it is only silent
const region = /<!--region ([\w-]+)-->([\s\S]*?)<!--\/region \1-->/g;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("message", (event) => event.waitUntil(hear(event.data)));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && (pathname === "/" || pathname === "/leave/" || pathname.startsWith("/j/")))
    return event.waitUntil(forget());
  if (pathname === "/play/" && request.mode === "navigate" && request.method === "GET") return event.respondWith(open(request));
  if (pathname.startsWith("/play/round/") && request.mode === "navigate") return event.respondWith(reread(request));
  if (pathname.startsWith("/play/") && request.mode !== "navigate" && request.headers.has("HX-Request"))
    return event.respondWith(follow(event));
  if (request.method === "GET" && (pathname.startsWith("/static/") || pathname.endsWith("/ground/"))) event.respondWith(file(request));
});

const begin = async () => {
  for (const name of await caches.keys()) if (name.startsWith("phone-") && name !== PAGE && name !== FILES) await caches.delete(name);
  await clients.claim();
};
const hear = async ({ t, files, whose, html }) => {
  if (t === "forget") return forget();
  if (t === "told") return inTurn(async () => ((await kept())?.whose === whose ? learn(html, whose) : null)); // else the answer is another player's
  if (t !== "keep") return;
  const cache = await caches.open(FILES);
  await Promise.all(files.map(async (name) => (await cache.match(name)) ?? cache.add(name).catch(() => {})));
  if (!(await kept())) await open(new Request("/play/", { credentials: "same-origin", redirect: "manual" })).catch(() => {});
};

// --- what is kept: the page, its regions as they have changed since, whose it is, the server's clock, and since when ---

let turn = Promise.resolve(); // one change after the other
const inTurn = (work) => (turn = turn.then(work, work));
const kept = async () => (await (await caches.open(PAGE)).match("/kept"))?.json() ?? null;
const write = async (facts) => (await caches.open(PAGE)).put("/kept", new Response(JSON.stringify(facts)));
const forget = () => inTurn(() => caches.delete(PAGE));

const open = async (request) => {
  const known = await kept();
  const asked = fetch(request);
  try {
    const answer = await (known ? Promise.race([asked, silence()]) : asked);
    if (answer.status >= 500 && known) return asKnown(known);
    const whose = answer.headers.get("X-Phone");
    if (answer.ok && !answer.redirected && whose) {
      const copy = answer.clone();
      await inTurn(async () => {
        if (known && known.whose !== whose) await caches.delete(PAGE);
        await write(await factsOf(copy, whose));
      });
    } else await forget();
    return answer;
  } catch (lost) {
    asked.catch(() => {});
    if (known) return asKnown(known);
    throw lost;
  }
};
const silence = () => new Promise((_done, fail) => setTimeout(fail, patience, new Error("no answer")));
const factsOf = async (answer, whose) => {
  const html = await answer.text();
  const at = Date.now();
  const headers = ["Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"];
  return {
    html,
    whose,
    at,
    ahead: Number(/ data-now="(\d+)"/.exec(html)?.[1] ?? at) - at, // how far the server's clock is ahead of this phone's
    regions: {},
    headers: headers.filter((name) => answer.headers.has(name)).map((name) => [name, answer.headers.get(name)]),
  };
};
const asKnown = ({ html, regions, headers, at, ahead }) =>
  new Response(
    html
      .replace(region, (whole, name) => (name in regions ? `<!--region ${name}-->${regions[name]}<!--/region ${name}-->` : whole))
      .replace(/ data-now="\d+"/, ` data-now="${Date.now() + ahead}" data-kept="${at}"`),
    { headers },
  );

// A page of a round that is over: as it was read last, where the signal is gone. It belongs to whoever the phone page belongs to.
const reread = async (request) => {
  const { pathname } = new URL(request.url);
  const cache = await caches.open(PAGE);
  const known = await cache.match(pathname);
  const own = async () => (known && known.headers.get("X-Phone") === (await kept())?.whose ? known : null);
  const asked = fetch(request);
  try {
    const answer = await (known ? Promise.race([asked, silence()]) : asked);
    if (answer.status >= 500) return (await own()) ?? answer;
    const whose = answer.headers.get("X-Phone");
    if (answer.ok && !answer.redirected && whose) {
      const copy = answer.clone();
      await inTurn(async () => ((await kept())?.whose === whose ? (await caches.open(PAGE)).put(pathname, copy) : null));
    } else if (answer.status !== 404) await forget();
    return answer;
  } catch (lost) {
    asked.catch(() => {});
    const page = await own();
    if (page) return page;
    throw lost;
  }
};

// What the page is told of its regions goes into what is kept, on its way.
const follow = async (event) => {
  const answer = await fetch(event.request);
  const whose = answer.headers.get("X-Phone");
  if (answer.headers.has("HX-Redirect")) event.waitUntil(forget());
  else if (whose && answer.status !== 422 && answer.status !== 409) {
    const copy = answer.clone();
    event.waitUntil(inTurn(async () => learn(await copy.text(), whose)));
  }
  return answer;
};
const learn = async (html, whose) => {
  const facts = await kept();
  if (!facts) return;
  if (facts.whose !== whose) return caches.delete(PAGE);
  for (const [, name, inside] of html.matchAll(region)) facts.regions[name] = inside;
  await write({ ...facts, at: Date.now() });
};

// --- files: those of this release never change ---

const file = async (request) => {
  const found = await caches.match(request, { cacheName: FILES });
  return found ?? fetch(request);
};
