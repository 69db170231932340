import type { ClientBase } from 'pg';
import { within } from '#src/db/database.ts';
import {
  findResult,
  type IdempotencyKey,
  lockKey,
  type StoredResult,
  storeResult,
} from '#src/db/writes/idempotency.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import { sha256 } from '#src/lib/crypto.ts';
import type { CallerContext } from './context.ts';

interface OnceRequest {
  /** The root field that is the endpoint. */
  readonly endpoint: string;
  readonly key: string;
  /** As sent, unknown fields included: a client that sends another body means another request. */
  readonly body: object;
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
 * PostgreSQL may end the transaction as a deadlock's victim, and then it begins anew: `perform` may run more than once,
 * each time within the transaction of the context that it receives.
 */
export async function once<Context extends CallerContext>(
  context: Context,
  { endpoint, key: sentKey, body }: OnceRequest,
  perform: (context: Context) => Promise<unknown>,
): Promise<OnceResult> {
  const key = { workspaceId: context.principal.workspaceId, endpoint, key: sentKey };
  const requestHash = sha256(canonical(body));
  return context.db.write(async (client) => {
    const known = await findOrTake(client, key);
    if (known && !known.requestHash.equals(requestHash)) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    if (known) return { result: JSON.parse(known.result), replayed: true };
    const result = await perform({ ...context, db: within(client) });
    await storeResult(client, key, { requestHash, result: JSON.stringify(result), storedHours });
    return { result, replayed: false };
  });
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
    if (error instanceof RangeError) throw validationError({}, ['Request body is nested too deeply']);
    throw error;
  }
}
