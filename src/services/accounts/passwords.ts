import { availableParallelism } from 'node:os';
import { DomainError } from '#src/domain/errors.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import * as argon2id from '#src/lib/secrets/password.ts';

/**
 * A hash takes about 20 ms of a core, in one of the four threads that Node also uses to read files and resolve names. Therefore
 * at most two hashes, and at most one per two cores, run at once: eight delayed a file read by 140 ms.
 */
const atOnce = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

const turns = new FairTurns<string>({
  atOnce,
  maxWaiting: 20,
  maxWaitMs: 3_000,
  refusal: () =>
    new DomainError('UNAVAILABLE', { message: 'Too many passwords are waiting to be checked: try again in a second' }),
});

// Hashes for requests, in a queue by `owner`: an address, a user or a link. The operator's commands hash without a queue.

export function hashPassword(owner: string, password: string): Promise<string> {
  return turns.run(owner, () => argon2id.hashPassword(password));
}

/** Returns false if there is no stored hash, after the same time as for a wrong password. */
export function verifyPassword(
  owner: string,
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  return turns.run(owner, () => argon2id.verifyPassword(storedHash, password));
}
