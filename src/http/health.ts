import type { Context as KoaContext } from 'koa';
import { errorTable, retryHeaders } from '#src/domain/errors.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import { isSameSecret } from '#src/lib/secrets/crypto.ts';
import { zoneReleases } from '#src/lib/time-zone-data/zone-releases.ts';
import type { Drain } from './drain.ts';
import { readOnly } from './read-only.ts';
import { otherPath, type Route } from './routes.ts';

interface HealthOptions {
  readonly metrics: Metrics;
  /** True if `/metrics` is served. */
  readonly servesMetrics: boolean;
  /** If undefined, anybody who reaches the port can read the metrics. */
  readonly metricsToken: string | undefined;
  /** Rejects if the database does not respond, has pending migrations or takes no writes. */
  readonly ready: () => Promise<void>;
  /** While it is on, the server is shutting down and not ready. */
  readonly drain: Drain;
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

/**
 * `/healthz`: the process runs. `/readyz`: the database responds, is migrated and accepts writes, and the server is not
 * shutting down. `/metrics`: for Prometheus.
 */
export function health(options: HealthOptions): Route[] {
  const { metrics, servesMetrics, metricsToken, ready, drain, onError } = options;
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
    const [, sent = ''] = /^bearer +(.*)$/i.exec(koa.get('Authorization')) ?? [];
    if (metricsToken !== undefined && !isSameSecret(sent, metricsToken)) {
      koa.set('WWW-Authenticate', 'Bearer');
      koa.status = 401;
      koa.body = { message: 'The METRICS_TOKEN is required as a bearer token' };
      return;
    }
    koa.type = metrics.contentType;
    koa.body = await metrics.text();
  };
  const served = { path: '/metrics', endpoint: readOnly(exposition) };
  const notServed: Route = { path: '/metrics', label: otherPath, endpoint: (_koa, next) => next() };
  const routes: Route[] = [
    { path: '/healthz', endpoint: readOnly(alive) },
    { path: '/readyz', endpoint: readOnly(readiness) },
    servesMetrics ? served : notServed,
  ];
  return routes.map((route) => ({ ...route, isForAnyHost: true }));
}

function notReady(koa: KoaContext, status: 'not ready' | 'draining'): void {
  koa.set(retryHeaders);
  koa.status = 503;
  koa.body = { status, message: errorTable.UNAVAILABLE.message, code: 'UNAVAILABLE' };
}

/** With `?verbose`, also reports the release of the time zone data, and that of the system if it is newer. */
function alive(koa: KoaContext): void {
  koa.body = { status: 'ok', ...(koa.query.verbose !== undefined && { timeZones: releasesOfZones() }) };
}

function releasesOfZones(): object {
  const { inUse, later = null } = zoneReleases();
  return { release: inUse, laterRelease: later };
}
