import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GraphQLSchema } from 'graphql';
import type pg from 'pg';
import { afterAll, expect } from 'vitest';
import type { AccountContext } from '#src/services/accounts/context.ts';
import type { AccountLimits } from '../../src/access/account-limits.ts';
import { ArrivalLimits } from '../../src/access/arrival-limits.ts';
import type { InviteeLimits } from '../../src/access/invitee-limits.ts';
import { openLimits } from '../../src/access/limits.ts';
import type { LoginThrottle } from '../../src/access/login-throttle.ts';
import type { WindowStore } from '../../src/access/rate-limit/window-store.ts';
import { UnknownCredentials } from '../../src/access/unknown-credentials.ts';
import { createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { connectDatabase } from '../../src/db/open.ts';
import type { DemoAccess } from '../../src/demo/demo-workspace.ts';
import { parsePersistedDocuments, printPersistedDocuments } from '../../src/graphql/persisted-documents.ts';
import type { ApplicationBuild } from '../../src/http/application.ts';
import { Drain } from '../../src/http/drain.ts';
import { DrawingPauses } from '../../src/http/drawing-pauses.ts';
import { httpServer } from '../../src/http/http-server.ts';
import { PageRenderer } from '../../src/http/page-renderer.ts';
import type { Log } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import type { Network } from '../../src/lib/network/addresses.ts';
import { withTimeout } from '../../src/lib/time/timeout.ts';
import { openRuntime } from '../../src/runtime.ts';
import type { Mailer } from '../../src/services/accounts/mailer.ts';
import { RequestLog } from '../../src/services/api-requests/request-log.ts';
import type { BackgroundWork } from '../../src/services/background-work.ts';
import type { CalendarGateway } from '../../src/services/calendars/gateway.ts';
import type { CallerContext, WebhookTargets } from '../../src/services/context.ts';
import type { CredentialContext } from '../../src/services/credentials.ts';
import { type Factories, factories } from './factories.ts';
import { expectToFit } from './fits-document.ts';
import { roomyLimiter } from './roomy-limiter.ts';
import { migratedDatabase } from './scratch-database.ts';
import { testSecretKey } from './secret-key.ts';
import { windowPerTest } from './window-per-test.ts';

export interface TestApp extends Factories {
  readonly url: string;
  /** Every path that is an endpoint by itself. */
  readonly paths: ReadonlySet<string>;
  /** Every path that the server answers, as metrics and logs call it. */
  readonly labels: ReadonlySet<string>;
  /** For a second node over the same database. */
  readonly databaseUrl: string;
  readonly context: CredentialContext & AccountContext & Pick<CallerContext, 'calendars' | 'webhookSecrets'>;
  readonly clock: MovableClock;
  /** As the end of a process begins it. */
  readonly drain: Drain;
  readonly requestLog: RequestLog;
  /** The names of the pipelined statements that ran, in order. */
  readonly statements: string[];
  /** What was logged as an unexpected error. */
  readonly unexpected: unknown[];
  /** Checks a response of `/v1` against the document, as `request` does. */
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Answer>;
  /** What runs on after the response, such as sending e-mail. */
  readonly background: BackgroundWork;
  /** Everything that was logged. */
  readonly logged: LogEntry[];
  /** Sends any request to the server and adds nothing to it. */
  request(path: string, init?: RequestInit): Promise<Answer>;
  /** The response without the cost of the document, which has tests of its own. */
  graphql(query: string, key?: string, variables?: object): Promise<Answer>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts what a body is.
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface LogEntry {
  readonly level: string;
  readonly message: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

interface MovableClock {
  now(): Date;
  set(instant: string): void;
}

export interface TestAppOptions {
  /** What it answers for besides the hosts of its addresses; by default its own. */
  readonly otherHosts?: readonly string[];
  /** The limiter, or a function that makes it over the node's database. By default each test has one window. */
  readonly limiter?: WindowStore | ((pool: pg.Pool) => WindowStore);
  readonly production?: boolean;
  /** How `/metrics` is served; by default to everybody. */
  readonly metrics?: Pick<Config, 'metricsToken' | 'servesMetrics'>;
  /** The built web application; by default there is none. */
  readonly application?: ApplicationBuild;
  /** Workspaces of a demo that is closed; by default the demo that a test makes is open, whatever its addresses. */
  readonly closedDemos?: ReadonlySet<number>;
  /** The credentials of a demo workspace, which pages show. */
  readonly demo?: DemoAccess;
  /** The address of the web app; `own` is this server as localhost. */
  readonly appUrl?: string;
  /** The base URL is the server's real address, for clients that follow it; otherwise `http://api.test`. */
  readonly ownAddress?: boolean;
  /** `own` is this server as localhost. */
  readonly baseUrl?: string;
  readonly signInThrottle?: LoginThrottle;
  readonly accountLimits?: AccountLimits;
  /** By default requests without a credential have no limit when they arrive. */
  readonly arrivalLimits?: ArrivalLimits;
  readonly inviteeLimits?: InviteeLimits;
  /** By default they have no limit. */
  readonly unknownCredentials?: UnknownCredentials;
  /** Sends e-mail; without one links are handed over. */
  readonly mailer?: Mailer;
  /** Whether people may make workspaces themselves; on by default. */
  readonly signUp?: boolean;
  readonly trustedProxies?: readonly Network[];
  readonly corsOrigins?: readonly string[];
  /** The documents that a request may name by their hash. */
  readonly documents?: readonly string[];
  /** An existing, migrated database, for a second node. */
  readonly databaseUrl?: string;
  /** As a server's connections, which time out; by default those of a command. */
  readonly isServing?: boolean;
  /** Another schema behind the same REST and GraphQL. */
  readonly schema?: GraphQLSchema;
  /** The time within which a request must arrive completely. */
  readonly requestTimeoutMs?: number;
  /** Where webhooks may be sent to; by default `noNames`. */
  readonly webhookTargets?: Partial<WebhookTargets>;
  /** The way to calendars elsewhere, made from the addresses of the server. */
  readonly calendars?: (addresses: Pick<Config, 'baseUrl' | 'appUrl'>) => CalendarGateway;
  /** The check that `/readyz` runs. */
  readonly ready?: (pool: pg.Pool) => Promise<void>;
}

/** A page that a busy machine drew too late is requested again by its test, and drawn then. */
function noPauses(): DrawingPauses {
  let now = 0;
  return new DrawingPauses(() => (now += 3_600_000));
}

export { testSecretKey };

/** Webhooks may be sent to this machine, and no name resolves: tests need no name server. */
export const noNames: WebhookTargets = { allowsLoopback: true, resolve: async () => [] };

/**
 * A server for a test file, of its own and over a new database: `const app = await useApp();`. It closes after the tests
 * of the file, and fails them if they left an unexpected error that they did not take out of `unexpected`.
 */
export async function useApp(options: TestAppOptions = {}): Promise<TestApp> {
  // No limit of the test runner ends what stands at the top of a file.
  const app = await withTimeout(testApp(options), maxStartMs);
  afterAll(async () => {
    await app.close();
    expect(app.unexpected).toEqual([]);
  });
  return app;
}

const maxStartMs = 120_000;

/** Starts the whole server on a free port, over a new, empty database. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const scratch = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => undefined }
    : await migratedDatabase();
  const statements: string[] = [];
  const unexpected: unknown[] = [];
  const logged: LogEntry[] = [];
  const log = recordingLog(logged, unexpected);
  const connected = await connectDatabase({
    databaseUrl: scratch.url,
    dataDir: '',
    role: 'command',
    isServing: options.isServing,
    poolSize: 4,
    pipelines: 2,
    onStatement: (name) => statements.push(name),
    onMisroutedAnswer: (error) => log.error({ err: error }, 'a pipelined answer was misrouted'),
  });
  const { limiter = windowPerTest() } = options;
  const clock = movableClock('2026-03-04T12:00:00.000Z');
  const { database: db } = connected;
  const mounted: { handler: RequestListener } = { handler: () => undefined };
  const drain = new Drain();
  const server = httpServer({
    drain,
    handler: (request, response) => mounted.handler(request, response),
    log,
    requestTimeoutMs: options.requestTimeoutMs,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const localhost = url.replace('127.0.0.1', 'localhost');
  const ownOr = (address: string) => (address === 'own' ? localhost : address);
  const metrics = createMetrics();
  const config: Config = {
    ...readConfig({ SECRET_KEY: testSecretKey, DEMO: 'off', SIGN_UP: options.signUp === false ? 'off' : 'on' }),
    nodeEnv: options.production === false ? 'development' : 'production',
    baseUrl: options.ownAddress ? url : ownOr(options.baseUrl ?? 'http://api.test'),
    appUrl: ownOr(options.appUrl ?? 'http://app.test'),
    trustedProxies: [...(options.trustedProxies ?? [])],
    corsOrigins: [...(options.corsOrigins ?? [])],
    ...options.metrics,
  };
  const limits = openLimits(log);
  const rate = typeof limiter === 'function' ? limiter(db.admin) : limiter;
  const { signInThrottle, accountLimits = limits.accounts, demo } = options;
  const runtime = await openRuntime(config, connected, {
    ...{ log, metrics, clock, drain, accountLimits, demo, mailer: options.mailer },
    limits: { ...limits, rate },
    unknownCredentials: options.unknownCredentials ?? new UnknownCredentials(undefined, roomyLimiter()),
    arrivalLimits: options.arrivalLimits ?? new ArrivalLimits(undefined, roomyLimiter()),
    ...(options.inviteeLimits && { inviteeLimits: options.inviteeLimits }),
    hasDemo: demo !== undefined,
    closedDemos: options.closedDemos,
    ...(signInThrottle && { signInThrottle }),
    ...(options.calendars && { calendars: options.calendars(config) }),
    pages: new PageRenderer((error) => log.error({ err: error }, 'a page could not be rendered'), noPauses()),
    webhookTargets: { ...noNames, ...options.webhookTargets },
    // Written when a test flushes it: the statements of other tests are their own.
    requestLog: new RequestLog(db, { flushDelayMs: 2 ** 31 - 1, onDropped: metrics.droppedRequests }),
    ready: async () => options.ready?.(db.pool),
  });
  const app = await createApp(runtime, {
    ...(options.schema && { schema: options.schema }),
    application: options.application,
    otherHosts: options.otherHosts ?? ['127.0.0.1', ...[url, localhost].map((each) => new URL(each).host)],
    persistedDocuments: parsePersistedDocuments(printPersistedDocuments(options.documents ?? [])),
  });
  mounted.handler = app.callback();
  // Another schema has another document.
  const fetchChecked = async (path: string, init: RequestInit = {}) => {
    const answer = await send(`${url}${path}`, init);
    if (!options.schema) expectToFit(init.method ?? 'GET', `${url}${path}`, answer);
    return answer;
  };
  return {
    ...factories(runtime),
    url,
    labels: app.labels,
    paths: new Set([...app.labels].filter((label) => !label.includes('{'))),
    databaseUrl: scratch.url,
    context: runtime,
    background: runtime.background,
    clock,
    drain,
    requestLog: runtime.requestLog,
    statements,
    unexpected,
    logged,
    get: (path, key, headers = {}) => fetchChecked(path, { headers: { ...bearer(key), ...headers } }),
    request: fetchChecked,
    graphql: async (query, key, variables) => withoutCost(await post(`${url}/graphql`, key, { query, variables })),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await runtime.close();
      await scratch.drop();
    },
  };
}

export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
}

export function bearer(key?: string): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function post(url: string, key: string | undefined, body: object): Promise<Answer> {
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  return send(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** An answer of GraphQL without the cost of the document. */
export function withoutCost({ body, ...answer }: Answer): Answer {
  const { extensions: _, ...rest } = body as { extensions?: unknown };
  return { ...answer, body: rest };
}

function movableClock(start: string): MovableClock {
  let now = new Date(start);
  return {
    now: () => now,
    set: (instant) => {
      now = new Date(instant);
    },
  };
}

function recordingLog(logged: LogEntry[], unexpected: unknown[]): Log {
  const record = (level: string) => (detail: object, message: string) => {
    logged.push({ level, message, detail: { ...detail } });
  };
  const error = record('error');
  return {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: (detail, message) => {
      unexpected.push((detail as { err: unknown }).err);
      error(detail, message);
    },
  };
}
