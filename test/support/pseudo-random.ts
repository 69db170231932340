/** Choices that look random, and are the same in each run. */
export function pseudoRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return {
    /** At least 0, and below 1. */
    next,
    /** A whole number below `bound`. */
    below: (bound: number): number => Math.floor(next() * bound),
    oneOf: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  };
}
