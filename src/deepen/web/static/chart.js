// Small charts, drawn by hand. A click on one goes to the step that is nearest.

import { draw } from "./dom.js";

const WIDTH = 360;
const HEIGHT = 150;
const LEFT = 32;
const RIGHT = 12;
const BOTTOM = 24;
const TOP = 12;
const MOST_DOTS = 80;
const MOST_COUNTS = 12;

// What is left to go along a solution, and what the heuristic makes of it: numbers for each step, and
// all that is written as the server says it.
export function distances(steps, { remaining, top, end, spoken }, go) {
  const most = Math.max(1, ...remaining, ...steps.map(({ h }) => h ?? 0));
  const x = across(steps.length);
  const y = (value) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - TOP);
  const known = steps.map(({ h }, step) => [step, h]).filter(([, h]) => h !== null);
  const dots = known.length <= MOST_DOTS ? known : [];
  const svg = chart(spoken,
    draw("line", { class: "axis", x1: LEFT, y1: y(0), x2: WIDTH - RIGHT, y2: y(0) }),
    [[0, "0"], [most, top]].map(([value, text]) => tick(LEFT - 8, y(value) + 4, text, "end")),
    tick(LEFT, HEIGHT - 6, "start"),
    tick(WIDTH - RIGHT, HEIGHT - 6, end, "end"),
    line(remaining.map((value, step) => [x(step), y(value)]), "truth"),
    line(known.map(([step, h]) => [x(step), y(h)]), "guess"),
    dots.map(([step, h]) => draw("circle", { class: "guess", cx: x(step), cy: y(h), r: 3 })),
    draw("line", { class: "now", y1: TOP, y2: y(0) }));
  svg.moveTo = (step) => {
    for (const end of ["x1", "x2"]) svg.querySelector(".now").setAttribute(end, x(step));
  };
  svg.moveTo(0);
  return walkable(svg, steps.length, go);
}

// What each position of a game is worth to the first player, as far as is known: [{value, exact, text, scale}].
export function margins(points, names, now, go) {
  const known = points.map((point, place) => [place, point]).filter(([, point]) => point);
  const most = Math.max(1, ...known.map(([, { value }]) => Math.abs(value)));
  const x = across(points.length);
  const y = (value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 18);
  const told = known.map(([place, { text }]) => `after move ${place} ${text}`);
  const [furthest] = known.map(([, point]) => point).sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return walkable(chart(`Value to ${names[0]}: ${told.join(", ") || "not known yet"}.`,
    draw("line", { class: "axis", x1: LEFT, y1: y(0), x2: WIDTH - RIGHT, y2: y(0) }),
    draw("line", { class: "now", x1: x(now), x2: x(now), y1: TOP, y2: HEIGHT - TOP }),
    (furthest?.scale ?? []).map((text, place) => tick(LEFT - 8, y(most * (1 - place)) + 4, text, "end")),
    tick(LEFT + 4, 10, `${names[0]} ahead`),
    tick(LEFT + 4, HEIGHT - 2, `${names[1]} ahead`),
    line(known.map(([place, { value }]) => [x(place), y(value)]), "guess"),
    known.map(([place, { value, exact }]) => draw("circle", {
      class: exact ? "guess proven" : "guess", cx: x(place), cy: y(value), r: 3.5,
    }))),
  points.length, go);
}

// Upright bars: [[value, count]], with their names, counts and all of it in words.
export function bars(pairs, { names, counts, spoken }) {
  const most = Math.max(...pairs.map(([, count]) => count));
  const step = (WIDTH - 16) / pairs.length;
  const width = Math.min(step * 0.8, 36);
  return chart(spoken,
    pairs.map(([value, count], place) => {
      const x = 8 + (place + 0.5) * step;
      const height = (count / most) * (HEIGHT - 46);
      return [
        draw("rect", {
          class: value < 0 ? "column over" : "column", x: x - width / 2, y: HEIGHT - 22 - height, width, height, rx: 2,
        }),
        tick(x, HEIGHT - 8, names[place], "middle"),
        pairs.length <= MOST_COUNTS ? tick(x, HEIGHT - 27 - height, counts[place], "middle") : null,
      ];
    }));
}

// Parts

function chart(name, ...parts) {
  const size = `0 0 ${WIDTH} ${HEIGHT}`;
  return draw("svg", { class: "chart", viewBox: size, role: "img", "aria-label": name }, ...parts.flat(2));
}

function across(count) {
  return (step) => LEFT + (step / Math.max(1, count - 1)) * (WIDTH - LEFT - RIGHT);
}

function tick(x, y, text, anchor = "") {
  return draw("text", { class: `tick ${anchor}`, x, y }, text);
}

function line(points, style) {
  const corners = points.map((point) => point.map((part) => part.toFixed(1)).join());
  return draw("polyline", { class: style, points: corners.join(" ") });
}

function walkable(svg, count, go) {
  svg.classList.add("walkable");
  svg.addEventListener("click", ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    const share = (((clientX - left) / width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    go(Math.round(share * (count - 1)));
  });
  return svg;
}
