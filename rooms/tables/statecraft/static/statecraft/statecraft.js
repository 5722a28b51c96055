// Statecraft on a phone: no more can be ticked than are to be paid or given up. Everything legal can be done without it. It knows no
// rule: what it shows stands in the page, and the server decides.
document.addEventListener("change", ({ target }) => {
  const most = Number(target.closest(".sc [data-most]")?.dataset.most);
  if (!most || target.type !== "checkbox" || !target.checked) return;
  const chosen = [...target.form.querySelectorAll(`[name="${target.name}"]:checked`)].filter((each) => each !== target);
  if (chosen.length >= most) chosen[0].checked = false; // the first makes room for the newest
});
