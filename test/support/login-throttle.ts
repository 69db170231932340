import { AccountLimits } from '#src/access/account-limits.ts';
import { InviteeLimits } from '#src/access/invitee-limits.ts';
import { LoginThrottle } from '#src/access/login-throttle.ts';
import { StoreHealth } from '#src/access/rate-limit/shared-limiter.ts';
import { memoryWindows, type WindowStore } from '#src/access/rate-limit/windows.ts';
import { DomainError } from '#src/domain/errors.ts';
import { isWrongClient } from '#src/oauth/token-endpoint.ts';
import { isWrongSignIn } from '#src/services/sessions.ts';

const failTest = (error: unknown) => {
  throw new Error('The store does not answer', { cause: error });
};

/** A new throttle of sign-ins. By default a failure of its store fails the test. */
export function memoryThrottle(
  store: WindowStore = memoryWindows,
  onFailure: (error: unknown) => void = failTest,
): LoginThrottle {
  return new LoginThrottle({ name: 'signIn', store, health: new StoreHealth(), isWrong: isWrongSignIn, onFailure });
}

export function oauthClientThrottle(): LoginThrottle {
  return new LoginThrottle({
    name: 'oauthClient',
    store: memoryWindows,
    health: new StoreHealth(),
    isWrong: isWrongClient,
    onFailure: failTest,
  });
}

/** The limits of invitees, counted in this process. */
export function memoryInviteeLimits(): InviteeLimits {
  return new InviteeLimits({ store: memoryWindows, health: new StoreHealth(), onFailure: failTest });
}

/** The limits of sign-ups and links, counted in this process. */
export function memoryAccountLimits(): AccountLimits {
  return new AccountLimits({ store: memoryWindows, health: new StoreHealth(), onFailure: failTest });
}

export type Outcome = 'accepted' | 'wrong' | 'refused';

/** Attempts whose secret is known to be right or wrong. */
export function attemptsOn(throttle: LoginThrottle) {
  const attempt = async (address: string, account: string, as: 'right' | 'wrong'): Promise<Outcome> => {
    try {
      await throttle.attempt({ address, account }, async () => {
        if (as === 'wrong') throw new DomainError('INVALID_SIGN_IN');
      });
      return 'accepted';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.code === 'INVALID_SIGN_IN' ? 'wrong' : 'refused';
    }
  };
  const times = async (count: number, ...attempted: Parameters<typeof attempt>): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (let number = 0; number < count; number++) outcomes.push(await attempt(...attempted));
    return outcomes;
  };
  return Object.assign(attempt, { times });
}
