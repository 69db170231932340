import type { ClientBase } from 'pg';
import { type Contact, contactRecord } from '#src/domain/contacts/contact.ts';
import type { MergedAnswer, MergeState, MovedRecords } from '#src/domain/contacts/merge.ts';
import type { Deal } from '#src/domain/deals/deal.ts';
import type { Transaction } from '#src/domain/transactions/transaction.ts';
import type { RecordKey } from '../keys.ts';
import { deals, transactions } from '../reads/sales.ts';
import { addRollups } from './rollups.ts';

/** What a merge locks before the contacts, as it was before. */
export interface MergeParty {
  readonly id: number;
  readonly userId: number | null;
  readonly setterId: number | null;
  readonly answeredFieldIds: readonly number[];
}

/** Reads the owners and setters of contacts and the fields that they answered, without locks. */
export async function readParties(
  client: ClientBase,
  workspaceId: number,
  ids: readonly number[],
): Promise<MergeParty[]> {
  const { rows } = await client.query<MergeParty>(
    `SELECT r."id", r."userId", r."setterId", ARRAY(SELECT a."customFieldId" FROM "CustomFieldAnswer" a
       WHERE a."workspaceId" = $1 AND a."contactId" = r."id") AS "answeredFieldIds"
     FROM "Contact" r WHERE r."workspaceId" = $1 AND r."id" = ANY ($2::int[])`,
    [workspaceId, ids],
  );
  return rows;
}

/** The records that move from one contact to another. */
interface Move {
  readonly from: number;
  readonly to: number;
  /** Without it, all records move. */
  readonly only?: MovedRecords | undefined;
}

interface Moved {
  readonly ids: MovedRecords;
  readonly deals: readonly Deal[];
  readonly transactions: readonly Transaction[];
}

/**
 * Moves the records of a locked contact to another one. With `only`, records that came later go with the record that they
 * belong to: deals and notes with their call, transactions with their deal or the payment that they refund.
 */
export async function moveRecords(client: ClientBase, workspaceId: number, { from, to, only }: Move): Promise<Moved> {
  const move = async <Row extends { readonly id: number }>(
    table: string,
    { columns = 'r."id"', stamps = true, belongs = [] }: MoveOptions = {},
    ids: readonly number[] | undefined = undefined,
  ): Promise<Row[]> => {
    const values = [workspaceId, from, to, ...(ids ? [ids, ...belongs.map(({ ids }) => ids)] : [])];
    const conditions = [
      `r."id" = ANY ($4::int[])`,
      ...belongs.map(({ column }, index) => `r."${column}" = ANY ($${index + 5}::int[])`),
    ];
    const { rows } = await client.query<Row>(
      `UPDATE "${table}" r SET "contactId" = $3${stamps ? ', "updatedAt" = now()' : ''}
       WHERE r."workspaceId" = $1 AND r."contactId" = $2${ids ? ` AND (${conditions.join(' OR ')})` : ''} RETURNING ${columns}`,
      values,
    );
    return rows.sort((one, other) => one.id - other.id);
  };
  const calls = idsOf(await move('EventCall', {}, only?.eventCalls));
  // No count changes, but cached searches must become outdated.
  if (calls.length > 0) await addRollups(client, workspaceId, {});
  const ofCalls = { column: 'eventCallId', ids: calls };
  const answers = await move('InviteeAnswer', { stamps: false, belongs: [ofCalls] }, only?.inviteeAnswers);
  const notes = await move('ContactNote', { belongs: [ofCalls] }, only?.notes);
  const movedDeals = await move<Deal>('Deal', { columns: deals.columns, belongs: [ofCalls] }, only?.deals);
  const ofDeals = { column: 'dealId', ids: idsOf(movedDeals) };
  const ofPayments = { column: 'refundOf', ids: only?.transactions ?? [] };
  const payments = await move<Transaction>(
    'Transaction',
    { columns: transactions.columns, belongs: [ofDeals, ofPayments] },
    only?.transactions,
  );
  const merges = await move('MergedContact', { stamps: false }, only?.merges);
  return {
    ids: {
      eventCalls: calls,
      inviteeAnswers: idsOf(answers),
      notes: idsOf(notes),
      deals: idsOf(movedDeals),
      transactions: idsOf(payments),
      merges: idsOf(merges),
    },
    deals: movedDeals,
    transactions: payments,
  };
}

