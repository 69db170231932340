import type { Server } from 'node:http';
import { connectRedis } from './access/rate-limit/redis.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { examineDatabases } from './db/examine.ts';
import { type ConnectedDatabase, connectDatabase } from './db/open.ts';
import type { DemoAccess } from './demo/demo-workspace.ts';
import { httpServer } from './http/http-server.ts';
import { listen } from './http/listen.ts';
import { createLog, type Log } from './lib/log.ts';
import { createMetrics, type Metrics } from './lib/metrics.ts';
import { logTimeZones } from './lib/time-zone-data/zone-releases.ts';
import type { Runtime } from './runtime.ts';

/** The process exits this long after the drain, even with open connections. */
const maxShutdownMs = 10_000;
/** The time for running requests to finish, which leaves time to close everything else. */
const maxFinishMs = 5_000;
/** npm forwards a signal that the server has often received already. */
const repeatedSignalMs = 1_000;

/** Starts the server. If that fails, prints the reason and exits with code 1. */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const config = readConfig(env);
    const log = createLog(config.logLevel);
    // Runs before the rest of the code is loaded: loading blocks the process, so both servers would seem to be silent.
    const [redis] = await Promise.all([
      config.rateLimitStore === 'redis' ? connectRedis(config.redisUrl ?? '', log) : undefined,
      examineDatabases(config, { isServing: true }),
    ]);
    const metrics = createMetrics();
    const { connecting, underWay } = connect(config, log, metrics);
    // The rest of the code is loaded while the database starts, because both take about as long. Loading blocks this process,
    // so PostgreSQL must already be starting by then.
    if (config.databaseUrl === undefined) await underWay;
    const [{ openRuntime }, { createApp, builtFiles }, { serveHealth }, { startBackground }] = await Promise.all([
      import('./runtime.ts'),
      import('./app.ts'),
      import('./http/health-server.ts'),
      import('./jobs/background.ts'),
    ]);
    const runtime = await openRuntime(config, await connecting, { log, metrics, redis });
    const { drain, demo } = runtime;
    try {
      const app = await createApp(runtime, await builtFiles());
      const server = httpServer({ handler: app.callback(), log, drain });
      await listen(server, { host: config.host, port: config.port, portName: 'PORT' });
      const healthServer = await serveHealth(runtime, config);
      const background = startBackground(runtime, { sharesWork: config.worker });
      stopOnSignal({
        servers: healthServer ? [server, healthServer] : [server],
        runtime,
        background,
        drainSeconds: config.drainSeconds,
      });
    } catch (error) {
      await runtime.close();
      throw error;
    }
    if (!config.servesMetrics && config.metricsPort === undefined) {
      log.info({}, '/metrics is not served: set a METRICS_TOKEN for Prometheus to send, or a separate METRICS_PORT');
    }
    logTimeZones(log);
    process.stdout.write(greeting(config, demo));
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  }
}

interface Connection {
  readonly connecting: Promise<ConnectedDatabase>;
  /** Resolves when the start of PostgreSQL does not need this process for a while. */
  readonly underWay: Promise<unknown>;
}

function connect(config: Config, log: Log, metrics: Metrics): Connection {
  const spawned = Promise.withResolvers<void>();
  const connecting = connectDatabase({
    databaseUrl: config.databaseUrl,
    directDatabaseUrl: config.directDatabaseUrl,
    dataDir: config.dataDir,
    role: 'server',
    log: (message, detail, level) => log[level ?? 'info'](detail ?? {}, message),
    onStatement: metrics.statement,
    onSpawn: spawned.resolve,
    onMisroutedAnswer: (error) =>
      log.error({ err: error }, 'a pipelined answer was misrouted; its connection is closed'),
    onCrash: (error) => {
      log.error({ err: error }, 'the embedded PostgreSQL could not be restarted; the server is stopping');
      process.exit(1);
    },
  });
  // A later await handles a failure. Without this catch, Node would end the process before.
  const settled = connecting.catch(() => undefined);
  return { connecting, underWay: Promise.race([spawned.promise, settled]) };
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return ['Invalid environment variables:', ...error.problems].join('\n  ');
  return error instanceof Error ? error.message : String(error);
}

/** The text that is printed when the server is ready. */
function greeting(config: Config, demo: DemoAccess | undefined): string {
  const { baseUrl, appUrl } = config;
  const health = ['/healthz', '/readyz', ...(config.servesMetrics ? ['/metrics'] : [])];
  const lines = [
    '',
    'Slotline is ready.',
    '',
    `  Web app    ${appUrl}/`,
    `  REST API   ${baseUrl}/v1`,
    `  GraphQL    ${baseUrl}/graphql   (GraphiQL in a browser)`,
    `  Docs       ${baseUrl}/docs`,
    `  Health     ${health.map((path) => `${baseUrl}${path}`).join('  ')}`,
  ];
  if (demo) lines.push('', ...demoLines(config, demo));
  lines.push('', '  Next: npm run -s cli -- --help');
  return `${lines.join('\n')}\n\n`;
}

function demoLines({ baseUrl, appUrl }: Config, { ownerEmail, ownerPassword, key }: DemoAccess): string[] {
  const people = [`  Demo sign-in   ${ownerEmail} / ${ownerPassword}`, `  Booking page   ${appUrl}/e/demo`];
  if (key === undefined) return people;
  return [...people, '  Try it:', '', `  curl -H 'Authorization: Bearer ${key}' '${baseUrl}/v1/eventCalls'`];
}

interface Running {
  readonly servers: readonly Server[];
  readonly runtime: Runtime;
  readonly background: { stop(): Promise<void> };
  readonly drainSeconds: number;
}

/**
 * On a signal: drains, stops accepting, lets requests and background work finish, closes everything, and exits with code 0
 * within 10 s of the drain. A second signal ends the drain.
 */
function stopOnSignal({ servers, runtime, background, drainSeconds }: Running): void {
  const { log, drain } = runtime;
  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > repeatedSignalMs) drain.end();
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal, drainSeconds }, 'stopping');
    const backgroundEnds = background.stop();
    await drain.begin(drainSeconds * 1000);
    setTimeout(() => process.exit(1), maxShutdownMs).unref();
    await Promise.all([...servers.map(closeConnections), backgroundEnds]);
    await runtime.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Closes connections as soon as they are idle, and cuts those that are silent or too slow for the remaining time. */
async function closeConnections(server: Server): Promise<void> {
  const sweeping = setInterval(() => server.closeIdleConnections(), 50);
  const cutting = setTimeout(() => server.closeAllConnections(), maxFinishMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearInterval(sweeping);
  clearTimeout(cutting);
}
