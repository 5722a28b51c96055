/* Lays axe over a screen, or over a piece of it, as soon as it is at rest: first in one theme, then in the other.

   A theme changes colours alone. So what is measured again in the second one is colours, and of pieces of text that have the same
   colour, size and weight on the same ground there, one in a whole walk: `known` is what other screens have shown of them. That one
   stands for another only where the first theme has shown, on this screen, that nothing but its own ancestors lies behind it: the
   ground that axe has found by looking at the place is the one that they paint, washes and all. */
async ([within, themes, laws, colours, unsettled, patience, known]) => {
  const until = performance.now() + patience;
  while (document.querySelector(unsettled)) {
    if (performance.now() > until) throw new Error(`The page does not come to rest: ${unsettled}`);
    await new Promise((go) => setTimeout(go, 20));
  }
  const worded = ({ node, any, all, none }, theme, id) => [
    `${theme}: ${id}: ${node.selector.join(" ")}`,
    [...any, ...all, ...none].map(({ message }) => message).join("; "),
    node.source.replace(/\s+/g, " ").slice(0, 160),
  ];
  const root = document.documentElement;
  const [first, second] = themes;
  const wrong = [];
  axe.addReporter("as they are", (results, _options, told) => {
    for (const { id, violations } of results) wrong.push(...violations.map((each) => worded(each, root.dataset.theme, id)));
    told(results);
  });
  const run = (theme, where, options) => {
    root.dataset.theme = theme;
    return axe.run(where, { ...options, reporter: "as they are" });
  };

  const inside = within ? document.querySelector(within) : null;
  const beside = inside?.matches("dialog:modal") && getComputedStyle(inside).backgroundColor.startsWith("rgb(")
    ? [...document.body.children].filter((each) => !each.contains(inside) && each.checkVisibility()) : [];
  // What lies behind an opaque dialog is nobody's background: axe need not map it.
  for (const each of beside) each.style.visibility = "hidden";
  const results = await run(first, inside ?? document, laws);

  const paints = new Map();
  const again = new Set();
  const measured = [];
  for (const { id, passes, violations, incomplete } of results) {
    if (!colours.runOnly.values.includes(id)) continue;
    for (const { node, any } of [...violations, ...incomplete])
      if (any[0]?.data?.messageKey !== "shortTextContent") again.add(node.element); // a single sign breaks no rule in any theme
    for (const { node, any } of passes) {
      const ground = id === "color-contrast" ? groundOf(node.element) : null;
      if (ground && ground === any[0]?.data?.bgColor) measured.push(node.element);
      else again.add(node.element);
    }
  }
  root.dataset.theme = second;
  paints.clear();
  const seen = new Set(known);
  for (const element of measured) {
    const ground = groundOf(element);
    const { color, fontSize, fontWeight, textShadow, webkitTextStrokeWidth } = getComputedStyle(element);
    const look = ground && [ground, color, fontSize, fontWeight, textShadow, webkitTextStrokeWidth].join(" ");
    if (!look || !seen.has(look)) again.add(element);
    seen.add(look);
  }
  if (again.size) await run(second, { include: [...again] }, colours);
  root.dataset.theme = first;
  for (const each of beside) each.style.visibility = "";
  return [wrong, [...seen]];

  /** The colour that an element's ancestors alone paint behind it, washes and all; null where it is more than that. */
  function groundOf(element) {
    return paintOf(element)?.toHexString() ?? null;
  }

  /** The same as axe's own colour; null where nobody knows what is painted, false where what is above spoils it for all within. */
  function paintOf(element) {
    if (!element) return null;
    if (!paints.has(element)) paints.set(element, paintedOver(paintOf(element.parentElement), element));
    return paints.get(element) || null;
  }

  function paintedOver(below, element) {
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const above = element.parentElement && paints.get(element.parentElement);
    if (above === false || element instanceof SVGElement || opacity !== "1" || filter !== "none" || mixBlendMode !== "normal") return false;
    if (backgroundImage !== "none" || !/^rgba?\(/.test(backgroundColor)) return null;
    const own = new axe.commons.color.Color();
    own.parseString(backgroundColor);
    if (own.alpha === 1) return own;
    return own.alpha && below ? axe.commons.color.flattenColors(own, below) : below;
  }
}
