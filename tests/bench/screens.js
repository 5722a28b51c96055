// Added to every measured page before its own scripts: notes when each piece of the picture was last drawn anew.
// A piece is a live region with its version, or the words of the phase. "Drawn" is after the frame that shows the change.
(() => {
  const PASSING = ["here", "bar"]; // who else is at a desk, and signs of a busy machine, have nothing to do with the act
  const pieces = (page) => {
    const found = new Map([["phase", page.querySelector("[data-clock-phase], .bar-where b, .face-phase")?.textContent]]);
    const parts = [...page.querySelectorAll("[data-part]")].map(({ dataset }) => dataset.version ?? "");
    const seen = [...page.querySelectorAll("#screen-version, #play [name=seen], header [name=seen]")].map(({ value }) => value);
    for (const version of parts.length ? parts : seen) found.set(...version.split(":"));
    for (const name of PASSING) found.delete(name);
    return found;
  };

  const drawn = new Map(); // piece → when it was last drawn (milliseconds since 1970)
  const changed = new Set(); // pieces that wait for their frame
  let shown = new Map();
  const frame = () => setTimeout(() => { // behind the frame
    for (const name of changed) drawn.set(name, Date.now());
    changed.clear();
  });
  const isCountdown = ({ target }) => (target.closest ? target : target.parentElement)?.closest("[data-clock]");
  const look = (changes) => {
    if (changes.every(isCountdown)) return;
    const now = pieces(document);
    for (const [name, version] of now)
      if (shown.get(name) !== version) {
        if (!changed.size) requestAnimationFrame(frame);
        changed.add(name);
      }
    shown = now;
  };
  const watched = { subtree: true, childList: true, characterData: true, attributeFilter: ["data-version", "value"] };
  new MutationObserver(look).observe(document, watched);

  window.picture = {
    phase: () => pieces(document).get("phase"),
    // Pieces that were drawn since this moment, with the milliseconds until then.
    since: (begun) => Object.fromEntries([...drawn].filter(([, at]) => at >= begun).map(([name, at]) => [name, at - begun])),
    // Pieces that differ from those of this page, freshly loaded. What somebody types in waits for its writer.
    stale: (text) => {
      const fresh = pieces(new DOMParser().parseFromString(text, "text/html"));
      const here = pieces(document);
      const written = document.activeElement.closest("[id^=region-]")?.id.replace("region-", "");
      return [...fresh.keys()].filter((name) => name !== written && here.get(name) !== fresh.get(name));
    },
    // The owner puts the phone away, and takes it up again. Who pauses its scripts in between is the measurement.
    hide: (hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
})();
