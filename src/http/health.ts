import type { Context as KoaContext, Middleware } from 'koa';
import { errorTable, retryHeaders } from '#src/domain/errors.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import { readOnly } from './read-only.ts';

interface HealthOptions {
  readonly metrics: Metrics;
  /** Rejects if the database does not respond or has pending migrations. */
  readonly ready: () => Promise<void>;
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

/** `/healthz`: the process runs. `/readyz`: the database responds and is migrated. `/metrics`: for Prometheus. */
export function health({ metrics, ready, onError }: HealthOptions): [path: string, endpoint: Middleware][] {
  const readiness = async (koa: KoaContext) => {
    try {
      await ready();
      koa.body = { status: 'ready' };
    } catch (error) {
      onError(error ?? 'unknown', koa);
      koa.set(retryHeaders);
      koa.status = 503;
      koa.body = { status: 'not ready', message: errorTable.UNAVAILABLE.message, code: 'UNAVAILABLE' };
    }
  };
  const exposition = async (koa: KoaContext) => {
    koa.type = metrics.registry.contentType;
    koa.body = await metrics.registry.metrics();
  };
  return [
    ['/healthz', readOnly(alive)],
    ['/readyz', readOnly(readiness)],
    ['/metrics', readOnly(exposition)],
  ];
}

function alive(koa: KoaContext): void {
  koa.body = { status: 'ok' };
}
