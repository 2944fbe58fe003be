// Shapes of a scene as elements of SVG. A shape is [tag, style, numbers, text].

import { draw } from "./dom.js";

// Digits and capitals reach about 0.7 of their size above the line they stand on.
const HALF_HEIGHT = 0.35;

export function shape([tag, style, at, text], unit, lane = 0) {
  switch (tag) {
    case "polygon":
      return draw("polygon", { points: at.join(" "), class: style });
    case "rect":
      return draw("rect", {
        x: at[0], y: at[1], width: at[2], height: at[3], rx: at[4] ?? 0, class: style,
      });
    case "circle":
      return draw("circle", { cx: at[0], cy: at[1], r: at[2], class: style });
    case "line":
      return draw("line", { x1: at[0], y1: at[1], x2: at[2], y2: at[3], class: style });
    case "text":
      return label(at[0], at[1], at[2], text, style);
    default:
      return arrow(at, unit, style, text, lane);
  }
}

// A text whose middle is at a point.
export function label(x, y, size, text, style) {
  return draw("text", { x, y: y + HALF_HEIGHT * size, "font-size": size, class: style }, text);
}

// The middle of an outline.
export function middle([tag, , at]) {
  if (tag === "circle") return [at[0], at[1]];
  if (tag === "rect") return [at[0] + at[2] / 2, at[1] + at[3] / 2];
  const mean = (first) => {
    const parts = at.filter((_, place) => place % 2 === first);
    return parts.reduce((sum, part) => sum + part, 0) / parts.length;
  };
  return [mean(0), mean(1)];
}

// How large writing may be inside an outline.
export function room([tag, , at]) {
  if (tag === "circle") return at[2] * 0.9;
  if (tag === "rect") return Math.min(at[2], at[3]) * 0.38;
  const xs = at.filter((_, place) => place % 2 === 0);
  return (Math.max(...xs) - Math.min(...xs)) * 0.34;
}

// An arrow with a pale rim, so that it is seen on anything; its number near the tail.
function arrow([x1, y1, x2, y2], unit, style, text, lane) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const aside = text ? (0.32 + 0.55 * lane) * unit : 0;
  const [ox, oy] = [-uy * aside, ux * aside];
  const start = Math.min(0.7 * unit, 0.3 * length);
  const from = [x1 + ux * start + ox, y1 + uy * start + oy];
  const tip = [x2 + ox, y2 + oy];
  const head = 0.55 * unit;
  const neck = [tip[0] - ux * head, tip[1] - uy * head];
  const wing = head * 0.52;
  const points = [
    ...tip,
    neck[0] - uy * wing, neck[1] + ux * wing,
    neck[0] + uy * wing, neck[1] - ux * wing,
  ].map((number) => number.toFixed(2)).join(" ");
  const line = { x1: from[0], y1: from[1], x2: neck[0], y2: neck[1] };
  const thick = 0.15 * unit;
  const group = draw("g", { class: `arrow ${style}` },
    draw("line", { ...line, class: "rim", "stroke-width": thick * 2 }),
    draw("polygon", { points, class: "rim", "stroke-width": thick }),
    draw("line", { ...line, class: "shaft", "stroke-width": thick }),
    draw("polygon", { points, class: "head" }),
  );
  if (text) {
    group.append(
      draw("circle", { cx: from[0], cy: from[1], r: 0.32 * unit, class: "badge", "stroke-width": thick / 3 }),
      label(from[0], from[1], 0.38 * unit, text, "badge"),
    );
  }
  return group;
}
