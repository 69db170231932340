import { setTimeout as delay } from 'node:timers/promises';
import type { RecordKey } from '#src/db/keys.ts';
import { endRenewal, leaseRenewal, readCredential } from '#src/db/writes/calendar-credentials.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { CalendarSecret, OAuthSecret } from '../providers/provider.ts';
import type { CalendarContext } from '../store-connection.ts';

/** A token that expires sooner is renewed before use. */
const minLifetimeMs = 60_000;
/** Longer than a request for a token may take. */
const leaseMs = 20_000;
/** How long other workers wait for the one that renews. */
const maxWaitMs = 12_000;
const pollMs = 100;

interface FreshSecretOptions {
  readonly key: RecordKey;
  /** Ends the wait, but not a renewal that has started. */
  readonly signal: AbortSignal;
  /** An access token that the provider refused although it has not expired. */
  readonly refusedToken?: string | undefined;
}

export function isOAuthSecret(secret: CalendarSecret): secret is OAuthSecret {
  return secret.kind === 'GOOGLE' || secret.kind === 'MICROSOFT';
}

export function isFresh({ accessToken, expiresAt }: OAuthSecret, now: Date, refusedToken?: string): boolean {
  return accessToken !== refusedToken && expiresAt - now.getTime() >= minLifetimeMs;
}

/**
 * Returns the secret of a connection with a valid access token. Only one worker renews it, because a provider that rotates
 * refresh tokens revokes the access if one is used twice. The others wait and read the stored result.
 */
export async function freshSecret(
  context: CalendarContext,
  { key, signal, refusedToken }: FreshSecretOptions,
): Promise<OAuthSecret> {
  const renew = () => {
    const renewal = context.calendars.renewals.join(key.join('/'), () => renewed(context, key, refusedToken));
    // The caller may have stopped waiting.
    renewal.catch(() => undefined);
    return untilAborted(renewal, signal);
  };
  const secret = await renew();
  // The joined renewal may have started before this token was refused.
  return secret.accessToken === refusedToken ? renew() : secret;
}

async function renewed(
  context: CalendarContext,
  key: RecordKey,
  refusedToken: string | undefined,
): Promise<OAuthSecret> {
  const { db, clock, calendars } = context;
  for (const startedAt = performance.now(); performance.now() - startedAt < maxWaitMs; await delay(pollMs)) {
    const stored = await readCredential(db, key);
    if (!stored) throw new CalendarProblem('This calendar is disconnected: connect it again.', { isRefused: true });
    const secret = calendars.open(stored);
    if (!isOAuthSecret(secret)) throw new Error(`The connection ${key.join('/')} has no token.`);
    const now = clock.now();
    if (isFresh(secret, now, refusedToken)) return secret;
    const until = new Date(now.getTime() + leaseMs);
    if (await leaseRenewal(db, key, { secret: stored, now, until })) {
      return renewLeased(context, key, { secret, stored });
    }
  }
  throw new CalendarProblem('Another server is currently renewing the access to this calendar.');
}

/** Stores the new tokens before anyone uses them. */
async function renewLeased(
  { db, clock, calendars }: CalendarContext,
  key: RecordKey,
  { secret, stored }: { readonly secret: OAuthSecret; readonly stored: Buffer },
): Promise<OAuthSecret> {
  let next: OAuthSecret | undefined;
  try {
    next = await calendars.client(secret.kind).refresh(secret, clock.now());
    return next;
  } finally {
    await endRenewal(db, key, { secret: stored, renewed: next && calendars.seal(next) });
  }
}

function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(reasonOf(signal));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function reasonOf({ reason }: AbortSignal): unknown {
  const isLate = reason instanceof DOMException && reason.name === 'TimeoutError';
  return isLate ? new CalendarProblem('The access to this calendar was not renewed in time.') : reason;
}
