// Who plays: people, or the program with some strength.

import { labelled, make } from "./dom.js";
import { reversed } from "./lists.js";
import { store, stored } from "./storage.js";

const HUMAN = "human";

export class Players {
  constructor(changed) {
    const onchange = () => {
      store(this.#place, this.values.join());
      changed();
    };
    this.selects = [0, 1].map(() => make("select", { onchange }));
    this.labels = this.selects.map((select) => labelled("", select));
  }

  // Whoever sat here the last time that this game was played.
  load({ name: game, players, programs, default_players: usual }) {
    this.game = game;
    this.names = players.map(({ name }) => name);
    this.showFirst(null);
    for (const select of this.selects) {
      select.replaceChildren(entry([HUMAN, "Human"]),
        ...programs.map(({ title, choices }) => make("optgroup", { label: title }, choices.map(entry))));
    }
    this.values = usual;
    this.values = stored(this.#place)?.split(",") ?? [];
  }

  get #place() {
    return `players of ${this.game}`;
  }

  get values() {
    return this.selects.map(({ value }) => value);
  }

  // Those that are none of ours leave a seat as it is.
  set values(values) {
    const known = ({ options }, value) => [...options].some((option) => option.value === value);
    this.selects.forEach((select, seat) => {
      if (known(select, values[seat])) select.value = values[seat];
    });
  }

  swap() {
    this.values = reversed(this.values);
  }

  isHuman(seat) {
    return this.values[seat] === HUMAN;
  }

  get anyHuman() {
    return this.values.includes(HUMAN);
  }

  // As the server wants it.
  strength(seat) {
    const [kind, number] = this.values[seat].split("=");
    return kind === "level" ? { level: Number(number) } : { time_limit: Number(number) };
  }

  showFirst(first) {
    this.labels.forEach((label, seat) => {
      label.firstChild.textContent = `${this.names[seat]}${seat === first ? ", moves first" : ""}`;
    });
  }
}

function entry([value, text]) {
  return make("option", { value }, text);
}
