import { DomainError } from '#src/domain/errors.ts';
import { addressBlock } from '#src/lib/addresses.ts';
import { sha256 } from '#src/lib/hash.ts';
import { type Counted, type CountedStore, GuessCounter, type Spent } from './guess-counter.ts';
import { limits } from './guess-limits.ts';

export interface GuessKeys {
  /** Where the guess comes from. */
  readonly address: string;
  /** Whose secret is guessed: an e-mail, a client id. */
  readonly account: string;
}

export interface GuessGuardOptions extends CountedStore {
  /** Of all guards over one store, whose accounts and addresses these are. */
  readonly name: string;
  /** Which errors of an attempt mean that the guess was wrong; what else goes wrong does not count. */
  readonly isWrong: (error: unknown) => boolean;
}

type Counters = Readonly<Record<keyof typeof limits, GuessCounter>>;
type Keys = Readonly<Record<keyof typeof limits, string>>;

/** Makes guessing a secret hopeless, and locks nobody out who knows it. */
export class GuessGuard {
  readonly #name: string;
  readonly #isWrong: GuessGuardOptions['isWrong'];
  readonly #counters: Counters;

  constructor({ name, isWrong, ...store }: GuessGuardOptions) {
    const counters = Object.entries(limits).map(([each, limit]) => [each, new GuessCounter(limit, store)]);
    this.#name = name;
    this.#isWrong = isWrong;
    this.#counters = Object.fromEntries(counters);
  }

  /**
   * Runs the action, whose success or error tells whether the guess was right, or throws RATE_LIMIT_EXCEEDED instead.
   * A guess counts from its beginning, so that asking for many at once gains nothing.
   */
  async attempt<Result>(given: GuessKeys, action: () => Promise<Result>): Promise<Result> {
    const keys = this.#keysOf(given);
    const held: Counted[] = [];
    await this.#admit(keys, held);
    try {
      const result = await action();
      await Promise.all([takeBack(held), this.#remember(keys)]);
      return result;
    } catch (error) {
      if (!this.#isWrong(error)) await takeBack(held);
      throw error;
    }
  }

  /**
   * Throws RATE_LIMIT_EXCEEDED for whoever has spent a limit already; whoever was let in from there before passes.
   * Counts nothing: for what is known to be wrong only when the work is done, and then counts by `attempt`.
   */
  async requireUnspent(given: GuessKeys): Promise<void> {
    const keys = this.#keysOf(given);
    const { known, pair, pairDaily, address, account } = this.#counters;
    if (await known.has(keys.known)) return;
    const [hasTried, spentAccount, ...spent] = await Promise.all([
      pairDaily.has(keys.pairDaily),
      account.spent(keys.account),
      pair.spent(keys.pair),
      pairDaily.spent(keys.pairDaily),
      address.spent(keys.address),
    ]);
    const first = spent.find((each) => each !== undefined) ?? (hasTried ? spentAccount : undefined);
    if (first) throw refusal(first);
  }

  /** Has been let in from there. */
  remember(given: GuessKeys): Promise<void> {
    return this.#remember(this.#keysOf(given));
  }

  async #admit(keys: Keys, held: Counted[]): Promise<void> {
    const [isKnown, spentAddress] = await Promise.all([
      this.#counters.known.has(keys.known),
      this.#counters.address.spent(keys.address),
    ]);
    // Before anything is counted: an address that goes on makes no keys of accounts that it makes up.
    if (spentAddress && !isKnown) throw refusal(spentAddress);
    const spent = await this.#spentLimit(keys, { held, isKnown });
    if (!spent) return;
    await takeBack(held);
    throw refusal(spent);
  }

  /** One after another, so that what is refused by the first does not count with the others for a moment. */
  async #spentLimit(keys: Keys, { held, isKnown }: { held: Counted[]; isKnown: boolean }): Promise<Spent | undefined> {
    const count = async (which: keyof typeof limits) => {
      const counted = await this.#counters[which].add(keys[which]);
      held.push(counted);
      return counted;
    };
    const pair = await count('pair');
    if (pair.isOver) return pair;
    const pairDaily = await count('pairDaily');
    if (pairDaily.isOver) return pairDaily;
    const [account, address] = await Promise.all([count('account'), count('address')]);
    if (isKnown) return undefined;
    if (address.isOver) return address;
    return account.isOver && pairDaily.count > 1 ? account : undefined;
  }

  async #remember({ known }: Keys): Promise<void> {
    if (!(await this.#counters.known.has(known))) await this.#counters.known.add(known);
  }

  /** Hashed: no store holds a list of who signs in from where. */
  #keysOf({ address, account }: GuessKeys): Keys {
    const block = addressBlock(address);
    const key = (which: keyof typeof limits, ...parts: string[]) =>
      `guess:${sha256([this.#name, which, ...parts].join('\n')).toString('base64url')}`;
    return {
      pair: key('pair', block, account),
      pairDaily: key('pairDaily', block, account),
      account: key('account', account),
      address: key('address', block),
      known: key('known', block, account),
    };
  }
}

async function takeBack(held: readonly Counted[]): Promise<void> {
  await Promise.all(held.map((each) => each.takeBack()));
}

function refusal({ limit, msBeforeEnd }: Spent): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeEnd / 1000));
  const resetAt = Date.now() + msBeforeEnd;
  const { points, windowSeconds } = limit;
  return new DomainError('RATE_LIMIT_EXCEEDED', {
    rate: { allowed: false, limit: points, remaining: 0, resetAt, retryAfterSeconds, windowSeconds },
  });
}
