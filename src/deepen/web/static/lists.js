// What newer browsers know about lists themselves.

export const last = (list) => list[list.length - 1];

export const reversed = (list) => [...list].reverse();

// A map from each key to those that have it.
export function grouped(list, keyOf) {
  const groups = new Map();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
