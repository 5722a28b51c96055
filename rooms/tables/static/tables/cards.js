// The cards of a game in a panel over the page: nobody leaves the table to look something up. Without it a link leads to the page.
import { gettext } from "../control/words.js";

let panel = null;
const opened = () => {
  if (panel) return panel;
  panel = document.createElement("dialog");
  panel.className = "cards-panel at-table";
  panel.setAttribute("aria-labelledby", "cards-title");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "cards-close";
  close.textContent = gettext("Close");
  close.addEventListener("click", () => panel.close());
  const inside = document.createElement("div");
  inside.dataset.inside = "";
  panel.append(close, inside);
  panel.addEventListener("click", ({ target }) => { if (target === panel) panel.close(); });
  document.body.append(panel);
  return panel;
};

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-cards]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const inside = opened().querySelector("[data-inside]");
  if (panel.dataset.of !== link.href) {
    try {
      const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      inside.replaceChildren(page.getElementById("cards"));
      globalThis.htmx?.process(inside);
      panel.dataset.of = link.href;
    } catch {
      location.assign(link.href); // the page says what is wrong
      return;
    }
  }
  panel.showModal();
});
