// Numbered arrows along one line would hide each other: those that overlap go in lanes side by side.

// The lane of each shape, 0 for all but such arrows.
export function lanesOf(shapes) {
  const lines = new Map();
  return shapes.map(([tag, , at, text]) => (tag === "arrow" && text ? laneOn(lines, at) : 0));
}

function laneOn(lines, [x1, y1, x2, y2]) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const along = (x, y) => x * Math.cos(angle) + y * Math.sin(angle);
  const across = y1 * Math.cos(angle) - x1 * Math.sin(angle);
  const name = `${angle.toFixed(2)} ${Math.round(across)}`;
  const lanes = lines.get(name) ?? [];
  lines.set(name, lanes);
  const [from, to] = [along(x1, y1), along(x2, y2)];
  const isFree = (lane) => lane.every(([start, end]) => to <= start + 1 || end <= from + 1);
  const found = lanes.findIndex(isFree);
  if (found < 0) return lanes.push([[from, to]]) - 1;
  lanes[found].push([from, to]);
  return found;
}
