import type { Server } from 'node:http';
import Koa, { type Context as KoaContext } from 'koa';
import { addressOf } from '#src/http/contexts.ts';
import { health } from '#src/http/health.ts';
import { httpServer } from '#src/http/http-server.ts';
import { listen } from '#src/http/listen.ts';
import { observed } from '#src/http/observed.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import type { Runtime } from '#src/runtime.ts';
import { notFound } from '#src/site/home/front-pages.ts';

type EndpointContext = Pick<Runtime, 'log' | 'metrics' | 'ready' | 'drain' | 'onOutage' | 'trustedProxies'>;

/** Serves `/healthz`, `/readyz` and `/metrics` of a worker on a port of its own, as the server does on its port. */
export function serveHealth(
  { log, metrics, ready, drain, onOutage, trustedProxies }: EndpointContext,
  address: { readonly host: string; readonly port: number },
): Promise<Server> {
  const onError = (error: unknown, koa: KoaContext) => {
    if (isOutage(error)) onOutage(error);
    else log.error({ err: error, requestId: koa.state.requestId }, 'unexpected error');
  };
  const endpoints = new Map(health({ metrics, ready, drain, onError }));
  const paths = new Set(endpoints.keys());
  const app = new Koa();
  app.use(observed({ log, metrics, paths, onError, addressOf: (koa) => addressOf(koa, trustedProxies) }));
  app.use((koa, next) => (endpoints.get(koa.path) ?? notFound)(koa, next));
  const server = httpServer({ handler: app.callback(), log, drain });
  return listen(server, { ...address, portName: 'METRICS_PORT' });
}
