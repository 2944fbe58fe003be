// Small charts, drawn by hand.

import { draw } from "./dom.js";
import { short, signed, whole } from "./words.js";

const WIDTH = 360;
const HEIGHT = 150;
const LEFT = 30;
const BOTTOM = 24;
const TOP = 10;

// What is left to go along a solution, and what the heuristic makes of it.
export function distances(steps, remaining, exact) {
  const last = steps.length - 1;
  const most = Math.max(1, ...remaining, ...steps.map(({ h }) => h ?? 0));
  const x = (step) => LEFT + (step / Math.max(1, last)) * (WIDTH - LEFT - 12);
  const y = (value) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - TOP);
  const known = steps.map(({ h }, step) => [step, h]).filter(([, h]) => h !== null);
  const line = (points, style) => draw("polyline", { class: style, points: points.map(([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" ") });
  const exactly = known.filter(([step, h]) => h === remaining[step]).length;
  const name = exact ? "the true distance h*" : "what this solution has left to go";
  const svg = draw("svg", {
    class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": `Along the solution: ${name}, from ${remaining[0]} to 0, and the estimate h, from ${steps[0].h ?? "infinite"}; equal at ${exactly} of ${steps.length} positions.`,
  },
  draw("line", { class: "axis", x1: LEFT, y1: y(0), x2: WIDTH - 8, y2: y(0) }),
  ...[0, most].map((value) => draw("text", { class: "tick end", x: LEFT - 6, y: y(value) + 4 }, whole(value))),
  draw("text", { class: "tick", x: LEFT, y: HEIGHT - 6 }, "start"),
  draw("text", { class: "tick end", x: WIDTH - 12, y: HEIGHT - 6 }, "goal"),
  line(remaining.map((value, step) => [step, value]), "truth"),
  line(known, "guess"),
  ...(steps.length <= 80 ? known.map(([step, h]) => draw("circle", { class: "guess", cx: x(step), cy: y(h), r: 3 })) : []),
  draw("line", { class: "now", y1: TOP, y2: y(0) }),
  );
  svg.moveTo = (step) => {
    const now = svg.querySelector(".now");
    now.setAttribute("x1", x(step));
    now.setAttribute("x2", x(step));
  };
  svg.moveTo(0);
  return svg;
}

// What each position of a game is worth to the first player, as far as is known: [{value, exact}].
export function worths(points, names, now) {
  const last = Math.max(1, points.length - 1);
  const known = points.map((point, place) => [place, point]).filter(([, point]) => point);
  const most = Math.max(1, ...known.map(([, { value }]) => Math.abs(value)));
  const x = (place) => LEFT + (place / last) * (WIDTH - LEFT - 12);
  const y = (value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 18);
  const points2 = known.map(([place, { value }]) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const told = known.map(([place, { value, exact }]) => `after move ${place} ${signed(value)}${exact ? "" : " perhaps"}`);
  return draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Value to ${names[0]}: ${told.join(", ") || "not known yet"}.` },
    draw("line", { class: "axis", x1: LEFT, y1: y(0), x2: WIDTH - 8, y2: y(0) }),
    draw("line", { class: "now", x1: x(now), x2: x(now), y1: 12, y2: HEIGHT - 12 }),
    draw("text", { class: "tick end", x: LEFT - 6, y: y(most) + 4 }, signed(most)),
    draw("text", { class: "tick end", x: LEFT - 6, y: y(0) + 4 }, "0"),
    draw("text", { class: "tick end", x: LEFT - 6, y: y(-most) + 4 }, signed(-most)),
    draw("text", { class: "tick", x: LEFT + 4, y: 12 }, `${names[0]} ahead`),
    draw("text", { class: "tick", x: LEFT + 4, y: HEIGHT - 3 }, `${names[1]} ahead`),
    draw("polyline", { class: "guess", points: points2 }),
    ...known.map(([place, { value, exact }]) => draw("circle", { class: exact ? "guess proven" : "guess", cx: x(place), cy: y(value), r: 3.5 })));
}

// Upright bars: [[name, count]].
export function bars(pairs) {
  const most = Math.max(...pairs.map(([, count]) => count));
  const step = (WIDTH - 16) / pairs.length;
  const wide = Math.min(step * 0.8, 36);
  return draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": pairs.map(([name, count]) => `${name}: ${whole(count)}`).join(", ") },
    ...pairs.flatMap(([name, count], place) => {
      const x = 8 + (place + 0.5) * step;
      const height = (count / most) * (HEIGHT - 46);
      return [
        draw("rect", { class: name < 0 ? "column over" : "column", x: x - wide / 2, y: HEIGHT - 22 - height, width: wide, height, rx: 2 }),
        draw("text", { class: "tick middle", x, y: HEIGHT - 8 }, signed(name)),
        ...(pairs.length <= 12 ? [draw("text", { class: "tick middle", x, y: HEIGHT - 27 - height }, short(count))] : []),
      ];
    }));
}
