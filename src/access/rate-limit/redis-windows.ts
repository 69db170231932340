import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { WindowOptions, WindowStore, Windows } from './window-store.ts';

/** What is used of a client of the npm package `redis`. */
export interface RedisConnection {
  readonly isReady: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  multi(): unknown;
}

/**
 * Windows in Redis: one script a call, on the clock of the Redis server. Several installations may share one Redis:
 * workspaces of the same number are not the same there.
 */
export function redisWindows(client: RedisConnection, installation: string): WindowStore {
  return (options) => new RedisWindows(client, installation, options);
}

const deleteEmpty = `
  local points = redis.call('get', KEYS[1])
  if points and tonumber(points) <= 0 then redis.call('del', KEYS[1]) end`;

class RedisWindows extends RateLimiterRedis implements Windows {
  readonly #client: RedisConnection;

  constructor(client: RedisConnection, installation: string, options: WindowOptions) {
    super({
      ...options,
      storeClient: client,
      keyPrefix: `slotline:${installation}`,
      // The library knows this client by its class's name alone, which the package no longer has.
      useRedisPackage: true,
      // Else the client queues the calls of an outage and sends them all when it is over.
      rejectIfRedisNotReady: true,
    });
    this.#client = client;
  }

  async deleteEmpty(key: string): Promise<void> {
    await this.#client.eval(deleteEmpty, { keys: [this.getKey(key)], arguments: [] });
  }
}
