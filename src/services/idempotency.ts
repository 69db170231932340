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
  /** The root field, which is the endpoint. */
  readonly endpoint: string;
  readonly key: string;
  /** The body as sent, with unknown fields: another body is another request. */
  readonly body: object;
  /** The result contains what this caller may see, so callers with other rights must not receive it. Absent for invitees. */
  readonly principal?: Principal;
}

interface OnceResult {
  readonly result: unknown;
  /** True if the result is that of an earlier request with the same key. */
  readonly replayed: boolean;
}

const storedHours = 24;

/**
 * Runs a request once per key: the update, its event and the stored result are one transaction, so after a crash the key is
 * either free or has its result. A failure leaves the key free. Results are stored as JSON.
 *
 * The transaction is retried if PostgreSQL ends it as a deadlock's victim or ends its session, and after the check of a host's
 * calendars. So `perform` may run more than once, each time within the transaction of the context that it receives. No
 * transaction is open during a check, so it holds no lock and no connection, and the key is free: of two requests with the same
 * key, one runs, and the other receives its result or finds the key in use.
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
          message: 'The response for this key was erased with its contact',
        });
      }
      if (known) return { result: JSON.parse(known.result), replayed: true };
      const result = await perform({ ...context, hostChecks, db: within(client) });
      await storeResult(client, key, { requestHash, result: JSON.stringify(result), storedHours });
      return { result, replayed: false };
    });
  return withHostChecks(context, attempt);
}

/** The result of an earlier request with this key; undefined if there was none, or its contact has been erased. */
export async function storedResult({ db }: ServiceContext, key: IdempotencyKey): Promise<unknown> {
  const found = await findResult(db.pool, key);
  return found && found.result !== erasedResult ? JSON.parse(found.result) : undefined;
}

/** Replaces a result with the response that was made of it. */
export async function storeResponse({ db }: ServiceContext, key: IdempotencyKey, response: object): Promise<void> {
  await replaceResult(db, key, JSON.stringify(response));
}

/**
 * The stored result, or the key's lock for this transaction. The first look-up takes no lock, so that replays do not block each
 * other.
 */
async function findOrTake(client: ClientBase, key: IdempotencyKey): Promise<StoredResult | undefined> {
  const known = await findResult(client, key);
  if (known) return known;
  if (await lockKey(client, key)) return findResult(client, key);
  throw new DomainError('IDEMPOTENCY_KEY_IN_USE');
}

/** Returns the same text for equal bodies, whatever the order of their keys. */
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
