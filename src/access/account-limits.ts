import { addressBlocks } from '#src/lib/addresses.ts';
import { sha256 } from '#src/lib/crypto.ts';
import { AttemptCounter, type AttemptLimit, type AttemptStore, limitReached } from './attempt-counter.ts';

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
const limits = {
  address: { points: 30, windowSeconds: hour },
  home: { points: 60, windowSeconds: hour },
  site: { points: 120, windowSeconds: hour },
  email: { points: 5, windowSeconds: hour },
  workspace: { points: 100, windowSeconds: hour },
} as const satisfies Record<string, AttemptLimit>;

type LimitName = keyof typeof limits;

/** The limits of a /64, a /56 and a /48; of an IPv4 address only the first. */
const addressLimits = ['address', 'home', 'site'] as const satisfies readonly LimitName[];

type AccountRequest = Partial<Readonly<Record<'address' | 'email' | 'workspace', string>>>;

export class AccountLimits {
  readonly #counters: Readonly<Record<LimitName, AttemptCounter>>;

  constructor(store: AttemptStore) {
    this.#counters = {
      address: new AttemptCounter(limits.address, store),
      home: new AttemptCounter(limits.home, store),
      site: new AttemptCounter(limits.site, store),
      email: new AttemptCounter(limits.email, store),
      workspace: new AttemptCounter(limits.workspace, store),
    };
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
    const key = `account:${sha256([limit, value].join('\n')).toString('base64url')}`;
    const counted = await this.#counters[limit].add(key);
    if (!counted.isOver) return;
    await counted.cancel();
    throw limitReached(counted);
  }
}
