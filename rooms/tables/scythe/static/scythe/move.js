// Units on the board: a tap on one opens it, the spaces that it may go to are lit with a sign of what happens there, and a tap on one
// of them chooses it in the form. Everything can be done without it. It knows no rule: what it shows stands in the page.
const SVG = "http://www.w3.org/2000/svg";
const drawn = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};
const words = (name, kind, said) => {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = said;
  return made;
};
const isThere = (element) => element.checkVisibility?.() ?? element.offsetParent !== null;
const units = () => [...document.querySelectorAll(".sy-unit[data-at]")];
const asked = () => // the group that the board is for: whoever has opened the payment pays
  document.querySelector(".sy-ask details[open] > [data-counting]:has([data-space])") ?? [...document.querySelectorAll(".sy-ask [data-board]")].find(isThere);

// What is lit: the spaces of the group that is open, or else of the units that can step.
const lights = () => {
  const group = asked();
  if (group) return [...group.querySelectorAll("[data-space]")].map(({ dataset, checked, type, value }) => [dataset.space, dataset.sign ?? "", checked || (type === "number" && value > 0)]);
  return [...new Set(units().map(({ dataset }) => dataset.at))].map((space) => [space, "", false]);
};
const badge = (region, sign, checked) => {
  const made = drawn("g", { class: "sy-badge", transform: `translate(${region.dataset.x} ${region.dataset.y})` });
  made.append(drawn("circle", { cx: 18, cy: -84, r: sign ? 20 : 16 }));
  if (sign && !checked) made.append(drawn("use", { href: `#sy-${sign}`, x: 5, y: -97, width: 26, height: 26 }));
  else made.append(drawn("path", { d: checked ? "M9-84l7 8 12-16" : "M18-94v19M10-82l8 8 8-8" }));
  return made;
};
const paint = () => {
  for (const layer of document.querySelectorAll(".sy-phone .sy-asks")) {
    const map = layer.closest("svg");
    const lit = lights();
    const own = Boolean(document.querySelector(".sy-ask :is(.sy-unit, [data-board], details[open] > [data-counting])"));
    if (own) map.classList.toggle("asks", Boolean(lit.length));
    layer.replaceChildren(
      ...lit.flatMap(([space, sign, checked]) => {
        const region = map.querySelector(`a[data-region="${CSS.escape(space)}"]`);
        if (!region) return [];
        const one = drawn("g", { class: checked ? "sy-top is-chosen" : "sy-top" });
        one.append(drawn("path", { class: "sy-ring", d: region.querySelector("path").getAttribute("d") }), badge(region, sign, checked));
        return [one];
      }),
    );
    const there = new Set(lit.map(([space]) => space));
    const from = asked()?.closest(".sy-unit[data-at]")?.dataset.at; // where the unit that is open stands
    for (const region of own ? map.querySelectorAll("a[data-region]") : []) {
      region.classList.toggle("is-lit", there.has(region.dataset.region));
      region.classList.toggle("is-from", region.dataset.region === from);
      if (region.dataset.region !== from || there.has(from)) continue;
      const stands = drawn("g", { class: "sy-top" });
      stands.append(drawn("path", { class: "sy-from", d: region.querySelector("path").getAttribute("d") }));
      layer.append(stands);
    }
  }
};

// Whoever opens a unit sees it and everywhere it can go, above what is said of it.
let tapped = false; // a unit is opened by hand, not by what comes to the page
const look = () => {
  const [frame, unit] = [document.querySelector(".sy-phone [data-map-frame]"), document.querySelector(".sy-unit[open]")];
  if (!frame) return;
  const under = () => (unit ? Math.max(0, frame.getBoundingClientRect().bottom - unit.getBoundingClientRect().top) : 0);
  const [{ top, bottom }, head] = [frame.getBoundingClientRect(), document.querySelector(".table-top")?.getBoundingClientRect().bottom ?? 0];
  const inSight = Math.min(bottom, innerHeight) - under() - Math.max(top, head);
  if (tapped && inSight < frame.clientHeight / 2) {
    const moved = document.querySelector(".sy-moved"); // with the other units, where that leaves room for the map
    const above = moved ? frame.getBoundingClientRect().top - moved.getBoundingClientRect().top : 0;
    const room = innerHeight - head - (unit?.clientHeight ?? 0) - above;
    (moved && room >= innerHeight / 4 ? moved : frame).scrollIntoView({ block: "start", behavior: "instant" }); // below the head of the page
  }
  tapped = false;
  const covered = under();
  const regions = unit ? [unit.dataset.at, ...lights().map(([space]) => space)] : [];
  if (covered < frame.clientHeight * 0.75) frame.dispatchEvent(new CustomEvent("map:look", { bubbles: true, detail: { regions, covered } }));
};

