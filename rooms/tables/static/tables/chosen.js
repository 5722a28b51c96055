// What a list cuts off on a phone stands in full below it; what fits does not stand there twice.
const show = (list) => {
  const below = document.querySelector(`[data-chosen="${CSS.escape(list.id)}"]`);
  const words = list.selectedOptions[0]?.textContent ?? "";
  if (below) below.textContent = words.length > Number(below.dataset.fits) ? words : "";
};
addEventListener("change", ({ target }) => { if (target.matches("select")) show(target); });
