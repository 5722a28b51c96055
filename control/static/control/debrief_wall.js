/* The debrief on the wall: where a chapter was lights up on the maps. */
const wall = document.getElementById("hall");
const marked = () => {
  const place = wall.querySelector(".wall-chapter")?.dataset.place;
  if (!place) return;
  for (const found of wall.querySelectorAll(`[data-at="${CSS.escape(place)}"]`)) found.classList.add("is-told");
};

wall.addEventListener("htmx:afterSwap", marked);
marked();
