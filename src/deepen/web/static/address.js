// The address: #/room/game/text?move,move@place; the place is left out where it is the end.

export function readAddress(hash) {
  const [place, played = ""] = hash.split("?");
  const [moves, at] = played.split("@");
  const [, room, game, ...text] = place.split("/");
  return {
    room,
    game: game && decoded(game),
    text: text.length === 0 ? undefined : decoded(text.join("/")),
    moves: moves.split(",").filter((move) => move !== "").map(decoded),
    at: at === undefined ? undefined : Number(at) || 0,
  };
}

// What follows the room.
export function placeOf({ game, position, moves, at }) {
  const played = moves.length ? `?${moves.map(encodeURIComponent).join(",")}` : "";
  const place = at < moves.length ? `@${at}` : "";
  return `${encodeURIComponent(game)}/${encodeURIComponent(position.text)}${played}${place}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody has cut the link; the server will say what is wrong with it
  }
}
