// A private choice and a tap that only looks like one travel in requests of one length: the rest is filled up.
const least = 4096; // characters; a choice with all fields of a card and all regions that the phone shows is less
const written = (text) => encodeURIComponent(text).length;

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!detail.path.endsWith("/underground/choice/")) return;
  const length = [...detail.formData].reduce((sum, [name, word]) => sum + written(name) + written(word) + 2, 0) + "pad=".length;
  let whole = least;
  while (whole < length) whole *= 2;
  detail.formData.append("pad", "-".repeat(whole - length));
});
// What was tapped looks so; a real choice goes away.
document.body.addEventListener("click", ({ target }) => {
  const nod = target.closest(".und-nod");
  if (nod) nod.dataset.tapped = "";
});
