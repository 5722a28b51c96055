/* The debrief on the wall: where a chapter was lights up on the maps; an address that opens nothing any more leaves nothing standing. */
import { loadAnew } from "./answers.js";

const wall = document.getElementById("hall");
const GONE = 404;
const marked = () => {
  const place = wall.querySelector(".wall-chapter")?.dataset.place;
  if (!place) return;
  for (const found of wall.querySelectorAll(`[data-at="${CSS.escape(place)}"]`)) found.classList.add("is-told");
};

wall.addEventListener("htmx:afterSwap", marked);
wall.addEventListener("htmx:responseError", ({ detail }) => { if (detail.xhr.status === GONE) loadAnew(); });
marked();
