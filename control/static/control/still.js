// What a finger is about to press stays where it is when a region is drawn anew. htmx lays the new beside the old before it takes the
// old away, and browsers follow what has the focus to where it lies for that moment: a long list would end at its end. So nothing is
// followed while a region is swapped, which is within this very turn.
const root = document.documentElement;
const hold = () => {
  root.style.overflowAnchor = "none";
  setTimeout(() => (root.style.overflowAnchor = ""));
};
for (const swap of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) document.addEventListener(swap, hold);
