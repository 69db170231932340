/** `BOOKING_LOAD=full npm test` runs the whole load; by default the tests run a part of it. */
export function ofLoad({ part, full }: { readonly part: number; readonly full: number }): number {
  return process.env.BOOKING_LOAD === 'full' ? full : part;
}
