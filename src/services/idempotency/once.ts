import type { ClientBase } from 'pg';
import { within } from '#src/db/database.ts';
import {
  findResponse,
  type IdempotencyKey,
  type StoredResponse,
  storeResponse,
  tryLockKey,
} from '#src/db/writes/idempotency.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import { sha256 } from '#src/lib/hash.ts';
import type { CallerContext } from '../context.ts';

export interface OnceRequest {
  /** Method and path. */
  readonly endpoint: string;
  readonly key: string;
  /** As it was sent, with the fields that nobody knows: a client that sends another body means another request. */
  readonly body: object;
}

export interface OnceAnswer {
  readonly status: number;
  readonly body: string;
}

const keepHours = 24;

/**
 * Performs a request once for its key: the change, the event it causes and the answer to repeat are one transaction, so
 * that after a crash the key is either free or has its answer. What fails leaves the key free.
 *
 * PostgreSQL may end the transaction in favour of another, and then it begins anew: `perform` may run more than once,
 * each time within the transaction of the context that it is given.
 */
export async function once<Context extends CallerContext>(
  context: Context,
  { endpoint, key: given, body }: OnceRequest,
  perform: (context: Context) => Promise<OnceAnswer>,
): Promise<OnceAnswer & { replayed: boolean }> {
  const key = { workspaceId: context.principal.workspaceId, endpoint, key: given };
  const requestHash = sha256(canonical(body));
  return context.db.write(async (client) => {
    const known = await findOrTake(client, key);
    if (known && !known.requestHash.equals(requestHash)) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    if (known) return { status: known.status, body: known.body, replayed: true };
    const answer = await perform({ ...context, db: within(client) });
    await storeResponse(client, key, { ...answer, requestHash, keepHours });
    return { ...answer, replayed: false };
  });
}

/**
 * The answer that is kept, or the key for this transaction. Looked for before the key is taken as well: who only asks
 * for an answer again keeps nobody else from it.
 */
async function findOrTake(client: ClientBase, key: IdempotencyKey): Promise<StoredResponse | undefined> {
  const known = await findResponse(client, key);
  if (known) return known;
  if (await tryLockKey(client, key)) return findResponse(client, key);
  throw new DomainError('IDEMPOTENCY_KEY_IN_USE');
}

/** The same text for the same body, in whatever order its keys came. */
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
