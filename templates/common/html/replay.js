"use strict";
(async () => {
  const get = (id) => document.getElementById(id);
  const bytes = Uint8Array.from(atob(get("packed").textContent), (it) => it.charCodeAt(0));
  get("packed").remove();
  let stock, frames, more;
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    ({ stock, frames, more } = await new Response(stream).json());
  } catch (_) {
    return; // An old browser shows what a browser without script shows.
  }
  const moments = Array.from(document.querySelectorAll("section.moment"));
  if (!moments.length) return;
  const groups = [];
  for (let group = get("q0"); group; group = get("q" + groups.length)) groups.push(group);
  const held = new Array(groups.length);
  const slide = get("at"), turn = get("turn"), play = get("play");
  const begins = Array.from(turn.options, (it) => Number(it.value));
  let at = -1, clock = 0;

  // What each group of the chart holds at a moment follows from all that changed up to it.
  const draw = (moment) => {
    const now = new Array(groups.length);
    for (let nth = 0; nth <= moment; nth++) {
      const frame = frames[nth] || [];
      for (let i = 0; i < frame.length; i += 2) now[frame[i]] = frame[i + 1];
    }
    now.forEach((part, nth) => {
      if (held[nth] === part) return;
      groups[nth].innerHTML = stock[part];
      held[nth] = part;
    });
  };

  // Folds get what is in them.
  const unfold = (moment) => moments[moment].querySelectorAll("p[data-more]").forEach((line, nth) => {
    const fold = document.createElement("details"), summary = document.createElement("summary");
    fold.className = line.className;
    fold.open = line.dataset.more === "open";
    summary.append(...line.childNodes);
    fold.innerHTML = more[moment][nth];
    fold.prepend(summary);
    line.replaceWith(fold);
  });

  const stop = () => {
    clearInterval(clock);
    clock = 0;
    play.textContent = "Play";
  };

  const show = (moment) => {
    const to = Math.max(0, Math.min(moments.length - 1, moment));
    if (to === at) return;
    at = to;
    draw(at);
    unfold(at);
    moments.forEach((it, nth) => { it.hidden = nth !== at; });
    const title = moments[at].querySelector("h2").textContent;
    slide.value = at + 1;
    slide.setAttribute("aria-valuetext", (at + 1) + " of " + moments.length + ": " + title);
    get("now").textContent = (at + 1) + " of " + moments.length + ": " + title;
    const points = moments[at].querySelector(".points");
    get("score").replaceChildren(...points.cloneNode(true).childNodes);
    turn.selectedIndex = Math.max(0, begins.filter((it) => it <= at + 1).length - 1);
    get("back").disabled = at === 0;
    get("next").disabled = at === moments.length - 1;
    const part = moments.length > 1 ? at / (moments.length - 1) : 0;
    if (get("here")) get("here").setAttribute("transform", "translate(" + Math.round(1000 * part) + ")");
    if (at === moments.length - 1) stop();
    // No element has such an id, so that the page stays where it is.
    try { history.replaceState(null, "", "#at-" + (at + 1)); } catch (_) { /* the address stays as it is */ }
  };

  const named = () => moments.findIndex((_, nth) => ["#at-" + (nth + 1), "#m-" + (nth + 1)].includes(location.hash));
  const step = (by) => { stop(); show(at + by); };

  play.addEventListener("click", () => {
    if (clock) return stop();
    if (at === moments.length - 1) show(0);
    clock = setInterval(() => show(at + 1), 1800);
    play.textContent = "Pause";
  });
  get("back").addEventListener("click", () => step(-1));
  get("next").addEventListener("click", () => step(1));
  slide.addEventListener("input", () => { stop(); show(Number(slide.value) - 1); });
  // A click on the graph of points goes to the moment that is nearest.
  if (get("strip")) get("strip").lastElementChild.addEventListener("click", (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    stop();
    show(Math.round((event.clientX - left) / width * (moments.length - 1)));
  });
  turn.addEventListener("change", () => { stop(); show(Number(turn.value) - 1); });
  addEventListener("hashchange", () => { if (named() >= 0) { stop(); show(named()); } });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, .scroll, .look, pre")) return;
    const ways = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moments.length - 1 };
    if (!(event.key in ways)) return;
    event.preventDefault();
    stop();
    show(ways[event.key]);
  });

  document.body.classList.add("live");
  document.querySelector(".moments details").open = false;
  get("desk").hidden = false;
  show(Math.max(0, named()));
})();
