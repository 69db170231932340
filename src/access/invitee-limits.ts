import { addressNetwork } from '#src/lib/network/addresses.ts';
import type { BookingLimit } from '#src/services/event-calls/hold-booking.ts';
import { sharedLimits } from './limit-table.ts';
import { consumeOfAddress, releaseOfAddress } from './rate-limit/address-blocks.ts';
import { hashedKey, limitReached, type OpenWindows, type WindowStore } from './rate-limit/window-store.ts';

const { read, write, bookings } = sharedLimits;
const limits = { read, write };

export type InviteeAction = keyof typeof limits;

/** Counts what invitees do, by address and by event. A request beyond a limit does not count. */
export class InviteeLimits {
  readonly #windows: Readonly<Record<InviteeAction, WindowStore>>;
  readonly #networks: WindowStore;

  constructor(open: OpenWindows) {
    this.#windows = {
      read: open('attempts', read.address.windowSeconds),
      write: open('attempts', write.address.windowSeconds),
    };
    this.#networks = open('attempts', bookings.booked.windowSeconds);
  }

  /**
   * Performs a request, or throws RATE_LIMIT_EXCEEDED instead. Every request counts for its address. For an event, only
   * requests count that succeed and whose result `countsForEvent`: otherwise a few addresses could close its page to everyone
   * with failed bookings, or with forms of leads who are not booked.
   */
  async run<Result>(
    action: InviteeAction,
    { address, event }: { readonly address: string; readonly event: string },
    perform: () => Promise<Result>,
    countsForEvent: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const windows = this.#windows[action];
    const limit = limits[action];
    const addressLimit = {
      points: limit.address.points,
      keyOf: (block: string) => hashedKey('invitee', action, 'address', block),
    };
    const eventPoint = { key: hashedKey('invitee', action, 'event', event), points: limit.event.points };
    const ofAddress = await consumeOfAddress(windows, address, addressLimit);
    if (!ofAddress.allowed) throw limitReached(ofAddress, limit.address.windowSeconds);
    const ofEvent = await windows.consume(eventPoint.key, eventPoint.points);
    if (!ofEvent.allowed) {
      await releaseOfAddress(windows, address, addressLimit);
      throw limitReached(ofEvent, limit.event.windowSeconds);
    }
    return counted(windows, eventPoint, perform, countsForEvent);
  }

  /**
   * Counts the bookings of an address's network. Requests that fail, or neither book nor hold, do not count. Where mail is sent,
   * each guest counts as a booking: otherwise one form would send mail to many people.
   */
  ofNetwork(address: string, { sendsMail }: { readonly sendsMail: boolean }): BookingLimit {
    const network = addressNetwork(address);
    return async ({ workspaceId, recipients }, perform, counts) => {
      const keyOf = (what: string) => hashedKey('invitee', what, String(workspaceId), network);
      const { points } = sendsMail ? bookings.booked : bookings.bookedWithoutMail;
      const booked = { key: keyOf('booked'), points, cost: sendsMail ? recipients : 1 };
      const decision = await this.#networks.consume(booked.key, points, booked.cost);
      const { allowed, resetAt: until } = decision;
      if (allowed) return counted(this.#networks, { ...booked, until }, () => perform(false), counts);
      if (!sendsMail) throw limitReached(decision, bookings.booked.windowSeconds);
      const heldInAll = {
        key: hashedKey('invitee', 'held', network),
        points: bookings.heldInAll.points,
        cost: recipients,
      };
      const held = { key: keyOf('held'), points: bookings.held.points, cost: recipients };
      return this.#within(heldInAll, () => this.#within(held, () => perform(true), counts), counts);
    };
  }

  /** Performs the work if the limit of a network has room. */
  async #within<Result>(
    point: Cost,
    perform: () => Promise<Result>,
    counts: (result: Result) => boolean,
  ): Promise<Result> {
    const decision = await this.#networks.consume(point.key, point.points, point.cost);
    if (!decision.allowed) throw limitReached(decision, bookings.held.windowSeconds);
    return counted(this.#networks, { ...point, until: decision.resetAt }, perform, counts);
  }
}

interface Cost {
  readonly key: string;
  readonly points: number;
  readonly cost: number;
}

/** What was consumed: one point, or the cost in a window that ends at `until`. */
type Consumed = Pick<Cost, 'key' | 'points'> | (Cost & { readonly until: number });

/** Performs work that has consumed points, and returns them if the work fails or does not count. */
async function counted<Result>(
  windows: WindowStore,
  consumed: Consumed,
  perform: () => Promise<Result>,
  counts: (result: Result) => boolean,
): Promise<Result> {
  let isCounted = false;
  try {
    const result = await perform();
    isCounted = counts(result);
    return result;
  } finally {
    const { key, points } = consumed;
    if (!isCounted) await windows.release(key, points, 'cost' in consumed ? consumed : undefined);
  }
}
