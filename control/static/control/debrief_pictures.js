// The ring of ties, round by round: one at a time by hand or played on request; a press on a team or a kind shows its ties alone.
// Without this script every round stands beside the others.
const BEAT = 1500;

for (const web of document.querySelectorAll("[data-web]")) {
  const panels = [...web.querySelectorAll("[data-web-panel]")];
  const slider = web.querySelector("input[type=range]");
  const play = web.querySelector("[data-web-play]");
  const all = web.querySelector("[data-web-all]");
  const chosen = { team: "", kind: "" };
  let beat = 0;

  const show = () => {
    const one = all.getAttribute("aria-pressed") === "false";
    web.classList.toggle("pic-one", one);
    panels.forEach((panel, at) => panel.toggleAttribute("data-shown", at === Number(slider.value)));
    slider.setAttribute("aria-valuetext", panels[Number(slider.value)].querySelector("figcaption").textContent.trim());
  };
  const stop = () => {
    clearInterval(beat);
    beat = 0;
    play.setAttribute("aria-pressed", "false");
  };
  const go = (to) => {
    slider.value = String(Math.min(Math.max(to, 0), panels.length - 1));
    all.setAttribute("aria-pressed", "false");
    show();
  };
  const choose = (name, value) => {
    chosen[name] = chosen[name] === value ? "" : value;
    const { team, kind } = chosen;
    web.classList.toggle("pic-chosen", Boolean(team || kind));
    const near = new Set([team]);
    for (const tie of web.querySelectorAll("[data-ends]")) {
      const ends = tie.dataset.ends.split(" ");
      const own = (!team || ends.includes(team)) && (!kind || tie.closest("[data-kind]").dataset.kind === kind);
      tie.toggleAttribute("data-own", own);
      if (own) ends.forEach((each) => near.add(each));
    }
    for (const node of web.querySelectorAll(".pic-node")) node.toggleAttribute("data-own", near.has(node.dataset.team));
    for (const button of web.querySelectorAll("[data-web-team], [data-web-kind]")) {
      button.setAttribute("aria-pressed", String([team, kind].includes(button.dataset.webTeam ?? button.dataset.webKind)));
    }
  };

  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  all.addEventListener("click", () => { stop(); all.setAttribute("aria-pressed", String(all.getAttribute("aria-pressed") === "false")); show(); });
  play.addEventListener("click", () => {
    if (beat) { stop(); return; }
    go(Number(slider.value) >= panels.length - 1 ? 1 : Number(slider.value) + 1);
    play.setAttribute("aria-pressed", "true");
    beat = setInterval(() => {
      if (Number(slider.value) >= panels.length - 1) stop();
      else go(Number(slider.value) + 1);
    }, BEAT);
  });
  web.addEventListener("click", (pressed) => {
    const step = pressed.target.closest("[data-web-step]");
    if (step) { stop(); go(Number(slider.value) + Number(step.dataset.webStep)); }
    const team = pressed.target.closest("[data-web-team]")?.dataset.webTeam ?? pressed.target.closest(".pic-node")?.dataset.team;
    const kind = pressed.target.closest("[data-web-kind]")?.dataset.webKind;
    if (team) choose("team", team);
    if (kind) choose("kind", kind);
  });
  play.hidden = matchMedia("(prefers-reduced-motion: reduce)").matches;
  web.querySelector("[data-web-steps]").hidden = false;
  web.classList.add("pic-stepped");
  show();
}
