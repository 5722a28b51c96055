// Orders written on the map: tap a region of your own, then a neighbour, and press what is offered there first. What the form holds is drawn there as arrows.
import { gettext } from "../control/words.js";
import { all, kindOf, movesOf, narrow, tellLeft, unitsOf } from "./orders.js";

let origin = "";
const sheet = () => document.querySelector('form[data-sheet][data-kind="war"]');
const optionOf = (form, list, region) => [...(form.querySelector(list)?.options ?? [])].find(({ value }) => value === region);
const nameOf = (region) => document.querySelector(`[data-where="${CSS.escape(region)}"] b`)?.textContent ?? region;
const press = (words, did, kind = "") => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = words;
  made.addEventListener("click", did);
  return made;
};
const line = (...inside) => {
  const made = document.createElement("p");
  made.className = "row map-orders";
  made.append(...inside);
  return made;
};
const toSheet = () => {
  const link = document.createElement("a");
  link.href = "#now";
  link.className = "button";
  link.textContent = gettext("To my sheet");
  return link;
};
const send = (form) => press(gettext("Send to Control"), () => {
  location.hash = "#now"; // there stands what becomes of it
  form.requestSubmit();
}, "main");
const free = (form) => [...form.querySelectorAll("[data-order]")].find((each) => !kindOf(each));
// How many units of a region no Move of the form names yet, and how many stand there.
const left = (form, region) => {
  const place = optionOf(form, "[data-from]", region);
  const stand = Number(place?.dataset.stand ?? 0);
  const used = movesOf(form).filter(({ from }) => from === region).reduce((sum, { units }) => sum + units, 0);
  return [Math.max(stand - used, 0), stand];
};

const write = (form, details, kind, from, to) => {
  const order = free(form);
  if (!order) return;
  const [rest] = left(form, from);
  order.querySelector(`input[value="${kind}"]`).checked = true;
  if (kind === "move") {
    order.querySelector("[data-from]").value = from;
    narrow(order);
    order.querySelector("[data-to]").value = to;
    unitsOf(order).value = Math.max(rest, 1);
  } else order.querySelector(".order-recruit select").value = to;
  form.closest("details")?.setAttribute("open", "");
  form.dispatchEvent(new Event("input", { bubbles: true }));
  tellLeft(form);
  const number = order.dataset.order;
  const words =
    kind === "move"
      ? gettext("Order {number}: Move {units} from {from} to {to}. Not sent yet.", {
          number,
          units: unitsOf(order).value,
          from: nameOf(from),
          to: nameOf(to),
        })
      : gettext("Order {number}: Recruit in {region}. Not sent yet.", { number, region: nameOf(to) });
  begun("");
  details.replaceChildren(line(words), line(send(form), toSheet()));
};
// What is to be done next stands above what is said of a region, which does not cover it.
const hint = () => document.getElementById("map-hint");
const guide = (...inside) => {
  hint()?.replaceChildren(...inside);
  hint()?.toggleAttribute("hidden", !inside.length);
};
const begun = (region, rest = 0, stand = 0) => {
  origin = region;
  if (!region) return guide();
  const words = gettext("Move from {region} ({left} of {units} left): tap where to.", { region: nameOf(region), left: rest, units: stand });
  guide(line(words, press(gettext("Cancel"), () => begun(""), "quiet")));
};
const leads = (form, from, to) => {
  const list = form.querySelector("[data-to]");
  const [, groups] = all.get(list) ?? [[], []];
  const group = groups.find(({ dataset }) => dataset.origin === from);
  return [...(group?.children ?? [])].find(({ value }) => value === to);
};
const wayOf = (option, region) => option.textContent.slice(nameOf(region).length); // " (by road)"

