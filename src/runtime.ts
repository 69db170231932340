import { ArrivalLimits } from './access/arrival-limits.ts';
import type { AuthenticationContext } from './access/authenticate.ts';
import { type Limits, openLimits } from './access/limits.ts';
import { createRateGate } from './access/rate-limit/gate.ts';
import { postgresWindows, redisWindows, type SharedStore } from './access/rate-limit/library-windows.ts';
import type { RedisClient } from './access/rate-limit/redis.ts';
import { UnknownCredentials } from './access/unknown-credentials.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { DatabaseClock } from './db/database-clock.ts';
import { type ConnectedDatabase, installationId, migrationsDirectory } from './db/open.ts';
import { watchOutages } from './db/outage-watch.ts';
import { readiness } from './db/readiness.ts';
import type { DemoAccess } from './demo/demo-workspace.ts';
import { cursorPurpose } from './domain/cursor.ts';
import { BookingTokens } from './domain/event-calls/booking-token.ts';
import { webhookSecretPurpose } from './domain/webhooks/secret.ts';
import type { SharedContext } from './graphql/context.ts';
import { Drain } from './http/drain.ts';
import { PageRenderer } from './http/page-renderer.ts';
import type { Log } from './lib/log.ts';
import { createMetrics, type Metrics } from './lib/metrics.ts';
import { resolveHost } from './lib/network/public-address.ts';
import { SealedTexts } from './lib/secrets/sealed-texts.ts';
import { SignedTexts } from './lib/secrets/signed-texts.ts';
import { oncePerMinute } from './lib/time/once-per-minute.ts';
import { type Mailer, openMailer, patientLimits } from './services/accounts/mailer.ts';
import { isWrongSignIn } from './services/accounts/sessions.ts';
import { RequestLog } from './services/api-requests/request-log.ts';
import { auditKeyPurpose } from './services/audit/record-audit.ts';
import { BackgroundWork } from './services/background-work.ts';
import { CalendarGateway } from './services/calendars/gateway.ts';
import { readClosedDemos } from './services/closed-demos.ts';
import type { CallerContext } from './services/context.ts';
import type { CredentialContext } from './services/credentials.ts';
import { LastUsedBuffer } from './services/last-used-buffer.ts';
import { SlotEngine } from './services/slots/slot-engine.ts';
import { ChangeFeed } from './services/webhooks/change-feed.ts';
import { weeklyMailPurpose } from './services/weekly-mails/switch.ts';

type Settings = Pick<
  Config,
  | 'auditDays'
  | 'baseUrl'
  | 'secretKeys'
  | 'isLocal'
  | 'nodeEnv'
  | 'trustedProxies'
  | 'corsOrigins'
  | 'metricsToken'
  | 'servesMetrics'
>;

/** Everything that one process keeps besides its database. The server, the worker and the tests are built from it. */
export interface Runtime extends Omit<SharedContext, 'eventExample'>, AuthenticationContext, Settings {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly requestLog: RequestLog;
  /** Signs the links that switch weekly mails off. */
  readonly weeklyMailLinks: SignedTexts;
  /** Sends e-mails about calls, which nobody waits for. */
  readonly callMailer: Mailer | undefined;
  readonly limits: Limits;
  readonly drain: Drain;
  /** Reports events to the pages that are open on this node. */
  readonly changes: ChangeFeed;
  /** Renders the initial content of the application's pages. */
  readonly pages: PageRenderer;
  /** The credentials of the demo workspace, if there is one. */
  readonly demo: DemoAccess | undefined;
  /** Rejects if the database does not respond, has pending migrations or takes no writes. */
  readonly ready: () => Promise<void>;
  /** Called with each error that shows that PostgreSQL may be unavailable. */
  readonly onOutage: (error: unknown) => void;
  /** Writes what is buffered and closes everything, the database last. */
  close(): Promise<void>;
}

/** The parts that exist before the runtime, and the parts that a test replaces. */
interface RuntimeParts extends Partial<Omit<Runtime, 'db' | 'close'>> {
  readonly log: Log;
  /** Set if the configuration counts requests in Redis. */
  readonly redis?: RedisClient | undefined;
}

/** Creates the runtime from the configuration and a database. Closes the database if that fails. */
export async function openRuntime(config: Config, connected: ConnectedDatabase, parts: RuntimeParts): Promise<Runtime> {
  try {
    return await runtimeOn(config, connected, parts);
  } catch (error) {
    await connected.close();
    throw error;
  }
}

