import { AccountLimits } from '#src/access/account-limits.ts';
import { InviteeLimits } from '#src/access/invitee-limits.ts';
import { LoginThrottle } from '#src/access/login-throttle.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import type { OpenWindows } from '#src/access/rate-limit/window-store.ts';
import { DomainError } from '#src/domain/errors.ts';
import { isWrongClient } from '#src/oauth/token-endpoint.ts';
import { isWrongSignIn } from '#src/services/accounts/sessions.ts';
import { presentMs } from './present.ts';

/** Windows in this process, by the clock of the test. */
export const openTestWindows: OpenWindows = (_use, seconds) => memoryWindows(presentMs, seconds);

/** A new throttle of sign-ins. */
export function memoryThrottle(open = openTestWindows): LoginThrottle {
  return new LoginThrottle({ name: 'signIn', isWrong: isWrongSignIn, open });
}

export function oauthClientThrottle(): LoginThrottle {
  return new LoginThrottle({ name: 'oauthClient', isWrong: isWrongClient, open: openTestWindows });
}

/** The limits of invitees, counted in this process. By a clock that stands still, no busy machine ends a window within a test. */
export function memoryInviteeLimits(clock = presentMs): InviteeLimits {
  return new InviteeLimits((_use, seconds) => memoryWindows(clock, seconds));
}

/** The limits of sign-ups and links, counted in this process. */
export function memoryAccountLimits(): AccountLimits {
  return new AccountLimits(openTestWindows);
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
