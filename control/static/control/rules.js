// A rule that is cited opens over the page, so that nothing typed there is lost; without this script its link leads to a page.
//
// Opening it and every step in it are entries of the browser's history: its Back goes one step back, then closes the box.
const box = document.getElementById("rule-box");
const shown = document.getElementById("rule");
const lost = document.getElementById("rule-lost");
const back = document.getElementById("rule-back");
const head = document.querySelector(".top");

let steps = []; // where somebody has been: { address, top, from, held }, held is what it shows while another is shown
let at = 0; // how many of them have been gone; 0 where the box is closed
let entered = false; // are there entries of the box in the history?
let wanted = null; // { step, to } while an answer is waited for
let searched = null; // the last step that was a search or a chapter
let left = Promise.resolve(); // until the history is back where it was before the box
let arrived = null;

const now = () => steps[at - 1];
const stash = () => {
  const step = now();
  if (!step || !shown.hasChildNodes()) return;
  step.held = document.createDocumentFragment();
  step.held.append(...shown.childNodes);
};
const reveal = () => {
  // The phone's clock stays in sight, however much stands below it.
  if (head) box.style.setProperty("--head", `${Math.round(Math.min(Math.max(head.getBoundingClientRect().bottom, 0), innerHeight * 0.4))}px`);
  if (!box.open) box.showModal();
  back.hidden = at < 2;
};
const enter = (to) => {
  entered = true;
  history.pushState({ rule: to }, "");
};
const stand = (to) => {
  entered = true; // the browser's Forward may lead here, too
  at = to;
  const step = now();
  if (step.held) shown.append(step.held);
  step.held = null;
  if (shown.querySelector(".rulebook")) searched = step;
  const { top, from } = step;
  reveal();
  const place = from && shown.contains(from) ? from : (shown.querySelector("[data-focus]") ?? back);
  place.focus({ preventScroll: true });
  box.scrollTop = top;
  // An entry of the history that names a place on the page takes the focus away, a moment later on a busy machine.
  for (const moment of [0, 100, 400]) setTimeout(() => {
    if (now() === step && [null, document.body, box].includes(document.activeElement)) place.focus({ preventScroll: true });
  }, moment);
};
const ask = (step, to) => {
  lost.hidden = true;
  wanted = { step, to };
  htmx.ajax("GET", step.address, { target: shown, swap: "innerHTML" });
};
const follow = async (link) => {
  await left;
  if (now()) now().from = link;
  const { pathname } = searched ? new URL(searched.address, location.href) : {};
  const again = !link.search && link.pathname === pathname && !link.closest("#rules-found");
  ask({ address: again ? searched.address : link.href, top: again ? searched.top : 0, from: null, held: null }, at + 1);
};
const closed = () => {
  wanted = null;
  if (!entered) return; // once: the history has not gone back yet when the box says that it has closed
  entered = false;
  at = 0;
  for (const step of steps) step.held = step.from = null;
  shown.replaceChildren();
  const gone = history.state?.rule;
  if (gone) {
    left = new Promise((done) => { arrived = done; setTimeout(done, 1000); });
    history.go(-gone);
  }
};
const close = () => {
  if (box.open) box.close();
  closed();
};

if (box) {
  let opener = null;
  let escaped = false;
  // Loaded anew while the box was open: the steps in it are no places to go back to.
  if (history.state?.rule) history.go(-history.state.rule);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-rule]");
    if (link && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      if (!box.contains(link)) opener = link;
      follow(link);
    } else if (event.target.closest("[data-close]") && box.contains(event.target)) {
      event.preventDefault();
      close();
    }
  });
  back.addEventListener("click", () => history.back());
  addEventListener("popstate", ({ state }) => {
    arrived?.();
    arrived = null;
    const to = state?.rule ?? 0;
    if (!to) return close();
    if (to === at) return;
    const step = steps[to - 1];
    if (!step) return;
    if (!step.held) return ask(step, to);
    lost.hidden = true;
    wanted = null;
    stash();
    stand(to);
  });
  box.addEventListener("scroll", () => { if (box.open && now()) now().top = box.scrollTop; });
  // A phone's own Back asks the box to close before it asks the history; Escape closes all of it.
  box.addEventListener("keydown", ({ key }) => { escaped = key === "Escape"; });
  box.addEventListener("cancel", (event) => {
    if (event.target === box && !escaped && at > 1 && event.cancelable) {
      event.preventDefault();
      history.back();
    }
    escaped = false;
  });
  box.addEventListener("click", (event) => { if (event.target === box && !box.querySelector("details[open] form")) close(); });
  // The focus goes back to where it was; what was tapped may have been drawn anew meanwhile.
  box.addEventListener("close", () => {
    if (box.open) return;
    closed();
    const from = opener;
    const home = () => {
      const { activeElement } = document;
      if (box.open || !from || (activeElement && activeElement !== document.body && !box.contains(activeElement))) return;
      const again = from.isConnected ? from : [...document.querySelectorAll("a[data-rule]")].find((each) => each.href === from.href && each.checkVisibility());
      again?.focus({ preventScroll: true });
    };
    home();
    left.then(() => setTimeout(home)); // an entry of the history that names a place on the page takes the focus away
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target !== shown || !detail.shouldSwap) return;
    if (wanted?.step.address !== detail.pathInfo.requestPath) detail.shouldSwap = false; // the box was closed, or another is waited for
    else stash();
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target, pathInfo } }) => {
    if (target === shown && wanted) {
      const { step, to } = wanted;
      wanted = null;
      if (steps[to - 1] !== step) {
        steps = [...steps.slice(0, to - 1), step];
        enter(to);
      }
      stand(to);
    } else if (target.id === "rules-found" && box.contains(target)) now().address = pathInfo.finalRequestPath;
  });
  const unanswered = ({ detail: { target } }) => {
    if (target !== shown && !box.contains(target)) return;
    lost.hidden = false;
    if (target === shown) wanted = null;
    if (!entered) enter(1);
    reveal();
  };
  for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(kind, unanswered);
  // A ruling was recorded in this box: the question that lies below it has not been answered by that.
  document.addEventListener("answered", (event) => {
    if (!box.open) return;
    event.stopImmediatePropagation();
    close();
  }, true);
}
