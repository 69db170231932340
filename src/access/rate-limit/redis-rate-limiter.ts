import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiter } from './limiter.ts';
import { type SharedRateLimiterOptions, sharedRateLimiter } from './shared-rate-limiter.ts';
import type { WindowStore } from './window-store.ts';

/** What is used of a client of the npm package `redis`. */
export interface RedisConnection {
  readonly isReady: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  multi(): unknown;
}

/** Windows in Redis: one script a call, on the clock of the Redis server. */
export function redisRateLimiter(
  client: RedisConnection,
  installation: string,
  options: SharedRateLimiterOptions,
): RateLimiter {
  return sharedRateLimiter(redisWindows(client, installation), options);
}

/** Several installations may share one Redis: workspaces of the same number are not the same there. */
export function redisWindows(client: RedisConnection, installation: string): WindowStore {
  return (options) =>
    new RateLimiterRedis({
      ...options,
      storeClient: client,
      keyPrefix: `slotline:${installation}`,
      // The library knows this client by its class's name alone, which the package no longer has.
      useRedisPackage: true,
      // Else the client queues the calls of an outage and sends them all when it is over.
      rejectIfRedisNotReady: true,
    });
}
