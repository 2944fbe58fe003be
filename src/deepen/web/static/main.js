// The page: its rooms, and the address of the position.

import { placeOf, readAddress } from "./address.js";
import { connect } from "./connection.js";
import { make } from "./dom.js";
import { Duel } from "./duel.js";
import { Editor } from "./editor.js";
import { Laboratory } from "./lab.js";
import { keepPlace, keptPlace } from "./places.js";
import { asSentence } from "./sentences.js";
import { Solver } from "./solver.js";
import { followTheme } from "./theme.js";

const connection = connect();
const ROOMS = [
  { name: "puzzle", title: "Puzzles", kind: "puzzle" },
  { name: "duel", title: "Duel", kind: "duel" },
  { name: "lab", title: "Laboratory", kind: "puzzle" },
];
let rooms = ROOMS; // those that there are games for
let here = null; // the one that is open
let followed = ""; // the address that was last followed or written

// A editor and a panel beside it, for the games of one kind.
class Room {
  constructor({ name, kind }, games) {
    this.name = name;
    this.kind = kind;
    this.games = games.filter((game) => game.kind === kind);
    const editorHost = make("div", { class: "editor" });
    const panelHost = this.panelHost = make("div", { class: "panel" });
    this.tabs = make("div", { class: "tabs", role: "group", "aria-label": "Game" });
    const pick = name === "duel" ? (...click) => this.panel.pick(...click) : null;
    this.editor = new Editor(editorHost, connection, pick);
    this.parts = [
      make("div", { class: "shelf" }, this.tabs, this.editor.gallery.host),
      make("div", { class: `columns in-${name}` }, editorHost, panelHost),
    ];
    this.panel = this.#panel(panelHost);
    this.editor.addEventListener("position", ({ detail: { jump } }) => {
      this.panel.settle();
      this.#remember(jump);
    });
    this.editor.addEventListener("noted", () => this.#remember());
  }

  #panel(host) {
    if (this.name === "duel") return new Duel(host, this.editor, connection);
    if (this.name === "lab") return new Laboratory(host, this.editor, connection);
    return new Solver(host, this.editor, connection);
  }

  // A game where it was left, if the address does not say more.
  async open(address) {
    const kept = address.text === undefined && keptPlace(this.kind, address.game);
    const { game: name, ...place } = kept ? readAddress(`#/${this.name}/${kept}`) : address;
    this.game = this.games.find((game) => game.name === name) ?? this.games[0];
    document.title = `${this.game.title} · deepen`;
    replaceKeepingFocus(this.tabs, this.games.map((game) => make("button", {
      type: "button", class: "tab", "aria-pressed": game === this.game,
      onclick: () => { location.hash = `#/${this.name}/${encodeURIComponent(game.name)}`; },
    }, game.title)));
    this.panel.open(this.game);
    this.panelHost.inert = true; // until there is a position to work on
    await this.editor.open(this.game, place);
    this.panelHost.inert = false;
  }

  key(event) {
    if (this.panelHost.inert) return false;
    return this.panel.key(event) || this.editor.key(event);
  }

  // Keeps the address up to date, so that it can be shared at any time. Moves and edits are no
  // places to go back to; what replaces the whole board is one.
  #remember(jump = false) {
    if (this !== here || location.hash !== followed) return; // somebody has gone on already
    const { entry } = this.editor;
    keepPlace(this.kind, entry.game, placeOf(entry));
    const address = `#/${this.name}/${placeOf(entry)}`;
    if (address !== location.hash) history[jump ? "pushState" : "replaceState"](null, "", address);
    followed = location.hash;
    showRooms();
  }
}

// The ways to the rooms, each to what was there last; those for the same kind of game share it.
function showRooms() {
  replaceKeepingFocus(document.querySelector("#rooms"), rooms.map((room) => make("a", {
    href: `#/${room.name}/${keptPlace(room.kind)}`.replace(/\/$/, ""),
    "aria-current": room.name === here.name ? "page" : null,
  }, room.title)));
}

// Who came by keyboard stays at the same place of a list that is laid anew.
function replaceKeepingFocus(host, nodes) {
  const place = [...host.children].indexOf(document.activeElement);
  host.replaceChildren(...nodes);
  nodes[place]?.focus();
}

// Games whose rules cannot be read, each with what is wrong and where.
function tellBroken(games) {
  const host = document.querySelector("#broken");
  const told = games.filter(({ kind }) => kind === "broken")
    .map(({ title, problem }) => asSentence(`The rules of ${title} cannot be read: ${problem}`));
  host.textContent = told.join(" ");
  host.hidden = told.length === 0;
}

async function begin() {
  followTheme(document.querySelector("#theme"));
  const offline = document.querySelector("#offline");
  connection.addEventListener("lost", ({ detail }) => {
    const said = `${detail ? asSentence(detail) : "The connection is lost."} Trying again …`;
    if (offline.hidden || offline.textContent !== said) offline.textContent = said; // said once only
    offline.hidden = false;
  });
  connection.addEventListener("open", () => { offline.hidden = true; });
  let games = [];
  const built = new Map();
  const read = async () => {
    games = await connection.ask({ verb: "catalogue" });
    rooms = ROOMS.filter(({ kind }) => games.some((game) => game.kind === kind));
    tellBroken(games);
  };
  await read();
  const follow = () => {
    followed = location.hash;
    const address = readAddress(location.hash);
    const plan = rooms.find(({ name }) => name === address.room) ?? rooms[0];
    if (!built.has(plan.name)) built.set(plan.name, new Room(plan, games));
    const next = built.get(plan.name);
    if (here !== next) {
      here?.panel.leave();
      document.querySelector("#room").replaceChildren(...next.parts);
    }
    here = next;
    showRooms();
    return here.open(address);
  };
  addEventListener("hashchange", follow);
  // Somebody has saved a file of rules: all is laid anew around the same position. As long as its
  // game cannot be read, what was there stays.
  connection.addEventListener("changed", async () => {
    await read();
    if (!games.some((game) => game.name === here.game.name && game.kind === here.kind)) return;
    here.panel.leave();
    built.clear();
    await follow();
  });
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address is the position's
    here.editor.board.focus();
  });
  addEventListener("keydown", (event) => {
    if (!event.defaultPrevented && here.key(event)) event.preventDefault();
  });
  await follow();
}

begin().catch((error) => {
  const told = `The page could not be opened: ${error.message}`;
  document.querySelector("#room").replaceChildren(make("p", { class: "offline", role: "alert" }, told));
  throw error;
});
