// A sheet to count by: buttons that count up and down, and what differs is marked. A part in which something was changed is ticked.
for (const button of document.querySelectorAll(".count-page [data-step]")) button.hidden = false;

const mark = (field) => {
  if (field.dataset.ledger === undefined) return;
  field.closest(".count-line").classList.toggle("differs", field.value.trim() !== field.dataset.ledger);
};

document.querySelector(".count-page")?.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-step]");
  const field = button?.parentElement.querySelector("input");
  if (!field) return;
  const next = (Number.parseInt(field.value, 10) || 0) + Number(button.dataset.step);
  field.value = Math.min(Math.max(next, 0), Number(field.dataset.most));
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

document.querySelector(".count-page")?.addEventListener("input", ({ target }) => {
  if (!target.matches(".count-number input, .count-spare input")) return;
  if (target.matches(".count-number input")) mark(target);
  const tick = target.closest("[data-count]").querySelector(".count-tick input");
  if (!tick.checked) tick.checked = true;
});

// Enter in a number goes to the next line: a sheet is not sent by a slip.
document.querySelector(".count-page")?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".count-number input, .count-spare input")) return;
  event.preventDefault();
  const fields = [...document.querySelectorAll(".count-number input")];
  fields[fields.indexOf(event.target) + 1]?.focus();
});

// What is wrong is gone to at once: a sheet is long. The line at the foot says what it is.
const wrong = document.querySelector(".count-page [aria-invalid]");
if (wrong) {
  wrong.scrollIntoView({ block: "center", behavior: "instant" });
  wrong.focus({ preventScroll: true });
}
