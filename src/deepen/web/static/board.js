// A scene as a board: drawn, clicked, walked over by keys, spoken.
//
// It is an ARIA grid: one cell can be reached by Tab, the arrow keys go on from there, Enter or
// Space picks. A pick is {cells, again}: one cell for a click, two for a drag; `again` if it is the
// second half of a double click, or a key that is held down.

import { draw } from "./dom.js";
import { lanesOf } from "./lanes.js";
import { grouped, last } from "./lists.js";
import { label, middle, room, shape } from "./shapes.js";

const FAINT = 0.12; // the share of the least: it is seen to be there
const DEEP = 0.75; // from this share of the shade on, the other ink has the stronger contrast

let boards = 0; // patterns need ids of their own

export class Board extends EventTarget {
  constructor(host, { name = "Board", still = false } = {}) {
    super();
    this.still = still; // a picture only
    this.hatch = `hatch-${++boards}`;
    this.layers = {};
    this.cells = new Map();
    this.svg = draw("svg", still
      ? { class: "board", role: "img", "aria-label": name }
      : { class: "board", role: "grid", "aria-label": name });
    host.replaceChildren(this.svg);
    if (!still) this.#listen();
  }

  // Draws a scene. Cells that were there before are only filled anew, so the focus stays.
  show(scene) {
    const ids = scene.cells.map((cell) => cell.id).join();
    if (ids !== this.ids || scene.view.join() !== this.view?.join()) this.#build(scene, ids);
    this.scene = scene;
    this.#fill(this.layers.behind, scene.behind);
    this.#fill(this.layers.before, scene.before);
    for (const cell of scene.cells) this.#fillCell(cell);
    this.mark([]);
    this.map(null);
    if (!this.still) this.badges([]);
    this.select([]);
  }

  // Arrows and the like, over everything.
  mark(shapes) {
    const lanes = lanesOf(shapes);
    this.layers.marks?.replaceChildren(...shapes.map((one, place) => shape(one, this.unit, lanes[place])));
  }

  // Numbers over cells, {id: [number or null for infinite, in letters]}, shaded from the least to the most.
  map(values) {
    this.svg.classList.toggle("mapped", values !== null);
    const numbers = Object.values(values ?? {}).map(([value]) => value).filter((value) => value !== null);
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    const share = (value) => (value === null ? 0 : FAINT + (1 - FAINT) * ((value - least) / (most - least || 1)));
    for (const { group, cell } of this.cells.values()) {
      group.querySelectorAll(".shade, .value").forEach((node) => node.remove());
      const [value, text] = values?.[cell.id] ?? [];
      if (text) this.#write(group, cell, text, share(value));
    }
  }

  // Values on moves: [{spot, name, text, size, mood, cells, said}]. They are spoken with the cells
  // they are for.
  badges(values) {
    this.layers.values?.replaceChildren(...values.map((value) => this.#badge(value)));
    const said = new Map(values.flatMap(({ cells, said: words }) => cells.map((id) => [id, words])));
    for (const { group, cell } of this.cells.values()) {
      group.setAttribute("aria-label", said.has(cell.id) ? `${cell.label}, ${said.get(cell.id)}` : cell.label);
    }
  }

  #badge({ spot: [x, y], name, text, size: wanted, mood }) {
    const size = wanted || 0.46 * this.unit;
    const wide = (letters) => size * (0.66 * letters.length + 0.6);
    const [left, width, height] = [name ? wide(name) : 0, wide(text), 1.5 * size];
    const start = x - (left + width) / 2;
    const rect = (from, to, style) => draw("rect", {
      x: from, y: y - height / 2, width: to - from, height, rx: height / 3, class: style,
    });
    return draw("g", { class: `worth ${mood}`, "stroke-width": size / 8 },
      rect(start, start + left + width, "ground"),
      name ? rect(start, start + left, "tab-of-name") : null,
      name ? label(start + left / 2, y, size, name, "name-of-move") : null,
      label(start + left + width / 2, y, size, text, ""));
  }

  select(ids) {
    for (const { group, cell } of this.cells.values()) {
      const chosen = ids.includes(cell.id);
      group.classList.toggle("chosen", chosen);
      if (!this.still) group.setAttribute("aria-selected", chosen);
    }
  }

  focus(id = this.current) {
    this.cells.get(id)?.group.focus();
  }

  #write(group, cell, text, share) {
    const shade = shape(cell.outline, this.unit);
    shade.setAttribute("class", "shade");
    shade.style.setProperty("--share", share.toFixed(3));
    const size = room(cell.outline) * ([1, 1, 1, 0.85, 0.72][text.length] ?? 0.6);
    const [x, y] = middle(cell.outline);
    group.append(shade, label(x, y, size, text, share > DEEP ? "value deep" : "value"));
  }

