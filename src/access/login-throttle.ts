import type { RateDecision } from '#src/domain/errors.ts';
import type { SessionOrigin, SignInInput } from '#src/domain/sessions/session.ts';
import { type PasswordContext, type SignedIn, signIn } from '#src/services/accounts/sessions.ts';
import { AttemptKeys, type AttemptSource } from './attempt-keys.ts';
import { sharedLimits } from './limit-table.ts';
import { blockAllowances } from './rate-limit/address-blocks.ts';
import { limitReached, type OpenWindows, type WindowStore } from './rate-limit/window-store.ts';

const limits = sharedLimits.attempts;

type LimitName = keyof typeof limits;

interface LoginThrottleOptions {
  /** Separates the accounts and addresses of this throttle from those of others over the same store. */
  readonly name: string;
  /** True for errors that mean a wrong secret; other errors do not count. */
  readonly isWrong: (error: unknown) => boolean;
  readonly open: OpenWindows;
}

/** A window in which an attempt counts. */
interface Count {
  readonly windows: WindowStore;
  readonly key: string;
  readonly points: number;
}

/**
 * Bounds the failed attempts at a secret, without locking out those who know it. An IPv6 address counts by its /64, its /56 and
 * its /48, because one customer may have any of them: a wider block has `blockAllowances` times as much as a /64, for all of
 * its narrower blocks together.
 */
export class LoginThrottle {
  readonly #name: string;
  readonly #isWrong: LoginThrottleOptions['isWrong'];
  readonly #windows: Readonly<Record<LimitName, WindowStore>>;

  constructor({ name, isWrong, open }: LoginThrottleOptions) {
    this.#name = name;
    this.#isWrong = isWrong;
    const quarterHours = open('attempts', limits.pair.windowSeconds);
    this.#windows = {
      pair: quarterHours,
      pairDaily: open('attempts', limits.pairDaily.windowSeconds),
      account: quarterHours,
      address: quarterHours,
      known: open('attempts', limits.known.windowSeconds),
    };
  }

  /**
   * Runs the action, whose success or error says whether the secret was right, or throws RATE_LIMIT_EXCEEDED instead.
   * An attempt counts from its start, so that parallel attempts gain nothing.
   */
  async attempt<Result>(source: AttemptSource, action: () => Promise<Result>): Promise<Result> {
    const keys = new AttemptKeys(this.#name, source);
    const counts: Count[] = [];
    const isKnown = await this.#requireRoom(keys);
    try {
      await this.#count(keys, counts, isKnown);
    } catch (error) {
      await cancel(counts);
      throw error;
    }
    try {
      const result = await action();
      await Promise.all([cancel(counts), this.#remember(keys)]);
      return result;
    } catch (error) {
      if (!this.#isWrong(error)) await cancel(counts);
      throw error;
    }
  }

  /**
   * Throws RATE_LIMIT_EXCEEDED if a limit is reached. An account that has signed in from the address before passes, and has
   * `isKnown`. Counts nothing: use it for work that shows only at its end that the secret was wrong, and count it with
   * `attempt` then.
   */
  async requireBelowLimits(source: AttemptSource): Promise<{ readonly isKnown: boolean }> {
    const keys = new AttemptKeys(this.#name, source);
    if (await this.#isKnown(keys)) return { isKnown: true };
    const names = ['pair', 'pairDaily', 'address', 'account'] as const;
    const [pair, pairDaily, address, account] = await Promise.all(names.map((name) => this.#peek(name, keys)));
    requireAllowed('pair', pair);
    requireAllowed('pairDaily', pairDaily);
    requireAllowed('address', address);
    const hasTried = pairDaily?.some((each, block) => !isFree(countOf(each) + 1, block));
    if (hasTried) requireAllowed('account', account);
    return { isKnown: false };
  }

  /** Records that the account has signed in from the address. */
  remember(source: AttemptSource): Promise<void> {
    return this.#remember(new AttemptKeys(this.#name, source));
  }

  /** Runs before anything is counted, so that an address at its limit creates no keys for invented accounts. */
  async #requireRoom(keys: AttemptKeys): Promise<boolean> {
    const [isKnown, ofAddress] = await Promise.all([this.#isKnown(keys), this.#peek('address', keys)]);
    if (!isKnown) requireAllowed('address', ofAddress);
    return isKnown;
  }

  /** Counts one after another, so that an attempt refused by the first limit never counts in the others. */
  async #count(keys: AttemptKeys, counts: Count[], isKnown: boolean): Promise<void> {
    // Neighbours in a wider block cannot lock out an account where it has signed in before.
    const binding = (decisions: readonly RateDecision[]) => (isKnown ? decisions.slice(0, 1) : decisions);
    requireAllowed('pair', binding(await this.#consume('pair', keys, counts)));
    const pairDaily = await this.#consume('pairDaily', keys, counts);
    requireAllowed('pairDaily', binding(pairDaily));
    const [account, address] = await Promise.all([
      this.#consume('account', keys, counts),
      this.#consume('address', keys, counts),
    ]);
    if (isKnown) return;
    requireAllowed('address', address);
    if (!pairDaily.every((each, block) => isFree(countOf(each), block))) requireAllowed('account', account);
  }

  /** Returns one decision for each key of a limit, and adds what was counted to `counts`. */
  #consume(limit: LimitName, keys: AttemptKeys, counts: Count[]): Promise<RateDecision[]> {
    return this.#each(limit, keys, async (count) => {
      const decision = await count.windows.consume(count.key, count.points);
      if (decision.allowed) counts.push(count);
      return decision;
    });
  }

  #peek(limit: LimitName, keys: AttemptKeys): Promise<RateDecision[]> {
    return this.#each(limit, keys, async ({ windows, key, points }) => windows.peek(key, points));
  }

  #each<Result>(limit: LimitName, keys: AttemptKeys, act: (count: Count) => Promise<Result>): Promise<Result[]> {
    const windows = this.#windows[limit];
    return Promise.all(
      keys[limit].map((key, block) =>
        act({ windows, key, points: limits[limit].points * (blockAllowances[block] ?? 1) }),
      ),
    );
  }

  async #isKnown(keys: AttemptKeys): Promise<boolean> {
    return (await this.#peek('known', keys)).some((each) => countOf(each) > 0);
  }

  async #remember(keys: AttemptKeys): Promise<void> {
    if (!(await this.#isKnown(keys))) await this.#consume('known', keys, []);
  }
}

function requireAllowed(limit: LimitName, decisions: readonly RateDecision[] | undefined): void {
  const refused = decisions?.find(({ allowed }) => !allowed);
  if (refused) throw limitReached(refused, limits[limit].windowSeconds);
}

function countOf({ limit, remaining }: RateDecision): number {
  return limit - remaining;
}

/** True if a block may make this many attempts a day at an account that has reached its limit. */
function isFree(attemptsToday: number, block: number): boolean {
  return attemptsToday <= (blockAllowances[block] ?? 1);
}

async function cancel(counts: readonly Count[]): Promise<void> {
  await Promise.all(counts.map(({ windows, key, points }) => windows.release(key, points)));
}

/** Starts a session, for every transport: attempts through any of them count together. Letter case does not matter. */
export function throttledSignIn(
  context: PasswordContext & { readonly signInThrottle: LoginThrottle },
  { address, userAgent, ...input }: SignInInput & SessionOrigin & { readonly address: string },
): Promise<SignedIn> {
  const email = input.email.toLowerCase();
  return context.signInThrottle.attempt({ address, account: email }, () =>
    signIn(context, { ...input, email }, { address, userAgent }),
  );
}
