// What the board writes on each move: [{spot, name, text, size, mood, cells, said}].

const MOODS = { 1: "good", 0: "even", "-1": "bad" };

export function badgesOf({ moves, best_moves: best }, targets) {
  const known = new Map(moves.map((move) => [move.move, move]));
  return targets.filter(({ move }) => known.has(move)).map(({ move, spot, picks, name, size }) => {
    const { text, tendency, exact, spoken: said } = known.get(move);
    const mood = [MOODS[tendency], ...(exact ? [] : ["guess"]), ...(best.includes(move) ? ["best"] : [])].join(" ");
    return { spot, name, text, size, mood, cells: picks.flatMap((pick) => pick.split(" ")), said };
  });
}
