import { AccountLimits } from './access/account-limits.ts';
import { InviteeLimits } from './access/invitee-limits.ts';
import { LoginThrottle } from './access/login-throttle.ts';
import { windowSeconds } from './access/rate-limit/decision.ts';
import { postgresWindows, redisWindows } from './access/rate-limit/library-windows.ts';
import { openMemoryWindows } from './access/rate-limit/memory.ts';
import type { RedisClient } from './access/rate-limit/redis.ts';
import { openSharedWindows } from './access/rate-limit/shared-windows.ts';
import type { OpenWindows, WindowStore } from './access/rate-limit/window-store.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { installationId } from './db/open.ts';
import type { Log } from './lib/log.ts';

/** Everything that limits by counting, over the store that the configuration names. */
export interface Limits {
  /** The windows of the API's requests. */
  readonly rate: WindowStore;
  /** A throttle with accounts of its own; `isWrong` recognises the errors of a failed attempt. */
  loginThrottle(name: string, isWrong: (error: unknown) => boolean): LoginThrottle;
  readonly invitees: InviteeLimits;
  readonly accounts: AccountLimits;
  close(): Promise<void>;
}

/** Counts in Redis where there is one. */
export async function openLimits(
  { rateLimitStore }: Pick<Config, 'rateLimitStore'>,
  { admin }: Pick<Database, 'admin'>,
  log: Pick<Log, 'warn'>,
  redis?: RedisClient,
): Promise<Limits> {
  const open = await openWindows();
  const rate = open('requests', windowSeconds);
  return {
    rate,
    loginThrottle: (name, isWrong) => new LoginThrottle({ name, isWrong, open }),
    accounts: new AccountLimits(open),
    invitees: new InviteeLimits(open),
    async close() {
      await rate.close();
      redis?.destroy();
    },
  };

  async function openWindows(): Promise<OpenWindows> {
    const options = { log: (message: string, error: unknown) => log.warn({ err: error }, message) };
    if (redis) return openSharedWindows(redisWindows(redis, await installationId(admin)), options);
    return rateLimitStore === 'postgres' ? openSharedWindows(postgresWindows(admin), options) : openMemoryWindows;
  }
}
