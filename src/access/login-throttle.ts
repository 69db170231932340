import type { SessionOrigin, SignInInput } from '#src/domain/sessions/session.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { type SignedIn, signIn } from '#src/services/sessions.ts';
import {
  AttemptCounter,
  type AttemptLimit,
  type AttemptStore,
  type CountedAttempt,
  limitReached,
  type PastAttempts,
  type ReachedLimit,
} from './attempt-counter.ts';
import { AttemptKeys, type AttemptSource, type BlockLimitName } from './attempt-keys.ts';

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
 * Only failed attempts count. An IPv6 address counts by its /64, its /56 and its /48, because one customer may have any of
 * them: a wider block has `allowances` times as much as a /64, and no more for all of its narrower blocks together.
 */
const limits = {
  pair: { points: 10, windowSeconds: quarterHour },
  pairDaily: { points: 50, windowSeconds: day },
  account: { points: 100, windowSeconds: quarterHour },
  address: { points: 1000, windowSeconds: quarterHour },
  /** Not a limit: how long a successful sign-in of an account from an address is remembered. */
  known: { points: 1, windowSeconds: 14 * day },
} as const satisfies Record<string, AttemptLimit>;

/** Multiples of a /64's limit, for /64, /56 and /48. */
const allowances = [1, 2, 4] as const;

interface LoginThrottleOptions extends AttemptStore {
  /** Separates the accounts and addresses of this throttle from those of others over the same store. */
  readonly name: string;
  /** Which errors of an attempt mean a wrong secret; other errors do not count. */
  readonly isWrong: (error: unknown) => boolean;
}

/** Counts an attempt in every block of its address. Keys are those of the blocks, the narrowest first. */
class BlockCounter {
  readonly #counters: readonly AttemptCounter[];

  constructor({ points, windowSeconds }: AttemptLimit, store: AttemptStore) {
    this.#counters = allowances.map((times) => new AttemptCounter({ points: points * times, windowSeconds }, store));
  }

  add(keys: readonly string[]): Promise<CountedAttempt[]> {
    return this.#each(keys, (counter, key) => counter.add(key));
  }

  find(keys: readonly string[]): Promise<PastAttempts[]> {
    return this.#each(keys, (counter, key) => counter.find(key));
  }

  #each<Result>(keys: readonly string[], act: (counter: AttemptCounter, key: string) => Promise<Result>) {
    return Promise.all(this.#counters.slice(0, keys.length).map((counter, index) => act(counter, keys[index] ?? '')));
  }
}

/** Bounds the failed attempts at a secret, without locking out those who know it. */
export class LoginThrottle {
  readonly #name: string;
  readonly #isWrong: LoginThrottleOptions['isWrong'];
  readonly #blocks: Readonly<Record<BlockLimitName, BlockCounter>>;
  readonly #account: AttemptCounter;
  readonly #known: AttemptCounter;

