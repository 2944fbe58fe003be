// The page: rooms, the address of the position, light and dark.

import { connect } from "./connection.js";
import { make } from "./dom.js";
import { Duel } from "./duel.js";
import { Laboratory } from "./lab.js";
import { Solver } from "./solver.js";
import { Stage } from "./stage.js";

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
    const panelHost = make("div", { class: "panel" });
    this.tabs = make("div", { class: "tabs", role: "group", "aria-label": "Game" });
    this.parts = [this.tabs, make("div", { class: `columns in-${name}` }, stageHost, panelHost)];
    const pick = name === "duel" ? (cells) => this.panel.pick(cells) : null;
    this.stage = new Stage(stageHost, connection, pick);
    this.panel = this.#panel(panelHost);
    this.stage.addEventListener("position", () => {
      this.panel.settle();
      this.remember();
    });
  }

  #panel(host) {
    if (this.name === "duel") return new Duel(host, this.stage, connection, (moves) => this.remember(moves));
    if (this.name === "lab") return new Laboratory(host, this.stage, connection);
    return new Solver(host, this.stage, connection);
  }

  async open({ game: name, text, moves }) {
    this.game = this.games.find((game) => game.name === name) ?? this.games[0];
    this.tabs.replaceChildren(...this.games.map((game) => make("button", {
      type: "button", class: "tab", "aria-pressed": game === this.game, onclick: () => this.open({ game: game.name }),
    }, game.title)));
    this.panel.open(this.game, moves);
    await this.stage.open(this.game, text);
  }

  key(event) {
    return this.panel.key(event) || this.stage.key(event);
  }

  // The same position in another room.
  get position() {
    return `${this.game.name}/${encodeURIComponent(this.stage.position.text)}`;
  }

  // Keeps the address up to date, so that it can be shared at any time.
  remember(moves = []) {
    if (this !== here || location.hash !== followed) return; // somebody has gone on already
    const played = moves.length ? `?${moves.map(encodeURIComponent).join(",")}` : "";
    const address = `#/${this.name}/${this.position}${played}`;
    if (address !== location.hash) history.replaceState(null, "", address);
    followed = location.hash;
    layRooms();
  }
}

// The address: #/room/game/text?move,move

function readAddress() {
  const [place, moves = ""] = location.hash.split("?");
  const [, room, game, ...text] = place.split("/");
  return {
    room,
    game,
    text: text.length === 0 ? undefined : decoded(text.join("/")),
    moves: moves.split(",").filter((move) => move !== "").map(decoded),
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
  document.querySelector("#rooms").replaceChildren(...rooms.map((room) => make("a", {
    href: `#/${room.name}${room.kind === kind && here.stage.position ? `/${here.position}` : ""}`,
    "aria-current": room.name === here.name ? "page" : null,
  }, room.title)));
}

function followTheme() {
  const toggle = document.querySelector("#theme");
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const show = () => { toggle.textContent = isDark() ? "Light" : "Dark"; };
  root.dataset.theme = stored("theme") ?? "";
  toggle.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    store("theme", root.dataset.theme);
    show();
  });
  dark.addEventListener("change", show);
  show();
}

function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // some browsers keep nothing
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // then not
  }
}

async function begin() {
  followTheme();
  const offline = document.querySelector("#offline");
  connection.addEventListener("lost", () => { offline.hidden = false; });
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

begin();
