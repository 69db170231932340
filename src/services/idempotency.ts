import type { ClientBase } from 'pg';
import { within } from '#src/db/within.ts';
import {
  erasedResult,
  findResult,
  type IdempotencyKey,
  lockKey,
  replaceResult,
  type StoredResult,
  storeResult,
} from '#src/db/writes/idempotency.ts';
import { DomainError, formError } from '#src/domain/errors.ts';
import { type Principal, visibilityOf } from '#src/domain/principal/policy.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { type HostChecks, withHostChecks } from './calendars/host-checks.ts';
import type { ServiceContext } from './context.ts';

interface OnceRequest {
  readonly workspaceId: number;
  /** The root field that is the endpoint. */
  readonly endpoint: string;
  readonly key: string;
  /** As sent, unknown fields included: a client that sends another body means another request. */
  readonly body: object;
  /** The result holds what this caller may see, so nobody who may see other records receives it. Absent for invitees. */
  readonly principal?: Principal;
}

interface OnceResult {
  readonly result: unknown;
  /** The result is that of an earlier request with the same key. */
  readonly replayed: boolean;
}

const storedHours = 24;

/**
 * Performs a request once for its key: the change, its event and the stored result are one transaction, so after a crash
 * the key is either free or has its result. A failure leaves the key free. Results are stored as JSON.
 *
 * PostgreSQL may end the transaction as a deadlock's victim, or its session, and then it begins anew: `perform` may run more
 * than once, each time within the transaction of the context that it receives. It also begins anew after the check of a host's
 * calendars. No transaction is open during a check, so that it holds no lock and no connection, and the key is free: of two
 * requests with it, one performs and the other receives its result, or finds the key in use.
 */
export async function once<Context extends ServiceContext>(
  context: Context,
  { body, principal, ...key }: OnceRequest,
  perform: (context: Context) => Promise<unknown>,
): Promise<OnceResult> {
  const requestHash = sha256(canonical({ body, caller: principal && visibilityOf(principal) }));
  const attempt = (hostChecks: HostChecks) =>
    context.db.write(async (client): Promise<OnceResult> => {
      const known = await findOrTake(client, key);
      if (known && !known.requestHash.equals(requestHash)) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
      if (known?.result === erasedResult) {
        throw new DomainError('IDEMPOTENCY_KEY_REUSED', {
          message: 'The response of this key was erased with its contact',
        });
      }
      if (known) return { result: JSON.parse(known.result), replayed: true };
      const result = await perform({ ...context, hostChecks, db: within(client) });
      await storeResult(client, key, { requestHash, result: JSON.stringify(result), storedHours });
      return { result, replayed: false };
    });
  return withHostChecks(context, attempt);
}

/** The result of a request that was performed with this key; undefined where none was, or its contact was erased since. */
export async function storedResult({ db }: ServiceContext, key: IdempotencyKey): Promise<unknown> {
  const found = await findResult(db.pool, key);
  return found && found.result !== erasedResult ? JSON.parse(found.result) : undefined;
}

/** Stores the response that was made of a result, in its place. */
export async function storeResponse({ db }: ServiceContext, key: IdempotencyKey, response: object): Promise<void> {
  await replaceResult(db, key, JSON.stringify(response));
}

/**
 * The stored result, or the key's lock for this transaction. The first look takes no lock, so that replays do not block
 * each other.
 */
async function findOrTake(client: ClientBase, key: IdempotencyKey): Promise<StoredResult | undefined> {
  const known = await findResult(client, key);
  if (known) return known;
  if (await lockKey(client, key)) return findResult(client, key);
  throw new DomainError('IDEMPOTENCY_KEY_IN_USE');
}

/** The same text for the same body, whatever the order of its keys. */
function canonical(body: object): string {
  try {
    return JSON.stringify(body, (_key, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
        : item,
    );
  } catch (error) {
    if (error instanceof RangeError) throw formError('malformed', 'Request body is nested too deeply');
    throw error;
  }
}
