import { DomainError } from '#src/domain/errors.ts';
import { consumeInProcess } from './rate-limit/address-blocks.ts';
import { type MemoryWindows, memoryWindows } from './rate-limit/memory.ts';

const windowSeconds = 10;

/**
 * How many requests an address may send in ten seconds to what needs no credential. Each kind has windows of its own, so that
 * a flood of one stops none of the others for the people behind the same address.
 *
 * - `form`: forms of invitees. Two hundred people in one room send some three each within ten minutes, and hardly more than
 *   thirty of them in the same second.
 * - `accountPage`: pages of accounts and of consent, looked at or sent. Each takes a lookup of a link, a session or an app.
 * - `document`: GraphQL documents. A site that books for its visitors sends all of them from one address.
 * - `tokenRequest`: requests for tokens and revocations. Platforms run many apps behind one address.
 * - `push`: notices of calendar providers, which come for all members from a few addresses.
 * - `logo`: logos of apps, of which a page of settings shows dozens.
 * - `forgedLink`: links of booked calls that this server has not signed.
 */
export const arrivalPoints = {
  form: 300,
  accountPage: 200,
  document: 300,
  tokenRequest: 2_000,
  push: 1_000,
  logo: 1_000,
  forgedLink: 100,
} as const;

export type Arrival = keyof typeof arrivalPoints;

/**
 * Counts requests when they arrive, before a byte of their body is read or anything is looked up. The limits leave room for
 * everybody behind one address; those of what a request then does are narrower. Each process counts for itself, because a store
 * that the nodes share costs more than the work that is saved.
 */
export class ArrivalLimits {
  readonly #windows: MemoryWindows;
  readonly #onRefused: (arrival: Arrival) => void;

  constructor(
    onRefused: (arrival: Arrival) => void = () => undefined,
    windows = memoryWindows(Date.now, windowSeconds),
  ) {
    this.#onRefused = onRefused;
    this.#windows = windows;
  }

  /** Counts a request, or throws RATE_LIMIT_EXCEEDED. An IPv6 address also counts by its /56 and its /48. */
  count(arrival: Arrival, address: string): void {
    const limit = { points: arrivalPoints[arrival], keyOf: (block: string) => `${arrival}:${block}` };
    const decision = consumeInProcess(this.#windows, address, limit);
    if (decision.allowed) return;
    this.#onRefused(arrival);
    throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: { ...decision, windowSeconds } });
  }
}
