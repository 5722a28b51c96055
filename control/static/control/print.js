// The button that hands a page to the printer.
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-print]")) print();
});
