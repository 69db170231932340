import type { Context as KoaContext, Middleware } from 'koa';
import { errorTable, retryHeaders } from '#src/domain/errors.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import type { Drain } from './drain.ts';
import { readOnly } from './read-only.ts';

interface HealthOptions {
  readonly metrics: Metrics;
  /** Rejects if the database does not respond or has pending migrations. */
  readonly ready: () => Promise<void>;
  /** While it is on, the server is not ready: it is about to end. */
  readonly drain: Drain;
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

/**
 * `/healthz`: the process runs. `/readyz`: the database responds and is migrated, and the server is not about to end.
 * `/metrics`: for Prometheus.
 */
export function health({ metrics, ready, drain, onError }: HealthOptions): [path: string, endpoint: Middleware][] {
  const readiness = async (koa: KoaContext) => {
    if (drain.isOn) {
      drain.markNotified(koa.req.socket.remoteAddress ?? '');
      notReady(koa, 'draining');
      return;
    }
    try {
      await ready();
      koa.body = { status: 'ready' };
    } catch (error) {
      onError(error ?? 'unknown', koa);
      notReady(koa, 'not ready');
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

function notReady(koa: KoaContext, status: 'not ready' | 'draining'): void {
  koa.set(retryHeaders);
  koa.status = 503;
  koa.body = { status, message: errorTable.UNAVAILABLE.message, code: 'UNAVAILABLE' };
}

function alive(koa: KoaContext): void {
  koa.body = { status: 'ok' };
}
