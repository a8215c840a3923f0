/** Chance that is the same on every machine: a stream of numbers for every seed, told apart by any words. */

/** FNV-1a over the words of the seed. */
function hash(words) {
  let state = 0x811c9dc5;
  for (const character of words.join(" ")) state = Math.imul(state ^ character.codePointAt(0), 0x01000193);
  return state >>> 0;
}

/** Mulberry32 with the few ways we use it. */
export function randomFrom(...seed) {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)],
    shuffled(list) {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [copy[i], copy[j]] = [copy[j], copy[i]];
      }
      return copy;
    },
  };
}
