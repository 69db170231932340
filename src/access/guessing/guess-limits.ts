import type { GuessLimit } from './guess-counter.ts';

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/**
 * Wrong guesses that are let through. A person needs a few; a list of leaked passwords or a dictionary needs millions.
 *
 * - On one account from one address, 10 in a quarter of an hour and 50 a day: nobody mistypes more often.
 * - On one account from everywhere, 100 in a quarter of an hour: a thousand hired addresses gain nothing by taking
 *   turns. So that they cannot lock the account's owner out either, an address where the owner has been let in before
 *   is exempt, and any other may still try once a day.
 * - From one address on all accounts, 1000 in a quarter of an hour: far more than the thousands of people behind one
 *   office's address mistype together, and too few to try one password on everybody. Whoever has been let in from
 *   there before is exempt, so that not even somebody inside can lock the office out.
 *
 * Only wrong guesses count. IPv6 addresses count by the /64 that one customer has.
 */
export const limits = {
  pair: { points: 10, windowSeconds: quarterHour },
  pairDaily: { points: 50, windowSeconds: day },
  account: { points: 100, windowSeconds: quarterHour },
  address: { points: 1000, windowSeconds: quarterHour },
  /** Not a limit: how long it is remembered that an account was let in from an address. */
  known: { points: 1, windowSeconds: 14 * day },
} as const satisfies Record<string, GuessLimit>;