  #build(scene, ids) {
    this.ids = ids;
    this.view = scene.view;
    this.unit = 1.3 * Math.max(...scene.cells.map(({ outline }) => room(outline))); // of arrows, hatching
    const names = ["behind", "grid", "before", "marks", "values", "ring"];
    const layer = (name) => draw("g", { class: name, "aria-hidden": name === "grid" ? null : "true" });
    this.layers = Object.fromEntries(names.map((name) => [name, layer(name)]));
    if (!this.still) this.layers.grid.setAttribute("role", "rowgroup");
    this.svg.setAttribute("viewBox", scene.view.join(" "));
    this.svg.replaceChildren(this.#patterns(), ...names.map((name) => this.layers[name]));
    this.cells.clear();
    const rows = grouped(scene.cells, (cell) => cell.row);
    for (const row of [...rows.keys()].sort((a, b) => a - b)) this.#buildRow(rows.get(row));
    if (!this.cells.has(this.current)) this.current = scene.cells[0]?.id;
    this.cells.get(this.current)?.group.setAttribute("tabindex", this.still ? -1 : 0);
  }

  #buildRow(cells) {
    const row = draw("g", this.still ? {} : { role: "row" });
    for (const cell of cells) {
      const group = draw("g", this.still ? { class: "cell" } : { class: "cell", role: "gridcell", tabindex: -1 });
      group.dataset.id = cell.id;
      this.cells.set(cell.id, { group, cell });
      row.append(group);
    }
    this.layers.grid.append(row);
  }

  #patterns() {
    const gap = this.unit / 4;
    return draw("defs", {}, draw("pattern",
      { id: this.hatch, patternUnits: "userSpaceOnUse", width: gap, height: gap, patternTransform: "rotate(45)" },
      draw("rect", { width: gap, height: gap, class: "hatch-ground" }),
      draw("line", { x1: 0, y1: 0, x2: 0, y2: gap, class: "hatch-line", "stroke-width": gap * 0.9 }),
    ));
  }

  #fill(layer, shapes) {
    layer?.replaceChildren(...shapes.map((one) => shape(one, this.unit)));
  }

  #fillCell(cell) {
    const entry = this.cells.get(cell.id);
    entry.cell = cell;
    const outline = shape(cell.outline, this.unit);
    if (outline.classList.contains("wall")) outline.setAttribute("fill", `url(#${this.hatch})`);
    entry.group.replaceChildren(outline, ...cell.things.map((thing) => shape(thing, this.unit)));
    if (!this.still) entry.group.setAttribute("aria-label", cell.label);
  }

  // Mouse, touch and keys

  #listen() {
    const cellAt = (node) => node?.closest?.(".cell")?.dataset.id;
    this.svg.addEventListener("click", (event) => {
      const id = cellAt(event.target);
      if (id !== undefined) this.#pick([id], event.detail > 1);
    });
    this.svg.addEventListener("pointerdown", (event) => {
      this.from = event.pointerType === "touch" ? undefined : cellAt(event.target);
    });
    this.svg.addEventListener("pointerup", (event) => {
      const to = cellAt(event.target);
      if (this.from !== undefined && to !== undefined && to !== this.from) this.#pick([this.from, to]);
      this.from = undefined;
    });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focusin", (event) => {
      const id = cellAt(event.target);
      if (id !== undefined) this.#focused(id, event.target.matches(":focus-visible"));
    });
    this.svg.addEventListener("focusout", () => this.layers.ring.replaceChildren());
  }

  #pick(cells, again = false) {
    this.#reach(last(cells));
    this.dispatchEvent(new CustomEvent("pick", { detail: { cells, again } }));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = this.#neighbour(event.key);
    if (next !== undefined) {
      this.#reach(next);
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#pick([this.current], event.repeat);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.dispatchEvent(new CustomEvent("erase", { detail: this.current }));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Along a row by its columns; to another row, what is nearest there.
  #neighbour(key) {
    const here = this.cells.get(this.current)?.cell;
    if (!here) return undefined;
    const all = [...this.cells.values()].map(({ cell }) => cell);
    const inRow = all.filter((cell) => cell.row === here.row).sort((a, b) => a.column - b.column);
    const place = inRow.indexOf(here);
    if (key === "ArrowLeft") return inRow[Math.max(0, place - 1)].id;
    if (key === "ArrowRight") return inRow[Math.min(inRow.length - 1, place + 1)].id;
    if (key === "Home") return inRow[0].id;
    if (key === "End") return last(inRow).id;
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (step === undefined) return undefined;
    const rows = [...new Set(all.map((cell) => cell.row))].sort((a, b) => a - b);
    const row = rows[rows.indexOf(here.row) + step];
    const x = middle(here.outline)[0];
    const far = (cell) => Math.abs(middle(cell.outline)[0] - x);
    return all.filter((cell) => cell.row === row).sort((a, b) => far(a) - far(b))[0]?.id ?? here.id;
  }

  #reach(id) {
    this.cells.get(this.current)?.group.setAttribute("tabindex", -1);
    this.current = id;
    this.cells.get(id)?.group.setAttribute("tabindex", 0);
  }

  #focused(id, seen) {
    this.#reach(id);
    if (!seen) return;
    const ring = shape(this.cells.get(id).cell.outline, this.unit);
    ring.setAttribute("class", "focus-ring");
    ring.setAttribute("stroke-width", this.unit / 8);
    this.layers.ring.replaceChildren(ring);
  }
}
