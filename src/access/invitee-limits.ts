import { addressBlock } from '#src/lib/addresses.ts';
import { sha256 } from '#src/lib/crypto.ts';
import { AttemptCounter, type AttemptLimit, type AttemptStore, limitReached } from './attempt-counter.ts';

/**
 * How often invitees, who have no credential, may look at an event and book it. One person needs a few looks and one booking;
 * the limits by address leave room for an office behind one address, those by event for a busy page. IPv6 addresses count
 * by the /64 that one customer has.
 */
const limits = {
  read: { address: { points: 20, windowSeconds: 1 }, event: { points: 200, windowSeconds: 1 } },
  write: { address: { points: 30, windowSeconds: 60 }, event: { points: 120, windowSeconds: 60 } },
} as const satisfies Record<string, Record<string, AttemptLimit>>;

export type InviteeAction = keyof typeof limits;

/** Counts what invitees do, by address and by event. A request beyond a limit does not count. */
export class InviteeLimits {
  readonly #counters: Readonly<Record<InviteeAction, Readonly<Record<'address' | 'event', AttemptCounter>>>>;

  constructor(store: AttemptStore) {
    const countersOf = ({ address, event }: (typeof limits)[InviteeAction]) => ({
      address: new AttemptCounter(address, store),
      event: new AttemptCounter(event, store),
    });
    this.#counters = { read: countersOf(limits.read), write: countersOf(limits.write) };
  }

  /**
   * Performs a request, or throws RATE_LIMIT_EXCEEDED instead. Every request of an address counts. For an event only those
   * that succeed do: otherwise a few addresses could close its page to everybody by bookings that fail.
   */
  async run<Result>(
    action: InviteeAction,
    { address, event }: { readonly address: string; readonly event: string },
    perform: () => Promise<Result>,
  ): Promise<Result> {
    const { address: byAddress, event: byEvent } = this.#counters[action];
    const ofAddress = await byAddress.add(keyOf(action, 'address', addressBlock(address)));
    if (ofAddress.isOver) {
      await ofAddress.cancel();
      throw limitReached(ofAddress);
    }
    const ofEvent = await byEvent.add(keyOf(action, 'event', event));
    if (ofEvent.isOver) {
      await Promise.all([ofAddress.cancel(), ofEvent.cancel()]);
      throw limitReached(ofEvent);
    }
    try {
      return await perform();
    } catch (error) {
      await ofEvent.cancel();
      throw error;
    }
  }
}

/** Hashed, so that no store holds a list of who looked at what. */
function keyOf(...parts: string[]): string {
  return `invitee:${sha256(parts.join('\n')).toString('base64url')}`;
}
