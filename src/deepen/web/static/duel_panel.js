// The panel of the duel room: its parts, and how they are laid out. What they do is in duel.js.

import { button, make } from "./dom.js";
import { linkButton } from "./export.js";

const small = { class: "small" };
const gap = () => make("span", { class: "gap" });

// Lays the panel into its host; returns the parts by name. `act` has a function for each button.
export function buildPanel(host, players, evaluation, act) {
  const parts = {
    thinking: make("p", { class: "aside thinking" }),
    goButton: button("Continue", act.toggle, small),
    undo: button("Undo", act.undo, small),
    redo: button("Redo", act.redo, small),
    editButton: button("Edit the board", act.edit, { ...small, "aria-pressed": false }), // laid beside the board
    reviewButton: button("Analyse the whole game", act.review, small),
    values: make("input", { type: "checkbox", onchange: act.show }),
    seconds: make("select", { class: "small", "aria-label": "Seconds for each position", onchange: act.reconsider }),
    signs: make("p", { class: "aside" }),
    movesHost: make("div", { class: "in-pairs" }),
  };
  host.replaceChildren(gameCard(parts, players, act), valuesCard(parts, evaluation), movesCard(parts, evaluation, act));
  return parts;
}

function gameCard(parts, players, act) {
  return make("section", { class: "card of-search", "aria-label": "Game" },
    make("div", { class: "fields" }, players.labels),
    make("div", { class: "row" },
      button("New game", act.renew, { class: "main" }), button("Switch sides", act.switchSides)),
    make("div", { class: "row" }, parts.undo, parts.redo, gap(), parts.goButton));
}

function valuesCard(parts, evaluation) {
  return make("section", { class: "card", "aria-label": "Values" },
    evaluation.gauge,
    make("div", { class: "close" }, evaluation.sentence, evaluation.line, parts.thinking),
    make("div", { class: "row" }, make("label", { class: "check" }, parts.values, "Values on the board"), gap(),
      make("span", { class: "joined" },
        make("span", { class: "aside", "aria-hidden": "true" }, "think for"), parts.seconds)),
    parts.signs);
}

function movesCard(parts, evaluation, act) {
  const file = make("input", {
    type: "file", accept: ".json,application/json", class: "unseen", tabindex: -1, "aria-hidden": "true",
    onchange: () => {
      act.load(file.files[0]);
      file.value = "";
    },
  });
  return make("section", { class: "card", "aria-label": "Moves" },
    evaluation.graph, parts.movesHost,
    make("div", { class: "row" }, parts.reviewButton),
    make("div", { class: "row keep" },
      button("Save", act.save, small), button("Load", () => file.click(), small), file,
      button("SVG", act.picture, small),
      gap(), linkButton()));
}
