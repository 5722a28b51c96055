// A proposal stands on the wall as large as it fits: the words of a long one get smaller until nothing of it is cut off.
const largest = 8.4;
const least = 3.6; // hundredths of the screen's shorter side; no less is read at ten metres

const fit = () => {
  const wall = document.querySelector(".wall-floor");
  const shown = wall?.querySelector(".floor-shown, .floor-results");
  if (!shown) return;
  for (let size = largest; size >= least; size -= 0.4) {
    wall.style.setProperty("--size", size);
    if (shown.scrollHeight <= shown.clientHeight + 1 && wall.scrollHeight <= wall.clientHeight + 1) return;
  }
};

document.body.addEventListener("htmx:afterSwap", fit);
addEventListener("resize", fit);
document.fonts?.ready.then(fit);
fit();
