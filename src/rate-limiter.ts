import { AccountLimits } from './access/account-limits.ts';
import { InviteeLimits } from './access/invitee-limits.ts';
import { LoginThrottle } from './access/login-throttle.ts';
import { memoryRateLimiter, type RateLimiter } from './access/rate-limit/limiter.ts';
import type { RedisClient } from './access/rate-limit/redis.ts';
import { StoreHealth, sharedRateLimiter } from './access/rate-limit/shared-limiter.ts';
import {
  memoryWindows,
  postgresWindows,
  redisWindows,
  type SharedWindowStore,
  type WindowStore,
} from './access/rate-limit/windows.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { installationId } from './db/open.ts';
import type { Log } from './lib/log.ts';
import { oncePerMinute } from './lib/once-per-minute.ts';

/** Everything that limits by counting, over the store that the configuration names. */
export interface Limits {
  readonly rate: RateLimiter;
  /** A throttle with accounts of its own; `isWrong` recognises the errors of a failed attempt. */
  loginThrottle(name: string, isWrong: (error: unknown) => boolean): LoginThrottle;
  readonly invitees: InviteeLimits;
  readonly accounts: AccountLimits;
  close(): Promise<void>;
}

type Warn = (message: string, error: unknown) => void;

/** Counts in Redis where there is one. */
export async function openLimits(
  { rateLimitStore }: Pick<Config, 'rateLimitStore'>,
  { admin }: Pick<Database, 'admin'>,
  log: Pick<Log, 'warn'>,
  redis?: RedisClient,
): Promise<Limits> {
  const warn: Warn = (message, error) => log.warn({ err: error }, message);
  if (redis) return redisLimits(redis, await installationId(admin), warn);
  if (rateLimitStore === 'postgres') return sharedLimits(postgresWindows(admin), warn);
  return limitsOver(memoryWindows, { rate: memoryRateLimiter(), health: new StoreHealth(), warn });
}

function redisLimits(client: RedisClient, installation: string, warn: Warn): Limits {
  const limits = sharedLimits(redisWindows(client, installation), warn);
  return {
    ...limits,
    async close() {
      await limits.close();
      client.destroy();
    },
  };
}

function sharedLimits(store: SharedWindowStore, warn: Warn): Limits {
  const health = new StoreHealth();
  return limitsOver(store, { rate: sharedRateLimiter(store, { log: warn, health }), health, warn });
}

function limitsOver(
  store: WindowStore,
  { rate, health, warn }: { rate: RateLimiter; health: StoreHealth; warn: Warn },
): Limits {
  const onFailure = oncePerMinute((error) =>
    warn('The store of login attempts, of accounts and of invitees does not answer: this node counts alone.', error),
  );
  return {
    rate,
    loginThrottle: (name, isWrong) => new LoginThrottle({ name, store, health, isWrong, onFailure }),
    accounts: new AccountLimits({ store, health, onFailure }),
    invitees: new InviteeLimits({ store, health, onFailure }),
    close: () => rate.close(),
  };
}