async function runtimeOn(
  config: Config,
  { database: db, close: closeDatabase }: ConnectedDatabase,
  { redis, ...parts }: RuntimeParts,
): Promise<Runtime> {
  const { log, metrics = createMetrics() } = parts;
  const { baseUrl, appUrl, secretKeys, isLocal, nodeEnv, signUp, trustedProxies, corsOrigins } = config;
  const { metricsToken, servesMetrics } = config;
  const clock = parts.clock ?? (await DatabaseClock.open(db.admin));
  const lastUsed = new LastUsedBuffer(db, (error) =>
    log.warn({ err: error }, 'the time of last use could not be written'),
  );
  const limits = parts.limits ?? openLimits(log, await sharedStore(config, db, redis));
  const closedDemos = config.demo ? undefined : await closeDemos(db, log);
  const webhookSecrets = new SealedTexts(secretKeys, webhookSecretPurpose);
  const auditKeys = new SealedTexts(secretKeys, auditKeyPurpose);
  const demoContext = { db, clock, lastUsed, closedDemos, webhookSecrets };
  const demo = config.demo ? await openDemo(demoContext, config.dataDir) : undefined;
  const outages = watchOutages(db, log);
  metrics.watchPools(db.pools);
  const { mailer = mailerOf(config) } = parts;
  const runtime = {
    db,
    clock,
    lastUsed,
    metrics,
    limits,
    demo,
    closedDemos,
    baseUrl,
    appUrl,
    secretKeys,
    isLocal,
    nodeEnv,
    signUp,
    trustedProxies,
    corsOrigins,
    metricsToken,
    servesMetrics,
    hasDemo: demo !== undefined,
    gate: createRateGate(limits.rate, metrics.limited),
    unknownCredentials: new UnknownCredentials(() => metrics.limited('credential')),
    arrivalLimits: new ArrivalLimits((arrival) => metrics.limited(`arrival ${arrival}`)),
    inviteeLimits: limits.invitees,
    accountLimits: limits.accounts,
    signInThrottle: limits.loginThrottle('signIn', isWrongSignIn),
    mailer,
    callMailer: parts.mailer ?? mailerOf(config, patientLimits),
    sendsMail: mailer !== undefined,
    background: new BackgroundWork((error) => log.error({ err: error }, 'work in the background failed')),
    bookingTokens: new BookingTokens(secretKeys),
    weeklyMailLinks: new SignedTexts(secretKeys, weeklyMailPurpose),
    slots: new SlotEngine(
      oncePerMinute((error) => log.error({ err: error }, 'the threads that compute available times did not start')),
    ),
    pages: new PageRenderer(oncePerMinute((error) => log.error({ err: error }, 'a page could not be rendered'))),
    calendars: new CalendarGateway({
      secretKeys,
      baseUrl,
      appUrl,
      maxAgeMinutes: config.calendarMaxAgeMinutes,
      allowsLoopback: config.outgoingLoopback,
      google: config.googleClient,
      microsoft: config.microsoftClient,
    }),
    cursors: new SignedTexts(secretKeys, cursorPurpose),
    webhookSecrets,
    auditKeys,
    auditDays: config.auditDays,
    webhookTargets: { allowsLoopback: config.outgoingLoopback, resolve: resolveHost },
    requestLog: new RequestLog(db, {
      onDropped: metrics.droppedRequests,
      onError: oncePerMinute((error) => log.warn({ err: error }, 'the request log could not be written')),
    }),
    drain: new Drain(),
    changes: new ChangeFeed(
      db,
      oncePerMinute((error) => log.warn({ err: error }, 'changes were not read; pages learn of them later')),
    ),
    ready: readiness(db.admin, migrationsDirectory),
    onOutage: outages.noticed,
    ...parts,
    async close() {
      outages.stop();
      runtime.changes.close();
      await runtime.background.settled();
      runtime.mailer?.close();
      runtime.callMailer?.close();
      await Promise.all([
        lastUsed.flush(),
        runtime.requestLog.close(),
        runtime.slots.close(),
        runtime.pages.close(),
        runtime.calendars.close(),
      ]);
      await limits.rate.close();
      redis?.destroy();
      await closeDatabase();
    },
  };
  return runtime;
}

/** The store in which nodes count together: Redis if there is one. */
export async function sharedStore(
  { rateLimitStore }: Pick<Config, 'rateLimitStore'>,
  { admin }: Pick<Database, 'admin'>,
  redis: RedisClient | undefined,
): Promise<SharedStore | undefined> {
  if (redis) return redisWindows(redis, await installationId(admin));
  return rateLimitStore === 'postgres' ? postgresWindows(admin) : undefined;
}

function mailerOf(
  { smtpUrl: url, smtpTls: tls, mailFrom: from = '' }: Config,
  limits?: typeof patientLimits,
): Mailer | undefined {
  return url === undefined ? undefined : openMailer({ url, from, tls, limits });
}

/** An earlier start on localhost may have left a demo in the database. */
async function closeDemos(db: Database, log: Log): Promise<ReadonlySet<number>> {
  const workspaceIds = await readClosedDemos(db);
  if (workspaceIds.size > 0) {
    const remedy = 'nobody can sign in to it here; npm run -s cli -- demo remove deletes it';
    log.warn({ workspaceIds: [...workspaceIds] }, `the database has a demo workspace: ${remedy}`);
  }
  return workspaceIds;
}

/** Loads the generator only for a demo, which production never has. */
async function openDemo(
  context: CredentialContext & Pick<CallerContext, 'webhookSecrets'>,
  dataDir: string,
): Promise<DemoAccess | undefined> {
  const demo = await import('./demo/demo-workspace.ts');
  return demo.openDemo(context, dataDir);
}
