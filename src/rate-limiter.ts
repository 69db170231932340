import { InviteeLimits } from './access/invitee-limits.ts';
import { LoginThrottle } from './access/login-throttle.ts';
import { memoryRateLimiter, type RateLimiter } from './access/rate-limit/limiter.ts';
import { oncePerMinute, StoreHealth, sharedRateLimiter } from './access/rate-limit/shared-limiter.ts';
import { memoryWindows, postgresWindows, redisWindows, type WindowStore } from './access/rate-limit/windows.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { installationId } from './db/open.ts';
import type { Log } from './lib/log.ts';

/** Everything that limits by counting, over the store that the configuration names. */
export interface Limits {
  readonly rate: RateLimiter;
  /** A throttle with accounts of its own; `isWrong` recognises the errors of a failed attempt. */
  loginThrottle(name: string, isWrong: (error: unknown) => boolean): LoginThrottle;
  readonly invitees: InviteeLimits;
  close(): Promise<void>;
}

type Warn = (message: string, error: unknown) => void;

/** The server starts without Redis after this time. */
const maxConnectMs = 1000;

export async function openLimits(
  { rateLimitStore, redisUrl }: Pick<Config, 'rateLimitStore' | 'redisUrl'>,
  { admin }: Pick<Database, 'admin'>,
  log: Pick<Log, 'warn'>,
): Promise<Limits> {
  const warn: Warn = (message, error) => log.warn({ err: error }, message);
  switch (rateLimitStore) {
    case 'memory':
      return limitsOver(memoryWindows, { rate: memoryRateLimiter(), health: new StoreHealth(), warn });
    case 'postgres':
      return sharedLimits(postgresWindows(admin), warn);
    case 'redis':
      return openRedisLimits(redisUrl ?? '', await installationId(admin), warn);
  }
}

function sharedLimits(store: WindowStore, warn: Warn): Limits {
  const health = new StoreHealth();
  return limitsOver(store, { rate: sharedRateLimiter(store, { log: warn, health }), health, warn });
}

function limitsOver(
  store: WindowStore,
  { rate, health, warn }: { rate: RateLimiter; health: StoreHealth; warn: Warn },
): Limits {
  const onFailure = oncePerMinute((error) =>
    warn('The store of login attempts and of invitees does not answer: this node counts alone.', error),
  );
  return {
    rate,
    loginThrottle: (name, isWrong) => new LoginThrottle({ name, store, health, isWrong, onFailure }),
    invitees: new InviteeLimits({ store, health, onFailure }),
    close: () => rate.close(),
  };
}

/** Starts without Redis as well. Until Redis answers, each node counts alone and logs a warning. */
async function openRedisLimits(url: string, installation: string, warn: Warn): Promise<Limits> {
  const { createClient } = await import('@redis/client');
  const client = createClient({ url });
  // The client reports an error at each attempt to reconnect.
  client.on(
    'error',
    oncePerMinute((error) => warn('Redis does not answer', error)),
  );
  const connected = client
    .connect()
    .catch((error: unknown) =>
      warn('REDIS_URL: Redis cannot be reached. Check the host, the port and the password.', error),
    );
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, maxConnectMs).unref());
  await Promise.race([connected, timeout]);
  const limits = sharedLimits(redisWindows(client, installation), warn);
  return {
    ...limits,
    async close() {
      await limits.close();
      client.destroy();
    },
  };
}
