// What a list cuts off on a phone stands in full below it.
const show = (list) => {
  const below = document.querySelector(`[data-chosen="${CSS.escape(list.id)}"]`);
  if (below) below.textContent = list.selectedOptions[0]?.textContent ?? "";
};
addEventListener("change", ({ target }) => { if (target.matches("select")) show(target); });
