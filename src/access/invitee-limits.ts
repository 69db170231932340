import { consumeOfAddress, releaseOfAddress } from './rate-limit/address-blocks.ts';
import { hashedKey, limitReached, type OpenWindows, type WindowStore } from './rate-limit/window-store.ts';

/**
 * How often invitees, who have no credential, may look at an event and book it. One person needs a few looks and one booking;
 * the limits by address leave room for an office behind one address, those by event for a busy page.
 */
const limits = {
  read: { windowSeconds: 1, address: 20, event: 200 },
  write: { windowSeconds: 60, address: 30, event: 120 },
} as const;

export type InviteeAction = keyof typeof limits;

/** Counts what invitees do, by address and by event. A request beyond a limit does not count. */
export class InviteeLimits {
  readonly #windows: Readonly<Record<InviteeAction, WindowStore>>;

  constructor(open: OpenWindows) {
    this.#windows = {
      read: open('attempts', limits.read.windowSeconds),
      write: open('attempts', limits.write.windowSeconds),
    };
  }

  /**
   * Performs a request, or throws RATE_LIMIT_EXCEEDED instead. Every request of an address counts. For an event only those
   * that succeed do, and whose result `countsForEvent`: otherwise a few addresses could close its page to everybody by
   * bookings that fail, or by forms of leads who are not booked.
   */
  async run<Result>(
    action: InviteeAction,
    { address, event }: { readonly address: string; readonly event: string },
    perform: () => Promise<Result>,
    countsForEvent: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const windows = this.#windows[action];
    const points = limits[action];
    const addressLimit = {
      points: points.address,
      keyOf: (block: string) => hashedKey('invitee', action, 'address', block),
    };
    const eventKey = hashedKey('invitee', action, 'event', event);
    const ofAddress = await consumeOfAddress(windows, address, addressLimit);
    if (!ofAddress.allowed) throw limitReached(ofAddress, points.windowSeconds);
    const ofEvent = await windows.consume(eventKey, points.event);
    if (!ofEvent.allowed) {
      await releaseOfAddress(windows, address, addressLimit);
      throw limitReached(ofEvent, points.windowSeconds);
    }
    let isCounted = false;
    try {
      const result = await perform();
      isCounted = countsForEvent(result);
      return result;
    } finally {
      if (!isCounted) await windows.release(eventKey, points.event);
    }
  }
}
