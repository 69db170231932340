import type pg from 'pg';
import type { RateLimiter } from './access/rate-limit/limiter.ts';
import { memoryRateLimiter } from './access/rate-limit/memory-rate-limiter.ts';
import { postgresRateLimiter } from './access/rate-limit/postgres-rate-limiter.ts';
import type { Config } from './config/config.ts';
import type { Log } from './lib/log.ts';

/** The rate limiter over the store that the configuration names. */
export async function openRateLimiter(config: Config, pool: pg.Pool, log: Log): Promise<RateLimiter> {
  const warn = (message: string, error: unknown) => log.warn({ err: error }, message);
  switch (config.rateLimitStore) {
    case 'memory':
      return memoryRateLimiter();
    case 'postgres':
      return postgresRateLimiter(pool, { log: warn });
    case 'redis':
      return openRedisLimiter(config.redisUrl ?? '', warn);
  }
}

/** Starts without Redis as well: until it answers, each node counts for itself, and says so in the log. */
async function openRedisLimiter(url: string, warn: (message: string, error: unknown) => void): Promise<RateLimiter> {
  const [{ createClient }, { redisRateLimiter }] = await Promise.all([
    import('redis'),
    import('./access/rate-limit/redis-rate-limiter.ts'),
  ]);
  const client = createClient({ url });
  client.on('error', (error: unknown) => warn('Redis does not answer', error));
  const connected = client.connect().catch((error: unknown) => warn('Redis cannot be reached', error));
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 1000).unref());
  await Promise.race([connected, patience]);
  const limiter = redisRateLimiter(client, { log: warn });
  return {
    consume: (key, points) => limiter.consume(key, points),
    async close() {
      await limiter.close();
      client.destroy();
    },
  };
}
