import { addressBlock } from '#src/lib/addresses.ts';
import { sha256 } from '#src/lib/crypto.ts';
import { AttemptCounter, type AttemptLimit, type AttemptStore, limitReached } from './attempt-counter.ts';

const hour = 3600;

/**
 * How often links are asked for and accounts made. Every request counts, whether or not the e-mail address has an account,
 * so that a refusal says nothing about it.
 *
 * - From one network address, 30 an hour: more than the people of an office need.
 * - For one e-mail address, 5 an hour: nobody's mailbox is filled.
 * - In one workspace, 100 an hour.
 */
const limits = {
  address: { points: 30, windowSeconds: hour },
  email: { points: 5, windowSeconds: hour },
  workspace: { points: 100, windowSeconds: hour },
} as const satisfies Record<string, AttemptLimit>;

type AccountRequest = Partial<Readonly<Record<keyof typeof limits, string>>>;

export class AccountLimits {
  readonly #counters: Readonly<Record<keyof typeof limits, AttemptCounter>>;

  constructor(store: AttemptStore) {
    this.#counters = {
      address: new AttemptCounter(limits.address, store),
      email: new AttemptCounter(limits.email, store),
      workspace: new AttemptCounter(limits.workspace, store),
    };
  }

  /** Counts a request, or throws RATE_LIMIT_EXCEEDED. One refused by the first limit does not count in the others. */
  async count({ address, email, workspace }: AccountRequest): Promise<void> {
    if (address !== undefined) await this.#add('address', addressBlock(address));
    if (workspace !== undefined) await this.#add('workspace', workspace);
    if (email !== undefined) await this.#add('email', email);
  }

  async #add(limit: keyof typeof limits, value: string): Promise<void> {
    const key = `account:${sha256([limit, value].join('\n')).toString('base64url')}`;
    const counted = await this.#counters[limit].add(key);
    if (!counted.isOver) return;
    await counted.cancel();
    throw limitReached(counted);
  }
}
