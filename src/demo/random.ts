export type Random = ReturnType<typeof seededRandom>;

/** A random number generator that is deterministic for a seed on every machine. Do not use it for secrets. */
export function seededRandom(seed: number) {
  const next = mulberry32(seed);
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    /** A number from 0 up to, but excluding, 1. */
    next,
    /** An integer in the range, both ends included. */
    integer,
    chance: (probability: number) => next() < probability,
    pick: <Item>(items: readonly Item[]) => items[integer(0, items.length - 1)] as Item,
    /** One of the keys, with a probability proportional to its weight. */
    weighted: <Key extends string>(weights: Readonly<Record<Key, number>>) => weightedKey(weights, next()),
  };
}

/** The Mulberry32 algorithm: a mixed 32-bit counter. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function weightedKey<Key extends string>(weights: Readonly<Record<Key, number>>, share: number): Key {
  const entries = Object.entries(weights) as [Key, number][];
  let rest = share * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    if (rest < weight) return key;
    rest -= weight;
  }
  return (entries.at(-1) as [Key, number])[0];
}
