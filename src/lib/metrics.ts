import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from './version.ts';

interface PoolState {
  readonly pool: string;
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

interface WebhookState {
  readonly inFlight: () => number;
  readonly oldestWaitingSeconds: () => Promise<number>;
}

let processRegistry: Registry | undefined;

/**
 * The memory, processor time and event loop of the process. They are measured once, however many servers it has: their
 * collectors never end, and would keep a closed server in memory.
 */
function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics that Prometheus reads from `/metrics`. Labels name known routes only, so no caller can create labels. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const ofProcess = processMetrics();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const statements = counter('sql_statements_total', 'SQL statements by name.', 'name');
  const build = new Gauge({
    name: 'slotline_build_info',
    help: 'Always 1. The labels name the running version.',
    labelNames: ['version', 'node'],
    registers,
  });
  build.set({ version, node: process.version }, 1);
  const rootFields = counter(
    'graphql_root_fields_total',
    'Executed root fields, at /v1 (rest) and at /graphql, by outcome: OK or the error code.',
    'field',
    'transport',
    'outcome',
  );
  const documents = counter(
    'graphql_refused_documents_total',
    'GraphQL requests that were rejected before a root field ran, by the code of the first error.',
    'reason',
  );
  const credentials = counter(
    'refused_credentials_total',
    'Requests whose credential was rejected, by error code; invalid_client for the credential of an OAuth client.',
    'reason',
  );
  const limits = counter(
    'rate_limit_refusals_total',
    'Requests rejected by a rate limit, by action: a root field, a path, graphqlCost, or another action of the server.',
    'action',
  );
  const droppedRequests = counter(
    'request_log_dropped_total',
    'Requests missing from the log in Settings, Developer, Requests, because PostgreSQL was unavailable or too many arrived at once.',
  );
  const webhookDeliveries = counter(
    'webhook_deliveries_total',
    'Attempts to deliver a webhook by outcome: delivered, retried (failed, will be retried) or failed.',
    'outcome',
  );
  return {
    contentType: registry.contentType,
    /** The text that Prometheus reads. */
    text: () => Registry.merge([ofProcess, registry]).metrics(),
    rootField: (field: string, transport: 'rest' | 'graphql', outcome: string) =>
      rootFields.inc({ field, transport, outcome }),
    refusedDocument: (reason: string) => documents.inc({ reason }),
    refusedCredential: (reason: string) => credentials.inc({ reason }),
    droppedRequests: (requests: number) => droppedRequests.inc(requests),
    limited: (action: string) => limits.inc({ action }),
    /** Reads the pools of connections whenever Prometheus reads the metrics. */
    watchPools(read: () => readonly PoolState[]) {
      new Gauge({
        name: 'pg_pool_connections',
        help: 'Connections to PostgreSQL by pool (total, idle), and requests waiting for a connection (waiting).',
        labelNames: ['pool', 'state'],
        registers,
        collect() {
          for (const { pool, ...states } of read()) {
            for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count);
          }
        },
      });
    },
    webhookDelivery: (outcome: string) => webhookDeliveries.inc({ outcome }),
    /** Reads the state of the webhooks whenever Prometheus reads the metrics. */
    watchWebhooks({ inFlight, oldestWaitingSeconds }: WebhookState) {
      new Gauge({
        name: 'webhook_deliveries_in_flight',
        help: 'Webhooks that this process is sending.',
        registers,
        collect() {
          this.set(inFlight());
        },
      });
      new Gauge({
        name: 'webhook_waiting_seconds',
        help: 'How long an endpoint has had a delivery due, or the next event has waited for a worker; NaN if unknown.',
        registers,
        async collect() {
          this.set(await oldestWaitingSeconds().catch(() => Number.NaN));
        },
      });
    },
    request: (route: string, method: string, status: number, seconds: number) =>
      requests.observe({ route, method, status }, seconds),
    statement: (name: string) => statements.inc({ name }),
  };
}
