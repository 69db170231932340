import { GuessGuard } from '#src/access/guessing/guess-guard.ts';
import { StoreHealth } from '#src/access/rate-limit/store-health.ts';
import { memoryWindows, type WindowStore } from '#src/access/rate-limit/window-store.ts';
import { DomainError } from '#src/domain/errors.ts';
import { isWrongClient } from '#src/oauth/client-guesses.ts';
import { isWrongSignIn } from '#src/services/sessions/sign-in.ts';

const failTest = (error: unknown) => {
  throw new Error('The store does not answer', { cause: error });
};

/** A guard of sign-ins with nothing counted yet. Its store is expected to answer. */
export function memoryGuard(
  store: WindowStore = memoryWindows,
  onFailure: (error: unknown) => void = failTest,
): GuessGuard {
  return new GuessGuard({ name: 'signIn', store, health: new StoreHealth(), isWrong: isWrongSignIn, onFailure });
}

export function oauthClientGuard(): GuessGuard {
  return new GuessGuard({
    name: 'oauthClient',
    store: memoryWindows,
    health: new StoreHealth(),
    isWrong: isWrongClient,
    onFailure: failTest,
  });
}

export type Outcome = 'let in' | 'wrong' | 'refused';

/** Guesses of which it is known whether they are right. */
export function guesser(guard: GuessGuard) {
  const guess = async (address: string, account: string, as: 'right' | 'wrong'): Promise<Outcome> => {
    try {
      await guard.attempt({ address, account }, async () => {
        if (as === 'wrong') throw new DomainError('INVALID_SIGN_IN');
      });
      return 'let in';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.code === 'INVALID_SIGN_IN' ? 'wrong' : 'refused';
    }
  };
  const times = async (count: number, ...given: Parameters<typeof guess>): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (let attempt = 0; attempt < count; attempt++) outcomes.push(await guess(...given));
    return outcomes;
  };
  return Object.assign(guess, { times });
}
