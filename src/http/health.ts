import type { Middleware } from 'koa';
import type { Metrics } from '#src/lib/metrics.ts';

export interface HealthOptions {
  readonly metrics: Metrics;
  /** Rejects when the database is not there or has migrations to come. */
  readonly ready: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** `/healthz`: the process lives. `/readyz`: the database and its migrations are there. `/metrics`: for Prometheus. */
export function health({ metrics, ready, onError }: HealthOptions): Middleware {
  return async (koa, next) => {
    if (koa.method !== 'GET' && koa.method !== 'HEAD') return next();
    if (koa.path === '/healthz') {
      koa.body = { status: 'ok' };
    } else if (koa.path === '/readyz') {
      const reason = await ready().then(
        () => undefined,
        (error: unknown) => error ?? 'unknown',
      );
      if (reason !== undefined) onError(reason);
      koa.status = reason === undefined ? 200 : 503;
      koa.body = { status: reason === undefined ? 'ready' : 'not ready' };
    } else if (koa.path === '/metrics') {
      koa.type = metrics.registry.contentType;
      koa.body = await metrics.registry.metrics();
    } else {
      return next();
    }
  };
}
