import type { Log } from '#src/lib/log.ts';
import { oncePerMinute } from '#src/lib/time/once-per-minute.ts';
import { withTimeout } from '#src/lib/time/timeout.ts';

/** The server starts without Redis after this time. The operator is warned within 2 s, including the start of Node. */
const maxConnectMs = 800;

export type RedisClient = Awaited<ReturnType<typeof connectRedis>>;

/** Resolves even if Redis does not answer. Until it answers, each node counts alone and logs a warning. */
export async function connectRedis(url: string, log: Pick<Log, 'warn'>) {
  const { createClient } = await import('@redis/client');
  const client = createClient({ url });
  const { hostname, port } = new URL(url);
  const at = `${hostname}:${port || 6379}`;
  const report = oncePerMinute((error) => log.warn({ err: error }, redisProblem(at, error)));
  // The client reports an error at each attempt to reconnect.
  client.on('error', report);
  await withTimeout(client.connect(), maxConnectMs).catch(report);
  return client;
}

function redisProblem(at: string, error: unknown): string {
  const isRefused =
    error instanceof Error && /^(?:WRONGPASS|NOAUTH|NOPERM|ERR AUTH|ERR invalid password)/.test(error.message);
  const problem = isRefused
    ? `Redis on ${at} rejected the user or the password. Check both`
    : `no Redis responds on ${at}. Check the host and the port`;
  return `REDIS_URL: ${problem}. Until this is fixed, each node counts on its own.`;
}
