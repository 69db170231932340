import type { Server } from 'node:http';
import Koa, { type Context as KoaContext } from 'koa';
import type { Log } from '#src/lib/log.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import type { Network } from '#src/lib/network/addresses.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import { addressOf } from './contexts.ts';
import type { Drain } from './drain.ts';
import { health } from './health.ts';
import { httpServer } from './http-server.ts';
import { listen } from './listen.ts';
import { notFound } from './not-found.ts';
import { observed } from './observed.ts';
import { Routes } from './routes.ts';

interface HealthServerOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
  readonly ready: () => Promise<void>;
  readonly drain: Drain;
  readonly onOutage: (error: unknown) => void;
  readonly trustedProxies: readonly Network[];
}

/** Serves `/healthz`, `/readyz` and `/metrics` at METRICS_PORT, if it is set. Anybody who reaches the port can read metrics. */
export async function serveHealth(
  { log, metrics, metricsToken, ready, drain, onOutage, trustedProxies }: HealthServerOptions,
  { host, metricsPort: port }: { readonly host: string; readonly metricsPort: number | undefined },
): Promise<Server | undefined> {
  if (port === undefined) return undefined;
  const onError = (error: unknown, koa: KoaContext) => {
    if (isOutage(error)) onOutage(error);
    else log.error({ err: error, requestId: koa.state.requestId }, 'unexpected error');
  };
  const routes = new Routes(health({ metrics, metricsToken, servesMetrics: true, ready, drain, onError }));
  const app = new Koa();
  app.use(observed({ log, metrics, routes, onError, addressOf: (koa) => addressOf(koa, trustedProxies) }));
  app.use(routes.middleware);
  app.use(notFound);
  const server = httpServer({ handler: app.callback(), log, drain });
  return listen(server, { host, port, portName: 'METRICS_PORT' });
}
