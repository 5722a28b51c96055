// A tap on a region of the map opens it at War Control's desk; a pan or a pinch does not.
const desk = document.querySelector("[data-war-desk]");
let start = null;
desk.addEventListener("pointerdown", (down) => {
  start = down.isPrimary ? { x: down.clientX, y: down.clientY } : null;
});
desk.addEventListener("click", (click) => {
  const region = click.target.closest("[data-map-frame] a[data-region]");
  if (!region) return;
  click.preventDefault();
  if (start && Math.hypot(click.clientX - start.x, click.clientY - start.y) > 8) return;
  htmx.ajax("GET", `${desk.dataset.warDesk}region/${region.dataset.region}/`, { target: "#ask", swap: "innerHTML" });
});
