import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics that Prometheus reads from `/metrics`. Labels name known routes only, so no caller can create labels. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const statements = new Counter({
    name: 'sql_statements_total',
    help: 'SQL statements by name.',
    labelNames: ['name'],
    registers: [registry],
  });
  return {
    registry,
    request: (route: string, method: string, status: number, seconds: number) =>
      requests.observe({ route, method, status }, seconds),
    statement: (name: string) => statements.inc({ name }),
  };
}
