// What changes nothing is not asked: an option that belongs to a choice of another one is there while that is chosen.
const fit = (inside) => {
  for (const field of inside.querySelectorAll("[data-belongs]")) {
    const other = field.closest("form")?.elements[field.dataset.belongs];
    if (other) field.hidden = other.value !== field.dataset.choice;
  }
};
document.addEventListener("change", ({ target }) => target.form && fit(target.form));
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.body.addEventListener(swapped, () => fit(document));
fit(document);
