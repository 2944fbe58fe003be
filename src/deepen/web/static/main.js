// The page: its rooms, and the address of the position.

import { connect } from "./connection.js";
import { make } from "./dom.js";
import { Duel } from "./duel.js";
import { Laboratory } from "./lab.js";
import { Solver } from "./solver.js";
import { Stage } from "./stage.js";
import { followTheme } from "./theme.js";
import { asSentence } from "./words.js";

const connection = connect();
const ROOMS = [
  { name: "puzzle", title: "Puzzles", kind: "puzzle" },
  { name: "duel", title: "Duel", kind: "duel" },
  { name: "lab", title: "Laboratory", kind: "puzzle" },
];
let rooms = ROOMS; // those that there are games for
let here = null; // the one that is open
let followed = ""; // the address that was last followed or written

// A stage and a panel beside it, for the games of one kind.
class Room {
  constructor({ name, kind }, games) {
    this.name = name;
    this.games = games.filter((game) => game.kind === kind);
    const stageHost = make("div", { class: "stage" });
    const panelHost = this.panelHost = make("div", { class: "panel" });
    this.tabs = make("div", { class: "tabs", role: "group", "aria-label": "Game" });
    const pick = name === "duel" ? (...click) => this.panel.pick(...click) : null;
    this.stage = new Stage(stageHost, connection, pick);
    this.parts = [
      make("div", { class: "shelf" }, this.tabs, this.stage.gallery.host),
      make("div", { class: `columns in-${name}` }, stageHost, panelHost),
    ];
    this.panel = this.#panel(panelHost);
    this.stage.addEventListener("position", () => {
      this.panel.settle();
      this.remember();
    });
  }

  #panel(host) {
    if (this.name === "duel") return new Duel(host, this.stage, connection, (moves, at) => this.remember(moves, at));
    if (this.name === "lab") return new Laboratory(host, this.stage, connection);
    return new Solver(host, this.stage, connection);
  }

  async open({ game: name, text, ...played }) {
    this.game = this.games.find((game) => game.name === name) ?? this.games[0];
    document.title = `${this.game.title} · deepen`;
    replaceKeepingFocus(this.tabs, this.games.map((game) => make("button", {
      type: "button", class: "tab", "aria-pressed": game === this.game, onclick: () => this.open({ game: game.name }),
    }, game.title)));
    this.panel.open(this.game, played);
    this.panelHost.inert = true; // until there is a position to work on
    await this.stage.open(this.game, text);
    this.panelHost.inert = false;
  }

  key(event) {
    if (this.panelHost.inert) return false;
    return this.panel.key(event) || this.stage.key(event);
  }

  // The same position in another room.
  get position() {
    return `${this.game.name}/${encodeURIComponent(this.stage.position.text)}`;
  }

  // Keeps the address up to date, so that it can be shared at any time.
  remember(moves = [], at = moves.length) {
    if (this !== here || location.hash !== followed) return; // somebody has gone on already
    const played = moves.length ? `?${moves.map(encodeURIComponent).join(",")}` : "";
    const place = at < moves.length ? `@${at}` : "";
    const address = `#/${this.name}/${this.position}${played}${place}`;
    if (address !== location.hash) history.replaceState(null, "", address);
    followed = location.hash;
    layRooms();
  }
}

// The address: #/room/game/text?move,move@place; the place is left out where it is the end.

function readAddress() {
  const [place, played = ""] = location.hash.split("?");
  const [moves, at] = played.split("@");
  const [, room, game, ...text] = place.split("/");
  return {
    room,
    game,
    text: text.length === 0 ? undefined : decoded(text.join("/")),
    moves: moves.split(",").filter((move) => move !== "").map(decoded),
    at: at === undefined ? undefined : Number(at) || 0,
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody has cut the link; the server will say what is wrong with it
  }
}

// The ways to the rooms; those for the same kind of game take the position along.
function layRooms() {
  const kind = here.games[0].kind;
  replaceKeepingFocus(document.querySelector("#rooms"), rooms.map((room) => make("a", {
    href: `#/${room.name}${room.kind === kind && here.stage.position ? `/${here.position}` : ""}`,
    "aria-current": room.name === here.name ? "page" : null,
  }, room.title)));
}

// Who came by keyboard stays at the same place of a list that is laid anew.
function replaceKeepingFocus(host, nodes) {
  const place = [...host.children].indexOf(document.activeElement);
  host.replaceChildren(...nodes);
  nodes[place]?.focus();
}

async function begin() {
  followTheme(document.querySelector("#theme"));
  const offline = document.querySelector("#offline");
  connection.addEventListener("lost", ({ detail }) => {
    offline.textContent = `${detail ? asSentence(detail) : "The connection is lost."} Trying again …`;
    offline.hidden = false;
  });
  connection.addEventListener("open", () => { offline.hidden = true; });
  const games = await connection.ask({ verb: "catalogue" });
  rooms = ROOMS.filter(({ kind }) => games.some((game) => game.kind === kind));
  const built = new Map();
  const follow = () => {
    followed = location.hash;
    const address = readAddress();
    const plan = rooms.find(({ name }) => name === address.room) ?? rooms[0];
    if (!built.has(plan.name)) built.set(plan.name, new Room(plan, games));
    const next = built.get(plan.name);
    if (here !== next) {
      here?.panel.leave();
      document.querySelector("#room").replaceChildren(...next.parts);
    }
    here = next;
    layRooms();
    return here.open(address);
  };
  addEventListener("hashchange", follow);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address is the position's
    here.stage.board.focus();
  });
  addEventListener("keydown", (event) => {
    if (!event.defaultPrevented && here.key(event)) event.preventDefault();
  });
  await follow();
}

begin().catch((error) => {
  document.querySelector("#room").replaceChildren(make("p", { class: "offline", role: "alert" }, `The page could not be opened: ${error.message}`));
  throw error;
});
