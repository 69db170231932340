import { addressNetwork } from '#src/lib/network/addresses.ts';
import type { BookingLimit } from '#src/services/event-calls/hold-booking.ts';
import { consumeOfAddress, releaseOfAddress } from './rate-limit/address-blocks.ts';
import { hashedKey, limitReached, type OpenWindows, type WindowStore } from './rate-limit/window-store.ts';

/**
 * How often invitees, who have no credential, may look at an event and book it. A person takes some five looks, with the steps of
 * the form, and one booking, or two where the first time was taken meanwhile.
 *
 * The limits by address leave room for two hundred people in one room, all of whom open the page in the same ten seconds, and
 * half of whom book in the same minute; those by event are for a busy page.
 */
const limits = {
  read: { windowSeconds: 10, address: 300, event: 2000 },
  write: { windowSeconds: 60, address: 200, event: 120 },
} as const;

/**
 * How many bookings of one network with one workspace are made at once. Those beyond it are held until the invitee confirms them
 * by mail, so that a conference behind one address can book, and a robot cannot. A server that sends no mail refuses them. So
 * many are held that each of the conference's guests has one; a robot causes no more mails to people who never asked for one, and
 * no more than `heldInAll` by the events of many workspaces.
 */
const networkLimits = { windowSeconds: 3600, booked: 10, bookedWithoutMail: 30, held: 300, heldInAll: 1000 } as const;

export type InviteeAction = keyof typeof limits;

/** Counts what invitees do, by address and by event. A request beyond a limit does not count. */
export class InviteeLimits {
  readonly #windows: Readonly<Record<InviteeAction, WindowStore>>;
  readonly #networks: WindowStore;

  constructor(open: OpenWindows) {
    this.#windows = {
      read: open('attempts', limits.read.windowSeconds),
      write: open('attempts', limits.write.windowSeconds),
    };
    this.#networks = open('attempts', networkLimits.windowSeconds);
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
    return counted(windows, { key: eventKey, points: points.event }, perform, countsForEvent);
  }

  /** Counts the bookings of the network of an address. What failed, or was neither booked nor held, does not count. */
  ofNetwork(address: string, { sendsMail }: { readonly sendsMail: boolean }): BookingLimit {
    const network = addressNetwork(address);
    return async (workspaceId, perform, counts) => {
      const keyOf = (what: string) => hashedKey('invitee', what, String(workspaceId), network);
      const booked = {
        key: keyOf('booked'),
        points: sendsMail ? networkLimits.booked : networkLimits.bookedWithoutMail,
      };
      const decision = await this.#networks.consume(booked.key, booked.points);
      if (decision.allowed) return counted(this.#networks, booked, () => perform(false), counts);
      if (!sendsMail) throw limitReached(decision, networkLimits.windowSeconds);
      const heldInAll = { key: hashedKey('invitee', 'held', network), points: networkLimits.heldInAll };
      const held = { key: keyOf('held'), points: networkLimits.held };
      return this.#within(heldInAll, () => this.#within(held, () => perform(true), counts), counts);
    };
  }

  /** Performs what a limit of networks has room for. */
  async #within<Result>(
    point: ConsumedPoint,
    perform: () => Promise<Result>,
    counts: (result: Result) => boolean,
  ): Promise<Result> {
    const decision = await this.#networks.consume(point.key, point.points);
    if (!decision.allowed) throw limitReached(decision, networkLimits.windowSeconds);
    return counted(this.#networks, point, perform, counts);
  }
}

interface ConsumedPoint {
  readonly key: string;
  readonly points: number;
}

/** Performs what has consumed a point, and returns the point where it fails or does not count. */
async function counted<Result>(
  windows: WindowStore,
  { key, points }: ConsumedPoint,
  perform: () => Promise<Result>,
  counts: (result: Result) => boolean,
): Promise<Result> {
  let isCounted = false;
  try {
    const result = await perform();
    isCounted = counts(result);
    return result;
  } finally {
    if (!isCounted) await windows.release(key, points);
  }
}
