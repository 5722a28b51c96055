// The link to a table, by whatever the phone shares links with.
const button = document.querySelector("[data-share]");
const copied = document.querySelector("[data-copied]");
const share = async ({ title, url }) => {
  if (navigator.share) return navigator.share({ title, url });
  await navigator.clipboard.writeText(url);
  copied.hidden = false;
};
if (navigator.share || navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", () => share({ title: document.title, url: button.dataset.share }).catch(() => {}));
}
