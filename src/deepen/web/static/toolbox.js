// The tools of an editor: those that wait for a click, those that act at once, undo and redo.

import { button, draw, make, say } from "./dom.js";
import { grouped } from "./lists.js";
import { label } from "./shapes.js";

export class Toolbox {
  // `act` has `chosen()`, `apply(tool)` for those that act at once, `undo()` and `redo()`.
  constructor(act) {
    this.act = act;
    this.host = make("div", { class: "tools" });
    this.undo = button("Undo", act.undo, { class: "small", "aria-keyshortcuts": "Control+Z" });
    this.redo = button("Redo", act.redo, { class: "small", "aria-keyshortcuts": "Control+Shift+Z" });
  }

  load({ tools }) {
    this.tools = tools;
    const lasting = tools.filter((tool) => tool.cells > 0);
    const groups = grouped(tools.filter((tool) => tool.cells === 0), (tool) => tool.group);
    this.tool = lasting[0];
    this.host.replaceChildren(
      make("fieldset", { class: "choices" }, make("legend", { class: "unseen" }, "A click on the board"),
        lasting.map((tool) => this.#choice(tool))),
      make("div", { class: "row" },
        [...groups].map(([name, some]) => this.#group(name, some)),
        make("span", { class: "gap" }), make("span", { class: "joined" }, this.undo, this.redo)),
    );
  }

  named(name) {
    return this.tools.find((tool) => tool.name === name);
  }

  // The one that a drag means.
  get mover() {
    return this.tool.cells === 2 ? this.tool : this.tools.find((tool) => tool.cells === 2);
  }

  // Whether a key chooses a tool; it does so.
  chooseByKey(key) {
    const inputs = [...this.host.querySelectorAll("input")];
    const input = inputs.find((node) => node.getAttribute("aria-keyshortcuts") === key);
    if (!input) return false;
    input.checked = true;
    this.#choose(this.named(input.value));
    say(`${this.tool.label} chosen`);
    return true;
  }

  #choose(tool) {
    this.tool = tool;
    this.act.chosen();
  }

  #choice(tool) {
    const input = make("input", {
      type: "radio", name: "tool", value: tool.name, checked: tool === this.tool,
      "aria-keyshortcuts": tool.key || null,
      onchange: () => this.#choose(tool),
    });
    const clicks = tool.cells === 2 ? ": first from where, then to where" : "";
    const title = `${tool.label}${clicks}${tool.key ? ` (key ${tool.key})` : ""}`;
    if (!tool.glyph) return make("label", { class: "choice", title }, input, make("span", {}, tool.label));
    input.setAttribute("aria-label", tool.label);
    return make("label", { class: "choice pictured", title }, input, make("span", {}, disc(tool)));
  }

  #group(name, tools) {
    return make("span", { class: "joined", role: "group", "aria-label": name || "All of the board" },
      name && make("span", { class: "aside" }, name),
      tools.map((tool) => button(tool.label, () => this.act.apply(tool), { class: "small" })));
  }
}

// A piece, for the button of its tool.
function disc({ style, glyph }) {
  return draw("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true", class: "disc" },
    draw("circle", { r: 10, class: `piece ${style}` }), label(0, 0, 11, glyph, `glyph ${style}`));
}
