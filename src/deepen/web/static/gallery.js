// Examples to begin with, as small pictures.

import { Board } from "./board.js";
import { button, make } from "./dom.js";

export class Gallery {
  // `go(text)` is told which was chosen.
  constructor(connection, go) {
    this.connection = connection;
    this.go = go;
    this.host = make("div", { class: "gallery", role: "group", "aria-label": "Examples" });
  }

  async load({ name }) {
    this.name = name;
    this.host.replaceChildren();
    const examples = await this.connection.ask({ verb: "gallery", game: name });
    if (name !== this.name) return; // somebody has gone on already
    this.host.replaceChildren(...examples.map((example) => this.#thumbnail(example)));
    this.mark(this.text);
  }

  // Shows which of them, if any, is the position.
  mark(text) {
    this.text = text;
    for (const node of this.host.children) node.setAttribute("aria-pressed", node.dataset.text === text);
  }

  #thumbnail({ name, text, scene }) {
    const picture = make("span", { class: "thumb" });
    new Board(picture, { still: true, name: "" }).show(scene);
    picture.firstChild.setAttribute("aria-hidden", "true");
    const node = button(picture, () => this.go(text), { class: "example" });
    node.append(make("span", {}, name));
    node.dataset.text = text;
    return node;
  }
}
