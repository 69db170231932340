import { mailboxOf } from '#src/lib/network/mailbox.ts';
import { sharedLimits } from './limit-table.ts';
import { consumeOfAddress } from './rate-limit/address-blocks.ts';
import { hashedKey, limitReached, type OpenWindows, type WindowStore } from './rate-limit/window-store.ts';

const limits = sharedLimits.accounts;
const names = Object.keys(limits) as (keyof typeof limits)[];

type AccountRequest = Partial<Readonly<Record<keyof typeof limits, string>>>;

/** Counts requested links and created accounts. */
export class AccountLimits {
  readonly #windows: WindowStore;

  constructor(open: OpenWindows) {
    this.#windows = open('attempts', limits.address.windowSeconds);
  }

  /** Counts a request, or throws RATE_LIMIT_EXCEEDED. A refused request does not count in the limits after it. */
  async count(request: AccountRequest): Promise<void> {
    for (const name of names) {
      const value = request[name];
      if (value === undefined) continue;
      const { by, points, windowSeconds } = limits[name];
      const keyOf = (part: string) => hashedKey('account', name, part);
      const counted =
        by === 'address'
          ? await consumeOfAddress(this.#windows, value, { points, keyOf })
          : await this.#windows.consume(keyOf(by === 'mailbox' ? mailboxOf(value) : value), points);
      if (!counted.allowed) throw limitReached(counted, windowSeconds);
    }
  }
}
