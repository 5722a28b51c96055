// Light or dark: the button stores it in a cookie, the server draws the next page with it.
const root = document.documentElement;
root.classList.add("js");
document.addEventListener("submit", (sent) => {
  const form = sent.target.closest("form[data-theme-form]");
  if (!form) return;
  sent.preventDefault();
  const light = root.dataset.theme ? root.dataset.theme === "light" : matchMedia("(prefers-color-scheme: light)").matches;
  root.dataset.theme = light ? "dark" : "light";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
});
