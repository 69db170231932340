import type pg from 'pg';
import { insertGeneratedCalls } from '#src/db/writes/generated-calls.ts';
import { addContactsAsInvitees } from '#src/db/writes/invitees.ts';
import { factsOf, historyOf } from './call-history.ts';
import { type CallSource, type GeneratedCall, generateCalls, historiesOf, knownUntil } from './calls.ts';
import { contactRow, generateContacts, joinTimes, noteAbout, previewId } from './contacts.ts';
import { callAnswers, contactAnswers } from './custom-fields.ts';
import type { WorkspacePlan } from './plan.ts';
import { RowWriter, type WithId } from './row-writer.ts';
import { salesOf, unassignedPayments } from './sales.ts';
import type { Team } from './team.ts';
import { iso } from './wall-clock.ts';

/** Inserts each batch in an open transaction. The first batch is finished before others start. */
export type InsertBatches = <Item>(
  batches: Generator<Item[]>,
  insert: (client: pg.ClientBase, batch: Item[], isFirst: boolean) => Promise<void>,
  onCommitted?: (batch: Item[]) => void,
) => Promise<void>;

interface Generation {
  workspaceId: number;
  plan: WorkspacePlan;
  team: Team;
  todayMs: number;
  /** Calls that have ended until now have results. */
  nowMs: number;
  insertBatches: InsertBatches;
  /** The number of contacts or calls per batch. */
  batchSize: number;
  /** Called with the number of calls inserted so far. */
  onProgress?: ((calls: number) => void) | undefined;
}

/**
 * Adds a workspace's contacts and calls, with answers, deals and payments. The calls are generated twice, first for the
 * contacts' histories: that is faster than storing a million of them, or updating the contacts.
 */
export async function generateContent(generation: Generation): Promise<void> {
  const { workspaceId, plan, team, todayMs, nowMs, insertBatches, batchSize } = generation;
  const source = { plan, team, todayMs, nowMs, times: joinTimes(plan, todayMs) };
  const contactIds = await addContacts(generation, source);
  await addCalls(generation, source, contactIds);
  if (!plan.isDetailed) return;
  const payments = batches(unassignedPayments(contactIds.subarray(0, 60), todayMs), batchSize);
  await insertBatches(payments, (client, batch) => insertTransactions(client, workspaceId, batch));
}

async function addContacts(generation: Generation, source: CallSource): Promise<Int32Array> {
  const { workspaceId, plan, team, insertBatches, batchSize } = generation;
  const histories = historiesOf(generateCalls(source));
  const contactIds = new Int32Array(plan.contacts);
  const contacts = generateContacts(plan, team, source.times);
  await insertBatches(batches(contacts, batchSize), async (client, batch, isFirst) => {
    const writer = new RowWriter(client, { workspaceId });
    const rows = batch.map((contact) => contactRow(contact, histories.get(contact.index)));
    const added = await writer.addWithIds('Contact', rows);
    for (const { id, index } of added) contactIds[index] = id;
    if (plan.isDetailed) {
      const answers = added.flatMap((contact) => contactAnswers(contact, histories.get(contact.index), team));
      writer.add('CustomFieldAnswer', answers);
      const notes = added.flatMap((contact) => noteAbout(contact, team.ownerId));
      writer.add('ContactNote', notes);
    }
    await writer.write();
    const ids = added.map(({ id }) => id);
    await addContactsAsInvitees(client, workspaceId, ids);
    if (isFirst) await writer.analyze('Membership', 'Event', 'Contact', 'Invitee');
  });
  return contactIds;
}

