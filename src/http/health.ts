import type { Context as KoaContext, Middleware } from 'koa';
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
      respond(koa, 200, 'ready');
    } catch (error) {
      onError(error ?? 'unknown', koa);
      respond(koa, 503, 'not ready');
    }
  };
  const exposition = async (koa: KoaContext) => {
    koa.type = metrics.registry.contentType;
    koa.body = await metrics.registry.metrics();
  };
  return [
    ['/healthz', readOnly((koa) => respond(koa, 200, 'ok'))],
    ['/readyz', readOnly(readiness)],
    ['/metrics', readOnly(exposition)],
  ];
}

function respond(koa: KoaContext, code: number, status: string): void {
  koa.status = code;
  koa.body = { status };
}
