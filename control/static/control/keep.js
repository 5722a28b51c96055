// A region with a map in it, or with data-still, is not drawn anew: only what has changed is changed, so a finger, a zoom and a
// screen reader keep their place. Elements belong together by data-key or id; without one by their order and their kind.
//   data-keep        the page's own: neither it nor what is in it is touched
//   data-own="style" attributes that a script has set and keeps
const keyOf = (node) => (node.nodeType === 1 ? node.dataset.key ?? node.id : "");
const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

const attributes = (old, fresh) => {
  const own = (old.dataset.own ?? "").split(" ");
  let asks = false; // an attribute that htmx reads has changed
  for (const { name, value } of fresh.attributes) {
    if (own.includes(name) || old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    asks ||= name.startsWith("hx-");
    if (name === "checked") old.checked = true;
    if (name === "value" && "value" in old) old.value = value;
  }
  for (const { name } of [...old.attributes]) {
    if (fresh.hasAttribute(name) || own.includes(name) || (name === "open" && old.nodeName === "DETAILS")) continue;
    old.removeAttribute(name);
    if (name === "checked") old.checked = false;
  }
  return asks;
};

const meet = (old, fresh, made) => {
  if (old.dataset?.keep !== undefined || old.isEqualNode(fresh)) return;
  if (old.nodeType !== 1) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (attributes(old, fresh)) made.push(old);
  children(old, fresh, made);
};

const children = (old, fresh, made) => {
  const keyed = new Map();
  for (const child of old.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const key = keyOf(next);
    let found = null;
    if (key) {
      const known = keyed.get(key);
      if (known && alike(known, next)) found = known;
    } else {
      for (let each = at; each; each = each.nextSibling) {
        if (keyOf(each) || (next.nodeType === 1 && each.nodeType !== 1)) continue; // words and remarks between elements hold none apart
        if (alike(each, next)) found = each;
        break;
      }
    }
    if (!found) {
      old.insertBefore(next, at);
      if (next.nodeType === 1) made.push(next);
      continue;
    }
    keyed.delete(key);
    while (at && at !== found && at.nodeType !== 1) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
    if (found === at) at = at.nextSibling;
    else old.insertBefore(found, at);
    meet(found, next, made);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
};

// Whoever has the focus in it keeps it, also in a line that has changed its place; a button that can do nothing there any more hands it
// on. The page then stays where it is: a browser would go along with a line that was moved.
const focusKept = (focused, line, top) => {
  if (focused && scrollY !== top) scrollTo({ top, behavior: "instant" });
  if (!focused?.isConnected || (document.activeElement === focused && !focused.disabled)) return;
  const next = focused.disabled ? line?.querySelector("button:not([disabled])") : focused;
  next?.focus({ preventScroll: true });
};

export const change = (target, fragment) => {
  const made = [];
  const focused = target.contains(document.activeElement) ? document.activeElement : null;
  const line = focused?.closest("li");
  const top = scrollY;
  children(target, fragment, made);
  focusKept(focused, line, top);
  return made;
};

htmx.defineExtension("keep", {
  handleSwap(style, target, fragment, { elts }) {
    if (style !== "innerHTML" || !(target.matches("[data-still]") || target.querySelector("[data-map]"))) return false;
    elts.push(target); // htmx says "swapped" to these: whatever asked may be gone by then, and nobody would hear it
    return change(target, fragment);
  },
});
document.body.setAttribute("hx-ext", "keep");
