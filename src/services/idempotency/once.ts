import type { ClientBase } from 'pg';
import { within } from '#src/db/transaction.ts';
import { DomainError } from '#src/domain/errors.ts';
import { sha256 } from '#src/lib/hash.ts';
import type { CallerContext } from '../context.ts';

export interface OnceRequest {
  /** Method and path. */
  readonly endpoint: string;
  readonly key: string;
  readonly input: object;
}

export interface OnceAnswer {
  readonly status: number;
  readonly body: string;
}

interface Known extends OnceAnswer {
  readonly requestHash: Buffer;
}

const keepHours = 24;

/**
 * Performs a request once for its key: the change, the event it causes and the answer to repeat are one transaction, so
 * that after a crash the key is either free or has its answer. What fails leaves the key free.
 */
export async function once<Context extends CallerContext>(
  context: Context,
  request: OnceRequest,
  perform: (context: Context) => Promise<OnceAnswer>,
): Promise<OnceAnswer & { replayed: boolean }> {
  const { workspaceId } = context.principal;
  const requestHash = sha256(canonical(request.input));
  return context.db.write(async (client) => {
    await takeTurn(client, `${workspaceId} ${request.endpoint} ${request.key}`);
    const known = await findAnswer(client, workspaceId, request);
    if (known && !known.requestHash.equals(requestHash)) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    if (known) return { status: known.status, body: known.body, replayed: true };
    const answer = await perform({ ...context, db: within(context.db, client) });
    await keepAnswer(client, workspaceId, request, { ...answer, requestHash });
    return { ...answer, replayed: false };
  });
}

/** Held to the end of the transaction; somebody else's means that the first request is still running. */
async function takeTurn(client: ClientBase, name: string): Promise<void> {
  const number = sha256(name).readBigInt64BE();
  const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "mine"', [number]);
  if (!rows[0]?.mine) throw new DomainError('IDEMPOTENCY_KEY_IN_USE');
}

async function findAnswer(
  client: ClientBase,
  workspaceId: number,
  { endpoint, key }: OnceRequest,
): Promise<Known | undefined> {
  const { rows } = await client.query<Known>(
    `SELECT "requestHash", "responseStatus" AS "status", "responseBody" AS "body" FROM "IdempotencyRecord"
     WHERE "workspaceId" = $1 AND "endpoint" = $2 AND "key" = $3 AND "expiresAt" > now()`,
    [workspaceId, endpoint, key],
  );
  return rows[0];
}

async function keepAnswer(
  client: ClientBase,
  workspaceId: number,
  { endpoint, key }: OnceRequest,
  answer: Known,
): Promise<void> {
  await client.query(
    `INSERT INTO "IdempotencyRecord" AS r ("workspaceId", "endpoint", "key", "requestHash", "responseStatus", "responseBody", "expiresAt")
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7))
     ON CONFLICT ("workspaceId", "endpoint", "key") DO UPDATE SET "requestHash" = excluded."requestHash",
       "responseStatus" = excluded."responseStatus", "responseBody" = excluded."responseBody",
       "createdAt" = now(), "expiresAt" = excluded."expiresAt"`,
    [workspaceId, endpoint, key, answer.requestHash, answer.status, answer.body, keepHours],
  );
}

/** The same text for the same input, in whatever order its keys came. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  );
}
