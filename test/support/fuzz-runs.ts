/**
 * How many inputs a test generates: a third of them, all with `FUZZ=full npm test`. Also for the least number of them that
 * must have an outcome.
 */
export function fuzzRuns(full: number): number {
  return process.env.FUZZ === 'full' ? full : Math.ceil(full / 3);
}