// The sentence of the space that is chosen may have grown over it.
const isCovered = (space) => {
  const its = document.querySelector(`.sy-phone a[data-region="${CSS.escape(space)}"] path`);
  return its?.getBoundingClientRect().bottom > document.querySelector(".sy-unit[open]").getBoundingClientRect().top;
};

document.addEventListener("map:pick", (pick) => {
  const { region } = pick.detail;
  const choice = asked()?.querySelector(`input[data-space="${CSS.escape(region)}"]`);
  const here = units().filter(({ dataset }) => dataset.at === region);
  if (!choice && !here.length) return;
  pick.preventDefault();
  pick.detail.ring = false;
  if (choice) return choice.click();
  tapped = true;
  here[(here.findIndex(({ open }) => open) + 1) % here.length].open = true; // the next of those that stand there
});
// Where the open unit cannot go, the words of the space begin with why.
document.addEventListener("map:region", ({ target, detail: { region } }) => {
  const unit = document.querySelector(".sy-unit[open]");
  if (!unit || region === unit.dataset.at || unit.querySelector(`input[data-space="${CSS.escape(region)}"]`)) return;
  const why = unit.querySelector(`[data-barred="${CSS.escape(region)}"]`) ?? unit.querySelector('[data-barred=""]');
  target.querySelector(".where-name")?.after(why.cloneNode(true));
});
document.addEventListener("click", ({ target }) => { tapped ||= Boolean(target.closest?.(".sy-unit > summary")); });
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches?.(".sy-ask details")) return;
    if (target.open && target.matches(".sy-unit")) for (const each of units()) if (each !== target) each.open = false;
    show();
    if (target.open && target.matches(".sy-unit")) look();
  },
  true,
);
// A sentence too long for its three lines ends in a sign of that; a tap shows all of it, and the next one folds it again.
const measure = () => {
  for (const each of document.querySelectorAll(".sy-unit[open] [data-comes]:not(.is-whole)")) each.classList.toggle("is-cut", each.scrollHeight > each.clientHeight + 2);
};
// What comes of the space that is chosen stands below the row of all of them, in which it is in sight.
const say = () => {
  for (const sentence of document.querySelectorAll(".sy-ask [data-comes]")) {
    const chosen = sentence.closest("form").querySelector(".is-to input:checked");
    const [said, row] = [chosen?.closest(".sy-chip").querySelector(".sy-comes")?.textContent ?? "", chosen?.closest(".is-to")];
    sentence.hidden = !said;
    if (sentence.textContent === said) continue;
    sentence.classList.remove("is-whole");
    sentence.firstElementChild.textContent = said;
    const [chip, all] = [chosen?.parentElement, row].map((each) => each?.getBoundingClientRect());
    if (chip && (chip.left < all.left || chip.right > all.right)) row.scrollLeft += chip.left - all.left - all.width / 3;
  }
};
const show = () => {
  paint();
  say();
  measure();
};
document.addEventListener("click", ({ target }) => {
  const sentence = target.closest?.(".sy-comes:is(.is-cut, .is-whole)");
  if (!sentence) return;
  sentence.classList.toggle("is-whole");
  measure();
});
document.addEventListener("change", ({ target }) => {
  if (target.closest(".sy-ask")) show();
  if (target.matches(".sy-unit[open] [data-space]") && isCovered(target.dataset.space)) look();
  if (target.closest(".sy-cargo")) everything();
  const form = target.form?.matches("[data-total]") ? target.form : null;
  if (form) total(form);
});

