import { availableParallelism } from 'node:os';
import { DomainError } from '#src/domain/errors.ts';
import { FairLimit } from '#src/lib/fair-limit.ts';
import * as argon2id from '#src/lib/secrets/password.ts';

/**
 * A hash takes a core for some 20 ms, in one of the four threads with which Node also reads files and resolves names. So half
 * of the cores hash at most, and two of the threads: eight hashes at once made a read of a file wait for 140 ms.
 */
const atOnce = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

/** What waits longest has waited for some two seconds on one core. */
const limit = new FairLimit({ atOnce, maxOfOwner: 20, max: 100 });

// What requests cause. `owner` is whoever causes it: an address, a user, a link. The operator's commands hash without waiting.

export function hashPassword(owner: string, password: string): Promise<string> {
  return inTurn(owner, () => argon2id.hashPassword(password));
}

/** Without a stored hash the answer is false, and takes as long as for a wrong password. */
export function verifyPassword(
  owner: string,
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  return inTurn(owner, () => argon2id.verifyPassword(storedHash, password));
}

async function inTurn<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
  const result = limit.run(owner, work);
  if (result) return result;
  const message = 'Too many passwords wait to be checked: try again in a second';
  throw new DomainError('UNAVAILABLE', { message });
}