async function addCalls(generation: Generation, source: CallSource, contactIds: Int32Array): Promise<void> {
  const { workspaceId, plan, team, insertBatches, batchSize, onProgress } = generation;
  const participants = ({ offer, contactIndex }: GeneratedCall) => {
    return { userId: offer.schedule.userId, contactId: contactIds[contactIndex] as number };
  };
  const insert = async (client: pg.ClientBase, batch: GeneratedCall[], isFirst: boolean) => {
    const writer = new RowWriter(client, { workspaceId });
    const calls = await writer.withIds('EventCall', batch);
    const rows = calls.map((call) => ({ ...callRow(call), ...participants(call) }));
    await insertGeneratedCalls(client, workspaceId, rows);
    if (isFirst) await writer.analyze('EventCall');
    const callIds = calls.map(({ id }) => id);
    await insertInviteeAnswers(client, workspaceId, callIds);
    if (plan.isDetailed) {
      const answers = calls.flatMap((call) => callAnswers(call, team));
      writer.add('CustomFieldAnswer', answers);
      const changes = calls.flatMap(historyOf);
      writer.add('EventCallChange', changes);
    }
    const sales = calls.flatMap((call) =>
      salesOf(call, knownUntil(call.endMs, generation), plan.isDetailed).map(({ deal, payments }) => {
        const productId = team.productIds.get(deal.productName);
        return { ...participants(call), eventCallId: call.id, productId, ...deal, payments };
      }),
    );
    const deals = await writer.addWithIds('Deal', sales);
    await writer.write();
    const payments = deals.flatMap(({ id: dealId, userId, contactId, payments: own }) =>
      own.map((payment) => ({ dealId, userId, contactId, ...payment })),
    );
    await insertTransactions(client, workspaceId, payments);
    if (isFirst) await writer.analyze('Deal');
  };
  let done = 0;
  await insertBatches(batches(generateCalls(source), batchSize), insert, ({ length }) => {
    done += length;
    onProgress?.(done);
  });
}

function callRow(generated: WithId<GeneratedCall>) {
  const { offer, startMs, endMs, createdMs, updatedMs, ...call } = generated;
  const { index, day: _, contactIndex: __, ...columns } = call;
  return {
    ...columns,
    ...factsOf(generated),
    previewId: previewId('call', index),
    eventId: offer.event.id,
    dateTime: iso(startMs),
    endTime: iso(endMs),
    createdAt: iso(createdMs),
    updatedAt: iso(updatedMs),
  };
}

/** Adds the invitees' answers to booking questions; adds nothing if an invitee has no data for an answer. */
async function insertInviteeAnswers(client: pg.ClientBase, workspaceId: number, callIds: number[]): Promise<void> {
  await client.query(
    `INSERT INTO "InviteeAnswer" ("workspaceId", "contactId", "eventId", "eventCallId", "statement", "type", "answer", "createdAt")
     SELECT a."workspaceId", a."contactId", a."eventId", a."id", a."statement", a."type", a."answer", a."createdAt" FROM (
       SELECT c."workspaceId", c."contactId", c."eventId", c."id", q."statement", q."type", q."displayIndex", c."createdAt",
         CASE q."type" WHEN 'NAME' THEN c."inviteeName" WHEN 'EMAIL' THEN c."inviteeEmail"
           WHEN 'PHONE_NO' THEN c."phoneNumber" WHEN 'FIRST_NAME' THEN p."firstName" ELSE p."lastName" END AS "answer"
       FROM "EventCall" c
       JOIN "InviteeQuestion" q ON q."workspaceId" = c."workspaceId" AND q."eventId" = c."eventId"
       JOIN "Contact" p ON p."workspaceId" = c."workspaceId" AND p."id" = c."contactId"
       WHERE c."workspaceId" = $1 AND c."id" = ANY($2::int[])
     ) a
     WHERE a."answer" IS NOT NULL ORDER BY a."id", a."displayIndex"`,
    [workspaceId, callIds],
  );
}

/** Adds payments with the name and addresses of the paying contact. */
async function insertTransactions(client: pg.ClientBase, workspaceId: number, rows: readonly object[]): Promise<void> {
  await client.query(
    `INSERT INTO "Transaction" ("workspaceId", "dealId", "contactId", "userId", "value", "currency", "name", "email",
       "phoneNumber", "source", "description", "time", "createdAt", "updatedAt")
     SELECT $1, t."dealId", t."contactId", coalesce(t."userId", p."userId"), t."value", t."currency",
       p."firstName" || ' ' || p."lastName", p."email", p."phoneNumber", t."source", t."description", t."time",
       t."createdAt", t."updatedAt"
     FROM json_populate_recordset(NULL::"Transaction", $2) t
     LEFT JOIN "Contact" p ON p."workspaceId" = $1 AND p."id" = t."contactId"`,
    [workspaceId, JSON.stringify(rows)],
  );
}

function* batches<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
