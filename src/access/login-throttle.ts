import type { SignInInput } from '#src/domain/sessions/session.ts';
import { addressBlock } from '#src/lib/addresses.ts';
import { sha256 } from '#src/lib/crypto.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { type SignedIn, signIn } from '#src/services/sessions.ts';
import {
  AttemptCounter,
  type AttemptLimit,
  type AttemptStore,
  type CountedAttempt,
  limitReached,
  type ReachedLimit,
} from './attempt-counter.ts';

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/**
 * How many failed attempts are allowed. A person needs a few; a list of leaked passwords or a dictionary needs millions.
 *
 * - On one account from one address, 10 in a quarter of an hour and 50 a day: more than a person mistypes.
 * - On one account from everywhere, 100 in a quarter of an hour: a thousand hired addresses gain nothing by taking
 *   turns. So that they cannot lock the account's owner out either, an address from which the owner has signed in
 *   before is exempt, and any other may still try once a day.
 * - From one address on all accounts, 1000 in a quarter of an hour: far more than the thousands of people behind one
 *   office's address mistype together, and too few to try one password on everybody. An account that has signed in
 *   from there before is exempt, so that an attacker inside the office cannot lock out the others.
 *
 * Only failed attempts count. IPv6 addresses count by the /64 that one customer has.
 */
const limits = {
  pair: { points: 10, windowSeconds: quarterHour },
  pairDaily: { points: 50, windowSeconds: day },
  account: { points: 100, windowSeconds: quarterHour },
  address: { points: 1000, windowSeconds: quarterHour },
  /** Not a limit: how long a successful sign-in of an account from an address is remembered. */
  known: { points: 1, windowSeconds: 14 * day },
} as const satisfies Record<string, AttemptLimit>;

type LimitName = keyof typeof limits;
type Keys = Readonly<Record<LimitName, string>>;

export interface AttemptSource {
  /** The client address of the request. */
  readonly address: string;
  /** The owner of the secret: an e-mail, a client id. */
  readonly account: string;
}

interface LoginThrottleOptions extends AttemptStore {
  /** Separates the accounts and addresses of this throttle from those of others over the same store. */
  readonly name: string;
  /** Which errors of an attempt mean a wrong secret; other errors do not count. */
  readonly isWrong: (error: unknown) => boolean;
}

/** Bounds the failed attempts at a secret, without locking out those who know it. */
export class LoginThrottle {
  readonly #name: string;
  readonly #isWrong: LoginThrottleOptions['isWrong'];
  readonly #counters: Readonly<Record<LimitName, AttemptCounter>>;

  constructor({ name, isWrong, ...store }: LoginThrottleOptions) {
    const counters = Object.entries(limits).map(([each, limit]) => [each, new AttemptCounter(limit, store)]);
    this.#name = name;
    this.#isWrong = isWrong;
    this.#counters = Object.fromEntries(counters);
  }

  /**
   * Runs the action, whose success or error says whether the secret was right, or throws RATE_LIMIT_EXCEEDED instead.
   * An attempt counts from its start, so that parallel attempts gain nothing.
   */
  async attempt<Result>(source: AttemptSource, action: () => Promise<Result>): Promise<Result> {
    const keys = this.#keysOf(source);
    const counted: CountedAttempt[] = [];
    await this.#count(keys, counted);
    try {
      const result = await action();
      await Promise.all([cancel(counted), this.#remember(keys)]);
      return result;
    } catch (error) {
      if (!this.#isWrong(error)) await cancel(counted);
      throw error;
    }
  }

  /**
   * Throws RATE_LIMIT_EXCEEDED if a limit is reached; an account that has signed in from the address before passes.
   * Counts nothing: for work that shows only at its end that the secret was wrong, and is then counted by `attempt`.
   */
  async requireBelowLimits(source: AttemptSource): Promise<void> {
    const keys = this.#keysOf(source);
    const { known, pair, pairDaily, address, account } = this.#counters;
    if (await known.has(keys.known)) return;
    const [hasTried, reachedAccount, ...reached] = await Promise.all([
      pairDaily.has(keys.pairDaily),
      account.reached(keys.account),
      pair.reached(keys.pair),
      pairDaily.reached(keys.pairDaily),
      address.reached(keys.address),
    ]);
    const first = reached.find((each) => each !== undefined) ?? (hasTried ? reachedAccount : undefined);
    if (first) throw limitReached(first);
  }

  /** Records that the account has signed in from the address. */
  remember(source: AttemptSource): Promise<void> {
    return this.#remember(this.#keysOf(source));
  }

  async #count(keys: Keys, counted: CountedAttempt[]): Promise<void> {
    const [isKnown, reachedAddress] = await Promise.all([
      this.#counters.known.has(keys.known),
      this.#counters.address.reached(keys.address),
    ]);
    // Before anything is counted: an address at its limit creates no keys for accounts that it invents.
    if (reachedAddress && !isKnown) throw limitReached(reachedAddress);
    const exceeded = await this.#exceededLimit(keys, { counted, isKnown });
    if (!exceeded) return;
    await cancel(counted);
    throw limitReached(exceeded);
  }

  /** Counts one after another, so that an attempt refused by the first limit never counts in the others. */
  async #exceededLimit(
    keys: Keys,
    { counted, isKnown }: { counted: CountedAttempt[]; isKnown: boolean },
  ): Promise<ReachedLimit | undefined> {
    const count = async (which: LimitName) => {
      const attempt = await this.#counters[which].add(keys[which]);
      counted.push(attempt);
      return attempt;
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

  /** Hashed, so that no store holds a list of who signs in from where. */
  #keysOf({ address, account }: AttemptSource): Keys {
    const block = addressBlock(address);
    const key = (which: LimitName, ...parts: string[]) =>
      `attempt:${sha256([this.#name, which, ...parts].join('\n')).toString('base64url')}`;
    return {
      pair: key('pair', block, account),
      pairDaily: key('pairDaily', block, account),
      account: key('account', account),
      address: key('address', block),
      known: key('known', block, account),
    };
  }
}

async function cancel(counted: readonly CountedAttempt[]): Promise<void> {
  await Promise.all(counted.map((each) => each.cancel()));
}

/** Starts a session, for every transport: attempts through any of them count together. Letter case makes no other account. */
export function throttledSignIn(
  context: ServiceContext & { readonly signInThrottle: LoginThrottle },
  { address, ...input }: SignInInput & { readonly address: string },
): Promise<SignedIn> {
  const email = input.email.toLowerCase();
  return context.signInThrottle.attempt({ address, account: email }, () => signIn(context, { ...input, email }));
}
