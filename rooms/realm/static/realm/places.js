// A building's places fit together: what cannot lie beside what was chosen is not to be chosen. The server judges it all the same.
const allowed = (selects, at, option) => {
  const near = option.dataset.near?.split(" ");
  return selects.every((other, place) => {
    if (place === at || !other.value) return true;
    if (other.value === option.value) return false;
    return !near || Math.abs(place - at) !== 1 || near.includes(other.value);
  });
};
const fit = (box) => {
  const selects = [...box.querySelectorAll("select")];
  selects.forEach((select, at) => {
    for (const option of select.options) if (option.value) option.disabled = !option.selected && !allowed(selects, at, option);
  });
};
const fitAll = () => document.querySelectorAll("[data-places]").forEach(fit);

document.addEventListener("change", ({ target }) => {
  const box = target.closest?.("[data-places]");
  if (box) fit(box);
});
for (const swap of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(swap, fitAll);
fitAll();