interface MoveOptions {
  readonly columns?: string;
  /** False if the table has no `updatedAt`. */
  readonly stamps?: boolean;
  readonly belongs?: readonly { readonly column: string; readonly ids: readonly number[] }[];
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

interface NewMerge {
  readonly state: MergeState;
  readonly addresses: { readonly emails: readonly string[]; readonly phoneNumbers: readonly string[] };
  readonly mergedAt: Date;
  readonly undoUntil: Date;
}

/** Stores that a contact is merged into another one, and what restores it. */
export async function insertMerge(
  client: ClientBase,
  workspaceId: number,
  { state, addresses, mergedAt, undoUntil }: NewMerge,
): Promise<void> {
  const { id, previewId, firstName, lastName } = state.contact;
  await client.query(
    `INSERT INTO "MergedContact" ("workspaceId", "id", "previewId", "contactId", "firstName", "lastName", "emails", "phoneNumbers", "createdAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[workspaceId, id, previewId, state.kept.contactId, firstName, lastName],
      ...[addresses.emails, addresses.phoneNumbers, mergedAt],
    ],
  );
  await client.query(
    `INSERT INTO "MergeUndo" ("workspaceId", "mergedContactId", "state", "createdAt", "expiresAt") VALUES ($1, $2, $3, $4, $5)`,
    [workspaceId, id, JSON.stringify(state), mergedAt, undoUntil],
  );
}

/** Reads what restores a merged contact, without locks; null once the hour is over, undefined if it is no merged contact. */
export async function readMerge(
  client: ClientBase,
  key: RecordKey,
  now: Date,
): Promise<{ readonly contactId: number; readonly state: MergeState | null } | undefined> {
  const { rows } = await client.query<{ contactId: number; state: MergeState | null }>(
    `SELECT m."contactId", u."state" FROM "MergedContact" m
     LEFT JOIN "MergeUndo" u ON u."workspaceId" = $1 AND u."mergedContactId" = m."id" AND u."expiresAt" > $3
     WHERE m."workspaceId" = $1 AND m."id" = $2`,
    [...key, now],
  );
  return rows[0];
}

/** Ends a merge. Returns false if another transaction has ended it meanwhile. */
export async function deleteMerge(client: ClientBase, key: RecordKey): Promise<boolean> {
  return (
    (await client.query('DELETE FROM "MergedContact" WHERE "workspaceId" = $1 AND "id" = $2', [...key])).rowCount === 1
  );
}

const contactColumns = Object.keys(contactRecord);

/** Inserts a contact as it was. Returns undefined if another contact has its e-mail address now. */
export async function restoreContact(
  client: ClientBase,
  workspaceId: number,
  contact: Contact,
): Promise<number | undefined> {
  const stored: Readonly<Record<string, unknown>> = { ...contact, utm: JSON.stringify(contact.utm) };
  const names = contactColumns.map((name) => `"${name}"`).join(', ');
  const { rowCount } = await client.query(
    `INSERT INTO "Contact" ("workspaceId", ${names}) VALUES ($1, ${contactColumns.map((_, index) => `$${index + 2}`).join(', ')})
     ON CONFLICT ("workspaceId", lower("email")) DO NOTHING`,
    [workspaceId, ...contactColumns.map((name) => stored[name])],
  );
  return rowCount === 1 ? contact.id : undefined;
}

/** A record that the merge moved, and that does not belong to the kept contact alone any more. */
interface ChangedRecord {
  readonly type: 'call' | 'deal' | 'note' | 'transaction';
  readonly id: number;
}

/**
 * Finds moved records that have left the kept contact since, and records that go back but name a call or a deal of a contact
 * that stays. Deleted records are not among them.
 */
export async function changedRecords(
  client: ClientBase,
  workspaceId: number,
  { restored, moved }: { readonly restored: number; readonly moved: MovedRecords },
): Promise<ChangedRecord[]> {
  const left = (type: string, table: string, parameter: number) =>
    `SELECT '${type}' AS "type", r."id" FROM "${table}" r
     WHERE r."workspaceId" = $1 AND r."id" = ANY ($${parameter}::int[]) AND r."contactId" IS DISTINCT FROM $2`;
  const names = (type: string, table: string, column: string, named: string) =>
    `SELECT '${type}', r."id" FROM "${table}" r JOIN "${named}" n ON n."workspaceId" = $1 AND n."id" = r."${column}"
     WHERE r."workspaceId" = $1 AND r."contactId" = $2 AND n."contactId" IS DISTINCT FROM $2`;
  const { rows } = await client.query<ChangedRecord>(
    `${left('call', 'EventCall', 3)} UNION ${left('deal', 'Deal', 4)} UNION ${left('note', 'ContactNote', 5)}
     UNION ${left('transaction', 'Transaction', 6)}
     UNION ${names('deal', 'Deal', 'eventCallId', 'EventCall')} UNION ${names('note', 'ContactNote', 'eventCallId', 'EventCall')}
     UNION ${names('transaction', 'Transaction', 'dealId', 'Deal')}
     ORDER BY 1, 2 LIMIT 5`,
    [workspaceId, restored, moved.eventCalls, moved.deals, moved.notes, moved.transactions],
  );
  return rows;
}

/** Reads all answers of a locked contact to custom fields. */
export async function readAnswersOf(
  client: ClientBase,
  [workspaceId, contactId]: RecordKey,
): Promise<Omit<MergedAnswer, 'optionIds'>[]> {
  const { rows } = await client.query<Omit<MergedAnswer, 'optionIds'>>(
    `SELECT a."customFieldId", a."answer" FROM "CustomFieldAnswer" a
     WHERE a."workspaceId" = $1 AND a."contactId" = $2 ORDER BY a."customFieldId"`,
    [workspaceId, contactId],
  );
  return rows;
}

/** A contact that was merged into another one, as far as an erasure looks for its copies. */
export interface MergedPerson extends Pick<Contact, 'id' | 'previewId' | 'firstName' | 'lastName'> {
  readonly emails: readonly string[];
  readonly phoneNumbers: readonly string[];
}

/** Reads the contacts that were merged into a locked contact. */
export async function readMergedInto(client: ClientBase, [workspaceId, contactId]: RecordKey): Promise<MergedPerson[]> {
  const { rows } = await client.query<MergedPerson>(
    `SELECT "id", "previewId", "firstName", "lastName", "emails", "phoneNumbers" FROM "MergedContact"
     WHERE "workspaceId" = $1 AND "contactId" = $2 ORDER BY "id"`,
    [workspaceId, contactId],
  );
  return rows;
}

/** The contact into which a contact was merged. */
export async function readKeptId(client: ClientBase, key: RecordKey): Promise<number | undefined> {
  const { rows } = await client.query<{ contactId: number }>(
    'SELECT "contactId" FROM "MergedContact" WHERE "workspaceId" = $1 AND "id" = $2',
    [...key],
  );
  return rows[0]?.contactId;
}