  constructor({ name, isWrong, ...store }: LoginThrottleOptions) {
    this.#name = name;
    this.#isWrong = isWrong;
    this.#blocks = {
      pair: new BlockCounter(limits.pair, store),
      pairDaily: new BlockCounter(limits.pairDaily, store),
      address: new BlockCounter(limits.address, store),
    };
    this.#account = new AttemptCounter(limits.account, store);
    this.#known = new AttemptCounter(limits.known, store);
  }

  /**
   * Runs the action, whose success or error says whether the secret was right, or throws RATE_LIMIT_EXCEEDED instead.
   * An attempt counts from its start, so that parallel attempts gain nothing.
   */
  async attempt<Result>(source: AttemptSource, action: () => Promise<Result>): Promise<Result> {
    const keys = new AttemptKeys(this.#name, source);
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
   * Returns whether it has. Counts nothing: for work that shows only at its end that the secret was wrong, and is then
   * counted by `attempt`.
   */
  async requireBelowLimits(source: AttemptSource): Promise<{ readonly isKnown: boolean }> {
    const keys = new AttemptKeys(this.#name, source);
    const { pair, pairDaily, address } = this.#blocks;
    if (await this.#isKnown(keys)) return { isKnown: true };
    const [ofPair, ofPairDaily, ofAddress, ofAccount] = await Promise.all([
      pair.find(keys.pair),
      pairDaily.find(keys.pairDaily),
      address.find(keys.address),
      this.#account.find(keys.account),
    ]);
    const hasTried = ofPairDaily.some(({ count }, block) => !isFree(count + 1, block));
    const first = firstReached([...ofPair, ...ofPairDaily, ...ofAddress]) ?? (hasTried ? ofAccount.reached : undefined);
    if (first) throw limitReached(first);
    return { isKnown: false };
  }

  /** Records that the account has signed in from the address. */
  remember(source: AttemptSource): Promise<void> {
    return this.#remember(new AttemptKeys(this.#name, source));
  }

  async #count(keys: AttemptKeys, counted: CountedAttempt[]): Promise<void> {
    const [isKnown, ofAddress] = await Promise.all([this.#isKnown(keys), this.#blocks.address.find(keys.address)]);
    const reachedAddress = firstReached(ofAddress);
    // Before anything is counted: an address at its limit creates no keys for accounts that it invents.
    if (reachedAddress && !isKnown) throw limitReached(reachedAddress);
    const exceeded = await this.#exceededLimit(keys, { counted, isKnown });
    if (!exceeded) return;
    await cancel(counted);
    throw limitReached(exceeded);
  }

  /** Counts one after another, so that an attempt refused by the first limit never counts in the others. */
  async #exceededLimit(
    keys: AttemptKeys,
    { counted, isKnown }: { counted: CountedAttempt[]; isKnown: boolean },
  ): Promise<ReachedLimit | undefined> {
    const count = async (which: BlockLimitName) => {
      const attempts = await this.#blocks[which].add(keys[which]);
      counted.push(...attempts);
      // Neighbours in a wider block cannot lock out an account where it has signed in before.
      const binding = isKnown ? attempts.slice(0, 1) : attempts;
      return { counts: attempts.map((each) => each.count), exceeded: binding.find(({ isOver }) => isOver) };
    };
    const countAccount = async () => {
      const attempt = await this.#account.add(keys.account);
      counted.push(attempt);
      return attempt;
    };
    const pair = await count('pair');
    if (pair.exceeded) return pair.exceeded;
    const pairDaily = await count('pairDaily');
    if (pairDaily.exceeded) return pairDaily.exceeded;
    const [account, address] = await Promise.all([countAccount(), count('address')]);
    if (isKnown) return undefined;
    if (address.exceeded) return address.exceeded;
    return account.isOver && !pairDaily.counts.every(isFree) ? account : undefined;
  }

  async #isKnown({ known }: AttemptKeys): Promise<boolean> {
    return (await this.#known.find(known)).count > 0;
  }

  async #remember(keys: AttemptKeys): Promise<void> {
    if (!(await this.#isKnown(keys))) await this.#known.add(keys.known);
  }
}

function firstReached(found: readonly PastAttempts[]): ReachedLimit | undefined {
  return found.find(({ reached }) => reached !== undefined)?.reached;
}

/** Whether a block may make so many attempts a day at an account that has reached its limit. */
function isFree(attemptsToday: number, block: number): boolean {
  return attemptsToday <= (allowances[block] ?? 1);
}

async function cancel(counted: readonly CountedAttempt[]): Promise<void> {
  await Promise.all(counted.map((each) => each.cancel()));
}

/** Starts a session, for every transport: attempts through any of them count together. Letter case makes no other account. */
export function throttledSignIn(
  context: ServiceContext & { readonly signInThrottle: LoginThrottle },
  { address, userAgent, ...input }: SignInInput & SessionOrigin & { readonly address: string },
): Promise<SignedIn> {
  const email = input.email.toLowerCase();
  return context.signInThrottle.attempt({ address, account: email }, () =>
    signIn(context, { ...input, email }, { address, userAgent }),
  );
}
