// The panel of the duel room: its parts, and how they are laid out. What they do is in duel.js.

import { button, labelled, make, options } from "./dom.js";
import { linkButton } from "./keep.js";

const small = { class: "small" };

// Lays the panel into its host; returns the parts by name. `act` has a function for each button.
export function layPanel(host, act) {
  const seats = [0, 1].map(() => make("select", { onchange: act.go }));
  const parts = {
    seats,
    seatLabels: seats.map((seat) => labelled("", seat)),
    status: make("p", { class: "status" }),
    gauge: make("div", { class: "gauge", role: "img", "aria-label": "Not known yet" }, make("span")),
    outlook: make("p", { class: "outlook" }),
    aside: make("p", { class: "aside" }),
    goButton: button("Continue", act.toggle, small),
    undo: button("Undo", act.undo, small),
    redo: button("Redo", act.redo, small),
    editButton: button("Edit the board", act.edit, { ...small, "aria-pressed": false }),
    values: make("input", { type: "checkbox", onchange: act.show }),
    seconds: make("select", { onchange: act.reconsider }),
    movesHost: make("div"),
    graph: make("figure", { class: "figure" }),
    chooser: make("div", { class: "row", role: "group", "aria-label": "Which move", hidden: true }),
  };
  options(parts.seconds, [["1", "1 s"], ["3", "3 s"], ["10", "10 s"], ["30", "30 s"]], "3");
  host.replaceChildren(gameCard(parts, act), valuesCard(parts, act), movesCard(parts, act));
  return parts;
}

function gameCard(parts, act) {
  return make("section", { class: "card of-search", "aria-label": "Game" },
    make("div", { class: "fields" }, parts.seatLabels),
    make("div", { class: "row" }, button("New game", act.renew, { class: "main" }), button("Switch sides", act.switchSides)),
    parts.status, parts.gauge, parts.outlook, parts.aside,
    make("div", { class: "row" }, parts.goButton, parts.undo, parts.redo, make("span", { class: "gap" }), parts.editButton));
}

function valuesCard(parts, act) {
  return make("section", { class: "card", "aria-label": "Values" },
    make("div", { class: "fields" },
      make("label", { class: "check" }, parts.values, "Write the value of every move on the board"),
      labelled("Think for", parts.seconds)),
    make("p", { class: "aside" }, "+ is good for the player to move. ≈ is what the search has seen so far; without it, the value is proven."),
    parts.graph,
    make("div", { class: "row" }, button("Analyse the whole game", act.review, small)));
}

function movesCard(parts, act) {
  const file = make("input", {
    type: "file", accept: ".json,application/json", class: "unseen", tabindex: -1, "aria-hidden": "true",
    onchange: () => act.load(file),
  });
  return make("section", { class: "card", "aria-label": "Moves" }, parts.movesHost,
    make("div", { class: "row keep" },
      button("Save", act.save, small), button("Load", () => file.click(), small), file, button("SVG", act.picture, small),
      make("span", { class: "gap" }), linkButton()));
}
