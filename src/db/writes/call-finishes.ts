import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { Deal } from '#src/domain/deals/deal.ts';
import type { EventCall, SetOutcome } from '#src/domain/event-calls/event-call.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';
import type { Transaction } from '#src/domain/transactions/transaction.ts';

/** What finishing a call may change: the outcome of the call with what belongs to it, and fields of its contact. */
export interface FinishedState {
  readonly call: Pick<EventCall, 'noSaleReason' | 'objectionKind' | 'objection' | 'notes'> & {
    readonly outcome: SetOutcome | null;
  };
  /** Null if the call has no contact. */
  readonly contact: (Pick<Contact, 'id' | 'status' | 'userId'> & { readonly stage: readonly string[] }) | null;
}

export interface CallFinish {
  readonly before: FinishedState;
  readonly after: FinishedState;
  /** The records that it has created, each as it was last changed. */
  readonly created: {
    readonly deal: Pick<Deal, 'id' | 'updatedAt'> | null;
    readonly payments: readonly Pick<Transaction, 'id' | 'updatedAt'>[];
    readonly followUp: Pick<EventCall, 'id' | 'updatedAt'> | null;
  };
  /** What the request needed, and an undo needs. */
  readonly scopes: readonly Scope[];
  readonly finishedAt: string;
}

const putStatement = preparedStatement(
  'callFinishes.put',
  `INSERT INTO "CallFinish" ("workspaceId", "eventCallId", "before", "after", "created", "scopes", "finishedAt")
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT ("workspaceId", "eventCallId") DO UPDATE SET "before" = excluded."before",
     "after" = excluded."after", "created" = excluded."created", "scopes" = excluded."scopes", "finishedAt" = excluded."finishedAt"`,
);

/** Stores what finishing a call has changed, in place of what an earlier finish of it had changed. */
export async function putFinish(client: ClientBase, key: RecordKey, finish: CallFinish): Promise<void> {
  const { before, after, created, scopes, finishedAt } = finish;
  const states = [before, after, created].map((state) => JSON.stringify(state));
  await client.query(queryConfig(putStatement, [...key, ...states, scopes, finishedAt]));
}

/** Reads what finishing the call has changed. */
export async function readFinish(client: ClientBase, key: RecordKey): Promise<CallFinish | undefined> {
  const { rows } = await client.query<CallFinish>(
    `SELECT "before", "after", "created", "scopes", "finishedAt" FROM "CallFinish"
     WHERE "workspaceId" = $1 AND "eventCallId" = $2`,
    [...key],
  );
  return rows[0];
}

/** Deletes what was stored of finishing these calls, among it texts about the invitee. */
export async function deleteFinishes(
  client: ClientBase,
  workspaceId: number,
  callIds: readonly number[],
): Promise<void> {
  await client.query('DELETE FROM "CallFinish" WHERE "workspaceId" = $1 AND "eventCallId" = ANY ($2::int[])', [
    workspaceId,
    callIds,
  ]);
}
