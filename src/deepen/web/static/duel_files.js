// Games as files, in the format of `deepen play --save`.

import { Problem } from "./connection.js";
import { download } from "./export.js";
import { reversed } from "./lists.js";

export async function saveGame(match, values) {
  const { to_move: first } = await match.table(0);
  const players = first === 0 ? values : reversed(values);
  const record = await match.connection.ask({ verb: "record", ...match.question(match.moves.length), players });
  download(`${match.game}-game.json`, `${JSON.stringify(record, null, 2)}\n`, "application/json");
}

// A game that was saved, checked by the server; a Problem if it is none, or one of another game.
export async function loadGame(connection, file, game) {
  const data = await file.text();
  if (data.length > 2 * game.most_text) throw new Problem("this file is too large for a game");
  const record = await connection.ask({ verb: "load", data });
  if (record.game !== game.name) throw new Problem(`this is a game of ${record.game}, not of ${game.name}`);
  return record;
}
