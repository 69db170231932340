/** Resolves to true if the work succeeds, for callers that do not need the reason of a failure. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
