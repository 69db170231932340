import type { Context as KoaContext, Middleware } from 'koa';
import type { Metrics } from '#src/lib/metrics.ts';
import { isRead, refuseMethod } from './refuse-method.ts';

export interface HealthOptions {
  readonly metrics: Metrics;
  /** Rejects when the database is not there or has migrations to come. */
  readonly ready: () => Promise<void>;
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

/** `/healthz`: the process lives. `/readyz`: the database and its migrations are there. `/metrics`: for Prometheus. */
export function health(options: HealthOptions): { paths: readonly string[]; middleware: Middleware } {
  const pages = new Map<string, (koa: KoaContext) => Promise<void>>([
    ['/healthz', async (koa) => tell(koa, 200, 'ok')],
    ['/readyz', (koa) => tellReadiness(koa, options)],
    ['/metrics', (koa) => tellMetrics(koa, options)],
  ]);
  const middleware: Middleware = async (koa, next) => {
    const page = pages.get(koa.path);
    if (!page) return next();
    return isRead(koa) ? page(koa) : refuseMethod(koa);
  };
  return { paths: [...pages.keys()], middleware };
}

async function tellReadiness(koa: KoaContext, { ready, onError }: HealthOptions): Promise<void> {
  try {
    await ready();
    tell(koa, 200, 'ready');
  } catch (error) {
    onError(error ?? 'unknown', koa);
    tell(koa, 503, 'not ready');
  }
}

async function tellMetrics(koa: KoaContext, { metrics }: HealthOptions): Promise<void> {
  koa.type = metrics.registry.contentType;
  koa.body = await metrics.registry.metrics();
}

function tell(koa: KoaContext, code: number, status: string): void {
  koa.status = code;
  koa.body = { status };
}