// All that is to be had comes along at one tap, and nothing at the next.
const loads = (form) => [...form.querySelectorAll(".sy-cargo fieldset")].map((each) => [...each.querySelectorAll("input")]);
const isAll = (form) => loads(form).every((load) => load.at(-1).checked);
const everything = () => {
  for (const button of document.querySelectorAll("[data-everything]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", isAll(button.form));
    const [said, told] = [button.form.querySelector("[data-takes]"), button.form.querySelector("[data-takes] > b")];
    const along = [...button.form.querySelectorAll(".sy-cargo input:checked")].flatMap(({ dataset }) => dataset.word ?? []);
    said.hidden = !along.length;
    told.textContent = along.join(", ");
  }
};
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-everything]");
  if (!button) return;
  const at = isAll(button.form) ? 0 : -1;
  for (const load of loads(button.form)) load.at(at).checked = true;
  everything();
});

// Dial and cards together, as they stand; and no more cards can be tapped than may be added: the first makes room for the newest.
const total = (form) => {
  const dial = form.querySelector("[name=dial]:checked");
  const cards = [...form.querySelectorAll("[name=card]:checked")].map(({ value }) => Number(value));
  const sum = [Number(dial?.value ?? 0), ...cards];
  form.querySelector("output").textContent = dial ? (cards.length ? `${sum.join(" + ")} = ` : "") + sum.reduce((one, other) => one + other) : "";
};
document.addEventListener("change", ({ target }) => {
  const group = target.checked && target.type === "checkbox" && target.closest(".sy-chips[data-most]");
  if (!group) return;
  const chosen = [...group.querySelectorAll("input:checked")].filter((each) => each !== target);
  if (chosen.length >= Number(group.dataset.most)) chosen[0].checked = false;
  if (target.form.matches("[data-total]")) total(target.form);
});

// What is still to be chosen is said in the page: a browser's own bubble would lie over the board, in its own language.
document.addEventListener(
  "invalid",
  (invalid) => {
    const group = invalid.target.closest("[data-missing]");
    if (!group) return;
    invalid.preventDefault();
    const form = invalid.target.form;
    if (form.querySelector(".sy-missing")) return;
    const said = words("p", "sy-missing refused", group.dataset.missing);
    said.setAttribute("role", "alert");
    form.querySelector("button:not([type])").before(said);
  },
  true,
);
document.addEventListener("change", ({ target }) => target.form?.querySelector(".sy-missing")?.remove());

let opened = ""; // the unit that stood open, and where
let fought = ""; // the combat that the map has gone to, once
const goToFight = () => {
  const { fought: now = "", at } = document.querySelector(".sy-phone [data-fought]")?.dataset ?? {};
  const frame = document.querySelector(".sy-phone [data-map-frame]");
  if (now && now !== fought) frame?.dispatchEvent(new CustomEvent("map:look", { bubbles: true, detail: { regions: [at], covered: 0 } }));
  fought = now;
};
const begin = () => {
  goToFight();
  everything();
  show();
  const { id = "", dataset } = document.querySelector(".sy-unit[open]") ?? {};
  const now = id + (dataset?.at ?? "");
  if (now && now !== opened) requestAnimationFrame(look);
  opened = now;
};
for (const swapped of ["htmx:afterSettle", "htmx:oobAfterSwap"]) document.body.addEventListener(swapped, begin);
begin();

// --- a reveal: two dials, then the cards, then who wins --------------------------------------------------------------------------
const camp = ({ faction, letter, name, role, dial, cards, total: sum, pays, wins }) => {
  const made = words("div", `sy-shown sy-f-${faction}${wins ? " is-winner" : ""}`, "");
  const who = words("p", "sy-shown-name", "");
  who.append(words("b", "sy-letter", letter), ` ${name} `, words("small", "", role));
  const added = words("p", "sy-shown-cards", "");
  added.append(...cards.map((card) => words("span", "sy-shown-card", card)));
  made.append(who, words("p", "sy-shown-dial", dial), words("p", "sy-shown-pays", pays), added, words("p", "sy-shown-total", sum), words("p", "sy-shown-wins", wins));
  return made;
};
document.addEventListener("table:reveal", ({ detail: { picture, box } }) => {
  if (!picture) return;
  const { title, sides, rule } = JSON.parse(picture);
  box.classList.add("sy-moment");
  const both = words("div", "sy-shown-both", "");
  both.append(...sides.map(camp));
  box.prepend(words("p", "table-moment-title", title), both, ...(rule ? [words("p", "sy-shown-rule", rule)] : []));
});
