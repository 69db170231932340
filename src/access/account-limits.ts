import { addressBlocks } from '#src/lib/network/addresses.ts';
import { hashedKey, limitReached, type OpenWindows, type WindowStore } from './rate-limit/window-store.ts';

const hour = 3600;

/**
 * How often links are requested and accounts made. Every request counts, whether or not the e-mail address has an account,
 * so that a refusal says nothing about it.
 *
 * - From one network address, 30 an hour: more than the people of an office need. An IPv6 address counts by its /64, its /56
 *   and its /48, because one customer may have any of them: a /56 has twice as much, a /48 four times.
 * - For one e-mail address, 5 an hour: nobody's mailbox is filled.
 * - In one workspace, 100 an hour.
 */
const limits = { address: 30, home: 60, site: 120, email: 5, workspace: 100 } as const;

type LimitName = keyof typeof limits;

/** The limits of a /64, a /56 and a /48; of an IPv4 address only the first. */
const addressLimits = ['address', 'home', 'site'] as const satisfies readonly LimitName[];

type AccountRequest = Partial<Readonly<Record<'address' | 'email' | 'workspace', string>>>;

export class AccountLimits {
  readonly #windows: WindowStore;

  constructor(open: OpenWindows) {
    this.#windows = open('attempts', hour);
  }

  /** Counts a request, or throws RATE_LIMIT_EXCEEDED. One refused by the first limit does not count in the others. */
  async count({ address, email, workspace }: AccountRequest): Promise<void> {
    if (address !== undefined) await this.#addAddress(address);
    if (workspace !== undefined) await this.#add('workspace', workspace);
    if (email !== undefined) await this.#add('email', email);
  }

  async #addAddress(address: string): Promise<void> {
    for (const [index, block] of addressBlocks(address).entries())
      await this.#add(addressLimits[index] ?? 'site', block);
  }

  async #add(limit: LimitName, value: string): Promise<void> {
    const counted = await this.#windows.consume(hashedKey('account', limit, value), limits[limit]);
    if (!counted.allowed) throw limitReached(counted, hour);
  }
}
