// What lies over the board of a puzzle: the parts of a heuristic, or where a search looked.

import { make, options } from "./dom.js";
import { capital } from "./sentences.js";

const VISITS = "visits";

export class Overlays {
  // `lookUp()` searches once more and tells where it went, or null.
  constructor(editor, connection, lookUp) {
    this.editor = editor;
    this.connection = connection;
    this.lookUp = lookUp;
    this.select = make("select", { onchange: () => this.show() });
    this.note = make("p", { class: "aside", hidden: true });
    this.visits = null;
  }

  // The game, or the search, is another one.
  forget() {
    this.visits = null;
  }

  list(game) {
    const chosen = this.game === game ? this.select.value : "";
    this.game = game;
    const names = Object.keys(this.editor.position.maps);
    const maps = names.map((name) => [`map ${name}`, `Heuristic: ${name.split(":")[0]}`]);
    options(this.select, [["", "Nothing more"], ...maps, [VISITS, "Where the search looked"]], chosen);
    this.show();
  }

  async show() {
    const { text } = this.editor.position;
    if (this.select.value === VISITS && !this.visits) {
      const visits = await this.lookUp();
      if (text !== this.editor.position.text) return;
      this.visits = visits;
    }
    await this.paint();
  }

  // Over what is shown: the position that is given, or one on the way.
  async paint() {
    const chosen = this.select.value;
    this.#tell(chosen);
    const { text } = this.editor.shown;
    const map = await this.#chosenMap(chosen, text);
    if (text === this.editor.shown.text && chosen === this.select.value) this.editor.board.map(map || null);
  }

  #tell(chosen) {
    const seen = chosen === VISITS && this.visits;
    const about = chosen.startsWith("map ") ? asNote(chosen.slice(4)) : "";
    this.note.textContent = seen ? seen.told : about;
    this.note.hidden = this.note.textContent === "";
  }

  async #chosenMap(chosen, text) {
    if (chosen.startsWith("map ")) return (await this.#mapsOf(text))[chosen.slice(4)];
    return chosen === VISITS && this.visits?.map;
  }

  async #mapsOf(text) {
    if (text === this.editor.position.text) return this.editor.position.maps;
    return (await this.connection.ask({ verb: "position", game: this.game.name, text })).maps;
  }
}

// A map is named "heuristic: what its numbers are".
function asNote(name) {
  const [, about] = name.split(": ");
  return about ? `${capital(about)}.` : "";
}
