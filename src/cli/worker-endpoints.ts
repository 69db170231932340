import type { Server } from 'node:http';
import Koa, { type Context as KoaContext } from 'koa';
import type { Config } from '#src/config/config.ts';
import { addressOf } from '#src/http/contexts.ts';
import type { Drain } from '#src/http/drain.ts';
import { notFound } from '#src/http/front-pages.ts';
import { health } from '#src/http/health.ts';
import { httpServer } from '#src/http/http-server.ts';
import { listen } from '#src/http/listen.ts';
import { observed } from '#src/http/observed.ts';
import type { Log } from '#src/lib/log.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import { isOutage } from '#src/lib/outage.ts';

interface EndpointOptions {
  readonly config: Pick<Config, 'host' | 'trustedProxies'>;
  readonly port: number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly ready: () => Promise<void>;
  readonly drain: Drain;
  /** Called with each error that shows that PostgreSQL may be away. */
  readonly onOutage: (error: unknown) => void;
}

/** Serves `/healthz`, `/readyz` and `/metrics` of a worker on a port of its own, as the server does on its port. */
export function serveHealth({ config, port, log, metrics, ready, drain, onOutage }: EndpointOptions): Promise<Server> {
  const onError = (error: unknown, koa: KoaContext) => {
    if (isOutage(error)) onOutage(error);
    else log.error({ err: error, requestId: koa.state.requestId }, 'unexpected error');
  };
  const endpoints = new Map(health({ metrics, ready, drain, onError }));
  const paths = new Set(endpoints.keys());
  const app = new Koa();
  app.use(observed({ log, metrics, paths, onError, addressOf: (koa) => addressOf(koa, config.trustedProxies) }));
  app.use((koa, next) => (endpoints.get(koa.path) ?? notFound)(koa, next));
  const server = httpServer({ handler: app.callback(), log, drain });
  return listen(server, { host: config.host, port, portName: 'METRICS_PORT' });
}
