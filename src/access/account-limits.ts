import { mailboxOf } from '#src/lib/network/mailbox.ts';
import { consumeOfAddress } from './rate-limit/address-blocks.ts';
import { hashedKey, limitReached, type OpenWindows, type WindowStore } from './rate-limit/window-store.ts';

const hour = 3600;

/**
 * How often links are requested and accounts made. Every request counts, whether or not the e-mail address has an account,
 * so that a refusal says nothing about it.
 *
 * - From one network address, 30 an hour: more than the people of an office need.
 * - For one mailbox, 5 an hour, however its address is written: nobody's mailbox is filled.
 * - For one member, whose address the caller does not name, 5 an hour.
 * - In one workspace, 100 an hour.
 */
const limits = { address: 30, email: 5, member: 5, workspace: 100 } as const;

type LimitName = keyof typeof limits;

type AccountRequest = Partial<Readonly<Record<LimitName, string>>>;

export class AccountLimits {
  readonly #windows: WindowStore;

  constructor(open: OpenWindows) {
    this.#windows = open('attempts', hour);
  }

  /** Counts a request, or throws RATE_LIMIT_EXCEEDED. One refused by the first limit does not count in the others. */
  async count({ address, email, member, workspace }: AccountRequest): Promise<void> {
    if (address !== undefined) await this.#addAddress(address);
    if (workspace !== undefined) await this.#add('workspace', workspace);
    if (member !== undefined) await this.#add('member', member);
    if (email !== undefined) await this.#add('email', mailboxOf(email));
  }

  async #addAddress(address: string): Promise<void> {
    const keyOf = (block: string) => hashedKey('account', 'address', block);
    const counted = await consumeOfAddress(this.#windows, address, { points: limits.address, keyOf });
    if (!counted.allowed) throw limitReached(counted, hour);
  }

  async #add(limit: LimitName, value: string): Promise<void> {
    const counted = await this.#windows.consume(hashedKey('account', limit, value), limits[limit]);
    if (!counted.allowed) throw limitReached(counted, hour);
  }
}
