// Spouses who have not met are reminded once more when Planning is nearly over: the style sheet shows it as soon as the clock marks
// itself, and the phone shakes then, once for each Planning, as it does when Control waits for a sheet.
let reminded = "";
const look = () => {
  const clock = document.querySelector(".to-meet [data-clock][data-urgent]");
  const month = clock?.closest(".to-meet").dataset.month;
  if (!clock || reminded === month) return;
  reminded = month;
  navigator.vibrate?.([250, 120, 250]);
};
const play = document.getElementById("now");
if (play) new MutationObserver(look).observe(play, { subtree: true, childList: true, attributeFilter: ["data-urgent"] });