document.addEventListener("map:region", ({ target: details, detail: { region } }) => {
  const form = sheet();
  if (!form) return begun("");
  const buttons = line();
  if (!free(form)) {
    begun("");
    details.append(line(gettext("All your orders are written; change or send them."), send(form), toSheet()));
    return;
  }
  const there = origin && leads(form, origin, region);
  if (there?.disabled) details.append(line(gettext("No Move to {region}{why}.", { region: nameOf(region), why: wayOf(there, region) })));
  else if (there && !there.hasAttribute("data-off")) {
    const from = origin;
    const words = gettext("Move here from {region}{way}", { region: nameOf(origin), way: wayOf(there, region) });
    buttons.append(press(words, () => write(form, details, "move", from, region), "main wide"));
  }
  const [rest, stand] = left(form, region);
  if (rest && there) {
    const words = gettext("Move from here ({left} of {units} left)", { left: rest, units: stand });
    buttons.append(press(words, () => (begun(region, rest, stand), buttons.remove())));
  } else if (rest) begun(region, rest, stand);
  else if (!origin) guide();
  else if (!there && origin !== region)
    details.append(line(gettext("No way leads here from {region}.", { region: nameOf(origin) })));
  if (stand && !rest) details.append(line(gettext("Your orders move all units from here already.")));
  const place = optionOf(form, ".order-recruit select", region);
  if (place && !place.disabled && !place.hasAttribute("data-off") && Number(form.dataset.stock))
    buttons.append(press(gettext("Recruit here"), () => write(form, details, "recruit", "", region)));
  if (buttons.childElementCount) details.append(buttons);
});

// Who comes from the sheet to write on the map is told how.
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.(".orders .on-map a")) return;
  begun("");
  guide(line(gettext("Tap a region with units of yours, then a neighbour, then “Move here”."), toSheet()));
});

// --- what the form holds, drawn ----------------------------------------------------------------------------------------
const SVG = "http://www.w3.org/2000/svg";
const shape = (kind, values, text = "") => {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
};
const placeOf = (region) => {
  const found = document.querySelector(`#map a[data-region="${CSS.escape(region)}"]`);
  return found && [Number(found.dataset.x), Number(found.dataset.y)];
};
const arrow = ({ from, to, units }) => {
  const [start, end] = [placeOf(from), placeOf(to)];
  if (!start || !end) return [];
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const long = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / long, dy / long];
  const at = (far, aside = 0) => [start[0] + ux * far - uy * aside, start[1] + uy * far + ux * aside].map(Math.round);
  const path = `M${at(Math.min(22, long / 4))}L${at(long * 0.78)}`;
  const [x, y] = at(long * 0.42);
  return [
    shape("path", { class: "back", d: path }),
    shape("path", { class: "line", d: path }),
    shape("path", { class: "head", d: `M${at(long * 0.78 + 26)}L${at(long * 0.78, 17)}L${at(long * 0.78, -17)}z` }),
    shape("circle", { cx: x, cy: y, r: 17 }),
    shape("text", { x, y: y + 7 }, units),
  ];
};
const recruits = (form) =>
  [...form.querySelectorAll("[data-order]")].filter((each) => kindOf(each) === "recruit").map((each) => each.querySelector(".order-recruit select").value);
const plus = (region) => {
  const place = placeOf(region);
  return place ? [shape("circle", { cx: place[0], cy: place[1] - 34, r: 17 }), shape("text", { x: place[0], y: place[1] - 27 }, "+1")] : [];
};
const drawDrafts = () => {
  const [form, picture] = [sheet(), document.getElementById("map-drafts")];
  if (!picture) return;
  const dirty = form?.hasAttribute("data-dirty") || form?.dataset.revision === "0"; // what was sent the server draws
  const marks = form && dirty ? [...movesOf(form).filter(({ to }) => to).flatMap(arrow), ...recruits(form).filter(Boolean).flatMap(plus)] : [];
  const drawn = marks.map((mark) => mark.outerHTML).join("");
  if (picture.innerHTML !== drawn) picture.replaceChildren(...marks);
};
let waiting = 0;
const soon = () => { clearTimeout(waiting); waiting = setTimeout(drawDrafts, 50); };
for (const kind of ["input", "change", "hashchange"]) addEventListener(kind, soon);
for (const kind of ["htmx:afterSettle", "htmx:oobAfterSwap"]) document.body.addEventListener(kind, soon);
soon();
