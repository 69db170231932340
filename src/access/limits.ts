import type { Log } from '#src/lib/log.ts';
import { AccountLimits } from './account-limits.ts';
import { InviteeLimits } from './invitee-limits.ts';
import { LoginThrottle } from './login-throttle.ts';
import { windowSeconds } from './rate-limit/decision.ts';
import type { SharedStore } from './rate-limit/library-windows.ts';
import { openMemoryWindows } from './rate-limit/memory.ts';
import { openSharedWindows } from './rate-limit/shared-windows.ts';
import type { WindowStore } from './rate-limit/window-store.ts';

/** All limits that count, over one store. */
export interface Limits {
  /** The windows of the API's requests. */
  readonly rate: WindowStore;
  /** A throttle with accounts of its own; `isWrong` recognises the errors of a failed attempt. */
  loginThrottle(name: string, isWrong: (error: unknown) => boolean): LoginThrottle;
  readonly invitees: InviteeLimits;
  readonly accounts: AccountLimits;
}

/** Counts in the store that the nodes share; without one, in this process. */
export function openLimits(log: Pick<Log, 'warn'>, shared?: SharedStore): Limits {
  const options = { log: (message: string, error: unknown) => log.warn({ err: error }, message) };
  const open = shared ? openSharedWindows(shared, options) : openMemoryWindows;
  return {
    rate: open('requests', windowSeconds),
    loginThrottle: (name, isWrong) => new LoginThrottle({ name, isWrong, open }),
    accounts: new AccountLimits(open),
    invitees: new InviteeLimits(open),
  };
}
