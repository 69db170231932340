import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { createRateGate } from './access/rate-limit/gate.ts';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { readiness } from './db/migrate.ts';
import { type ConnectedDatabase, migrationsDirectory } from './db/open.ts';
import { bookingPurpose } from './domain/event-calls/booking-token.ts';
import { parsePersistedDocuments } from './graphql/persisted-documents.ts';
import { schema } from './graphql/schema.ts';
import { systemClock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { createMetrics, type Metrics } from './lib/metrics.ts';
import { repeat } from './lib/repeat.ts';
import { SignedTexts } from './lib/signed-texts.ts';
import { isWrongClient } from './oauth/token-endpoint.ts';
import { openLimits } from './rate-limiter.ts';
import type { CredentialContext } from './services/credentials.ts';
import { LastUsedBuffer } from './services/last-used-buffer.ts';
import { compactAllRollups } from './services/rollups.ts';
import { isWrongSignIn } from './services/sessions.ts';
import { sweepEnded } from './services/sweep-ended.ts';

/** The parts that start before the rest of the code is loaded. */
export interface Bootstrap {
  readonly log: Log;
  readonly connecting: Promise<ConnectedDatabase>;
  /** Sets who is called with the name of each pipelined or pooled statement. */
  observeStatements(listener: (name: string) => void): void;
}

/** Everything that runs behind the port. */
export interface Service {
  readonly handler: RequestListener;
  readonly context: CredentialContext;
  readonly log: Log;
  close(): Promise<void>;
}

const persistedFile = path.join(import.meta.dirname, '../schema/persisted.json');
const compactEveryMs = 60_000;
const sweepEveryMs = 600_000;

export async function openService(config: Config, { log, connecting, observeStatements }: Bootstrap): Promise<Service> {
  const metrics = createMetrics();
  observeStatements(metrics.statement);
  const connected = await connecting;
  try {
    return await openOn(connected, config, log, metrics);
  } catch (error) {
    await connected.close();
    throw error;
  }
}

async function openOn(
  { database: db, close: closeDatabase }: ConnectedDatabase,
  config: Config,
  log: Log,
  metrics: Metrics,
): Promise<Service> {
  const lastUsed = new LastUsedBuffer(db, (error) => log.warn({ err: error }, 'the time of last use was not written'));
  const context: CredentialContext = { db, clock: systemClock, lastUsed };
  const limits = await openLimits(config, db, log);
  const app = await createApp({
    ...context,
    gate: createRateGate(limits.rate),
    inviteeLimits: limits.invitees,
    bookingTokens: new SignedTexts(config.secretKey, bookingPurpose),
    signInThrottle: limits.loginThrottle('signIn', isWrongSignIn),
    oauthClientThrottle: limits.loginThrottle('oauthClient', isWrongClient),
    schema,
    persistedDocuments: parsePersistedDocuments(await readFile(persistedFile, 'utf8')),
    log,
    metrics,
    ready: readiness(db.admin, migrationsDirectory),
    production: config.nodeEnv === 'production',
    baseUrl: config.baseUrl,
    secretKey: config.secretKey,
    appUrl: config.appUrl,
    trustedProxies: config.trustedProxies,
  });
  const compacting = repeat(
    compactEveryMs,
    (signal) => compactAllRollups(context, signal),
    (error) => log.warn({ err: error }, 'compacting the rollups failed'),
  );
  const sweeping = repeat(
    sweepEveryMs,
    async (signal) => log.debug({ deleted: await sweepEnded(context, signal) }, 'deleted expired rows'),
    (error) => log.warn({ err: error }, 'deleting expired rows failed; the next run tries again'),
  );
  return {
    handler: app.callback(),
    context,
    log,
    async close() {
      await Promise.all([compacting.stop(), sweeping.stop()]);
      await lastUsed.flush();
      await limits.close();
      await closeDatabase();
    },
  };
}
