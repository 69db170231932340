import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { createRateGate } from './access/rate-limit/gate.ts';
import type { RedisClient } from './access/rate-limit/redis.ts';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { DatabaseClock } from './db/database-clock.ts';
import { readiness } from './db/migrate.ts';
import { type ConnectedDatabase, migrationsDirectory } from './db/open.ts';
import { watchOutages } from './db/outage-watch.ts';
import { readOldestWaitingSeconds } from './db/reads/webhook-queue.ts';
import type { DemoAccess } from './demo/demo-workspace.ts';
import { cursorPurpose } from './domain/cursor.ts';
import { bookingPurpose } from './domain/event-calls/booking-token.ts';
import { webhookSecretPurpose } from './domain/webhooks/secret.ts';
import { parsePersistedDocuments } from './graphql/persisted-documents.ts';
import { schema } from './graphql/schema.ts';
import { Drain } from './http/drain.ts';
import { startTasks } from './jobs/runner.ts';
import { processTasks, sharedWork } from './jobs/tasks.ts';
import { openSender } from './jobs/webhooks/send.ts';
import { BackgroundWork } from './lib/background-work.ts';
import type { Log } from './lib/log.ts';
import { openMailer } from './lib/mailer.ts';
import { createMetrics, type Metrics } from './lib/metrics.ts';
import { oncePerMinute } from './lib/once-per-minute.ts';
import { resolveHost } from './lib/resolve-host.ts';
import { SealedTexts } from './lib/sealed-texts.ts';
import { SignedTexts } from './lib/signed-texts.ts';
import { isWrongClient } from './oauth/token-endpoint.ts';
import { openLimits } from './rate-limiter.ts';
import { RequestLog } from './services/api-requests/request-log.ts';
import type { CredentialContext } from './services/credentials.ts';
import { LastUsedBuffer } from './services/last-used-buffer.ts';
import { isWrongSignIn } from './services/sessions.ts';

/** The parts that start before the rest of the code is loaded. */
export interface Bootstrap {
  readonly log: Log;
  readonly connecting: Promise<ConnectedDatabase>;
  /** Where the configuration counts in Redis. */
  readonly redis: RedisClient | undefined;
  /** Sets who is called with the name of each pipelined or pooled statement. */
  observeStatements(listener: (name: string) => void): void;
}

/** Everything that runs behind the port. */
export interface Service {
  readonly handler: RequestListener;
  /** The credentials of the demo workspace, where there is one. */
  readonly demo: DemoAccess | undefined;
  readonly log: Log;
  readonly drain: Drain;
  /** Ends the background work: attempts to send webhooks that are under way get 8 s. */
  stopTasks(): Promise<void>;
  /** Ends the rest too. */
  close(): Promise<void>;
}

const applicationFolder = path.join(import.meta.dirname, '../build/web');
const persistedFile = path.join(import.meta.dirname, '../schema/persisted.json');

export async function openService(config: Config, bootstrap: Bootstrap): Promise<Service> {
  const metrics = createMetrics();
  bootstrap.observeStatements(metrics.statement);
  const connected = await bootstrap.connecting;
  try {
    return await openOn(connected, config, bootstrap, metrics);
  } catch (error) {
    await connected.close();
    throw error;
  }
}

async function openOn(
  { database: db, close: closeDatabase }: ConnectedDatabase,
  config: Config,
  { log, redis }: Bootstrap,
  metrics: Metrics,
): Promise<Service> {
  const lastUsed = new LastUsedBuffer(db, (error) => log.warn({ err: error }, 'the time of last use was not written'));
  const requestLog = new RequestLog(db, {
    onDropped: metrics.droppedRequests,
    onError: oncePerMinute((error) => log.warn({ err: error }, 'the request log was not written')),
  });
  const clock = await DatabaseClock.open(db.admin);
  const context: CredentialContext = { db, clock, lastUsed };
  const limits = await openLimits(config, db, log, redis);
  const outages = watchOutages(db, log);
  const drain = new Drain();
  const demo = await demoOf(config, context);
  const webhookSecrets = new SealedTexts(config.secretKey, webhookSecretPurpose);
  const mailer =
    config.smtpUrl === undefined ? undefined : openMailer({ url: config.smtpUrl, from: config.mailFrom ?? '' });
  const background = new BackgroundWork((error) => log.error({ err: error }, 'an e-mail was not sent'));
  metrics.watchPools(db.pools);
  const app = await createApp({
    ...context,
    gate: createRateGate(limits.rate, metrics.limited),
    inviteeLimits: limits.invitees,
    accountLimits: limits.accounts,
    mailer,
    background,
    signUp: config.signUp,
    hasDemo: config.isLocal && demo !== undefined,
    bookingTokens: new SignedTexts(config.secretKey, bookingPurpose),
    cursors: new SignedTexts(config.secretKey, cursorPurpose),
    webhookSecrets,
    webhookTargets: { allowsLoopback: config.webhookLoopback, resolve: resolveHost },
    signInThrottle: limits.loginThrottle('signIn', isWrongSignIn),
    oauthClientThrottle: limits.loginThrottle('oauthClient', isWrongClient),
    schema,
    persistedDocuments: parsePersistedDocuments(await readFile(persistedFile, 'utf8')),
    log,
    metrics,
    requestLog,
    application: { folder: applicationFolder },
    ready: readiness(db.admin, migrationsDirectory),
    drain,
    onOutage: outages.noticed,
    // Of a server that others reach, only the terminal shows them.
    demo: config.isLocal ? demo : undefined,
    production: config.nodeEnv === 'production',
    baseUrl: config.baseUrl,
    secretKey: config.secretKey,
    appUrl: config.appUrl,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
  });
  const work = config.worker
    ? sharedWork(context, log, {
        webhookSecrets,
        sender: openSender({ allowsLoopback: config.webhookLoopback }),
        onOutcome: metrics.webhookDelivery,
      })
    : undefined;
  metrics.watchWebhooks({
    inFlight: () => work?.webhooks.inFlight ?? 0,
    oldestWaitingSeconds: () => readOldestWaitingSeconds(db.admin),
  });
  const tasks = startTasks([...processTasks(clock), ...(work?.tasks ?? [])], log);
  return {
    handler: app.callback(),
    demo,
    log,
    drain,
    stopTasks: () => tasks.stop(),
    async close() {
      outages.stop();
      await tasks.stop();
      await background.settled();
      mailer?.close();
      await Promise.all([lastUsed.flush(), requestLog.close()]);
      await limits.close();
      await closeDatabase();
    },
  };
}

/** The generator is loaded only where there is a demo, which production never has. */
async function demoOf(config: Config, context: CredentialContext): Promise<DemoAccess | undefined> {
  if (!config.demo) return undefined;
  const { openDemo } = await import('./demo/demo-workspace.ts');
  return openDemo(context, config.dataDir);
}
