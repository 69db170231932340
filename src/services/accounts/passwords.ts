import { availableParallelism } from 'node:os';
import { DomainError } from '#src/domain/errors.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import * as argon2id from '#src/lib/secrets/password.ts';

/**
 * A hash takes a core for some 20 ms, in one of the four threads with which Node also reads files and resolves names. So half
 * of the cores hash at most, and two of the threads: eight hashes at once made a read of a file wait for 140 ms.
 */
const atOnce = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

const turns = new FairTurns<string>({
  atOnce,
  maxWaiting: 20,
  maxWaitMs: 3_000,
  refusal: () =>
    new DomainError('UNAVAILABLE', { message: 'Too many passwords wait to be checked: try again in a second' }),
});

// What requests cause. `owner` is whoever causes it: an address, a user, a link. The operator's commands hash without waiting.

export function hashPassword(owner: string, password: string): Promise<string> {
  return turns.run(owner, () => argon2id.hashPassword(password));
}

/** Without a stored hash the answer is false, and takes as long as for a wrong password. */
export function verifyPassword(
  owner: string,
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  return turns.run(owner, () => argon2id.verifyPassword(storedHash, password));
}
