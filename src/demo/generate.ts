import type pg from 'pg';
import { callAnswers, contactAnswers } from './answers.ts';
import { type CallSource, type GeneratedCall, historiesOf, makeCalls } from './calls.ts';
import { Arrivals, contactRow, makePeople, previewId } from './contacts.ts';
import type { WorkspacePlan } from './plan.ts';
import { type Made, RowWriter } from './row-writer.ts';
import { looseTransactions, salesOf } from './sales.ts';
import type { Team } from './team.ts';
import { iso } from './wall-clock.ts';

/** Has each batch inserted in an open transaction. The first one is finished before others begin. */
export type InsertBatches = <Item>(
  batches: Iterable<Item[]>,
  insert: (client: pg.ClientBase, batch: Item[], isFirst: boolean) => Promise<void>,
  onCommitted?: (batch: Item[]) => void,
) => Promise<void>;

export interface Generation {
  workspaceId: number;
  plan: WorkspacePlan;
  team: Team;
  todayMs: number;
  insertBatches: InsertBatches;
  /** So many contacts, or calls, are inserted at a time. */
  batchSize: number;
  /** Is called with the number of calls so far. */
  onProgress?: ((calls: number) => void) | undefined;
}

/**
 * Adds the contacts of a workspace and their calls, with answers, deals and payments. The calls are generated twice,
 * first for what they mean to the contacts: that is quicker than to keep a million of them or to update the contacts.
 */
export async function generateContent(generation: Generation): Promise<void> {
  const { plan, team, todayMs } = generation;
  const source = { plan, team, todayMs, arrivals: new Arrivals(plan, todayMs) };
  const contactIds = await addContacts(generation, source);
  await addCalls(generation, source, contactIds);
  if (plan.isDetailed) await addLooseTransactions(generation, contactIds);
}

async function addContacts(generation: Generation, source: CallSource): Promise<Int32Array> {
  const { workspaceId, plan, team, insertBatches, batchSize } = generation;
  const histories = historiesOf(makeCalls(source));
  const contactIds = new Int32Array(plan.contacts);
  const people = batches(makePeople(plan, team.sellerIds, source.arrivals), batchSize);
  await insertBatches(people, async (client, batch, isFirst) => {
    const writer = new RowWriter(client, workspaceId);
    await writer.reserve({ Contact: batch.length });
    const contacts = writer.withIds('Contact', batch);
    for (const { id, index } of contacts) contactIds[index] = id;
    writer.add(
      'Contact',
      contacts.map((contact) => contactRow(contact, histories.get(contact.index))),
    );
    if (plan.isDetailed) {
      const answers = contacts.flatMap((contact) => contactAnswers(contact, histories.get(contact.index), team));
      writer.add('CustomFieldAnswer', answers);
    }
    await writer.write();
    if (isFirst) await writer.analyze({ Membership: 'userId', Event: 'id', Contact: 'id' });
  });
  return contactIds;
}

async function addCalls(generation: Generation, source: CallSource, contactIds: Int32Array): Promise<void> {
  const { workspaceId, plan, team, todayMs, insertBatches, batchSize, onProgress } = generation;
  const partners = ({ offer, person }: GeneratedCall) => {
    return { userId: offer.schedule.userId, contactId: contactIds[person] as number };
  };
  const insert = async (client: pg.ClientBase, batch: GeneratedCall[], isFirst: boolean) => {
    const writer = new RowWriter(client, workspaceId);
    await writer.reserve({ EventCall: batch.length });
    const calls = writer.withIds('EventCall', batch);
    await insertCalls(
      client,
      workspaceId,
      calls.map((call) => ({ ...callRow(call), ...partners(call) })),
    );
    if (isFirst) await writer.analyze({ EventCall: 'id' });
    const callIds = calls.map(({ id }) => id);
    await insertInviteeAnswers(client, workspaceId, callIds);
    if (plan.isDetailed) {
      const answers = calls.flatMap((call) => callAnswers(call, team));
      writer.add('CustomFieldAnswer', answers);
    }
    const sales = calls.flatMap((call) => salesOf(call, todayMs, plan.isDetailed).map((sale) => ({ call, ...sale })));
    await writer.reserve({ Deal: sales.length });
    const deals = writer.addWithIds(
      'Deal',
      sales.map(({ call, deal }) => ({ ...partners(call), eventCallId: call.id, ...deal })),
    );
    await writer.write();
    const payments = sales.flatMap(({ call, payments: own }, index) =>
      own.map((payment) => ({ dealId: deals[index]?.id, ...partners(call), ...payment })),
    );
    await insertTransactions(client, workspaceId, payments);
    if (isFirst) await writer.analyze({ Deal: 'id' });
  };
  let done = 0;
  await insertBatches(batches(makeCalls(source), batchSize), insert, ({ length }) => {
    done += length;
    onProgress?.(done);
  });
}

async function addLooseTransactions({ workspaceId, todayMs, insertBatches }: Generation, contactIds: Int32Array) {
  const transactions = looseTransactions(contactIds.subarray(0, 60), todayMs);
  await insertBatches([transactions], (client, batch) => insertTransactions(client, workspaceId, batch));
}

function callRow({ offer, startMs, endMs, createdMs, updatedMs, ...call }: Made<GeneratedCall>) {
  const { index, day: _, person: __, ...columns } = call;
  return {
    ...{
      ...columns,
      previewId: previewId('call', index),
      eventId: offer.event.id,
      dateTime: iso(startMs),
      endTime: iso(endMs),
    },
    ...{ createdAt: iso(createdMs), updatedAt: iso(updatedMs) },
  };
}

/** Adds calls, each with what it takes over from its event and its contact. */
async function insertCalls(client: pg.ClientBase, workspaceId: number, rows: readonly object[]): Promise<void> {
  await client.query(
    `INSERT INTO "EventCall" ("workspaceId", "id", "previewId", "eventId", "contactId", "userId", "setterId", "callType",
       "status", "dateTime", "endTime", "duration", "timeZone", "inviteeName", "inviteeEmail", "phoneNumber", "outcome",
       "noSaleReason", "objection", "notes", "cancelReason", "rescheduleReason", "location", "locationLink", "utm",
       "createdAt", "updatedAt")
     SELECT $1, c."id", c."previewId", e."id", p."id", c."userId", c."setterId", e."callType",
       c."status", c."dateTime", c."endTime", e."duration", p."timeZone", p."firstName" || ' ' || p."lastName", p."email",
       p."phoneNumber", c."outcome", c."noSaleReason", c."objection", c."notes", c."cancelReason", c."rescheduleReason",
       e."location", e."locationLink", p."utm", c."createdAt", c."updatedAt"
     FROM json_populate_recordset(NULL::"EventCall", $2) c
     JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
     JOIN "Contact" p ON p."workspaceId" = $1 AND p."id" = c."contactId"
     ORDER BY c."id"`,
    [workspaceId, JSON.stringify(rows)],
  );
}

function ofContact(column: string): string {
  return `(SELECT p."${column}" FROM "Contact" p WHERE p."workspaceId" = $1 AND p."id" = c."contactId")`;
}

/** Adds what the invitees of calls answered when booking; nothing where they have nothing to answer with. */
async function insertInviteeAnswers(client: pg.ClientBase, workspaceId: number, callIds: number[]): Promise<void> {
  await client.query(
    `INSERT INTO "InviteeAnswer" ("workspaceId", "contactId", "eventId", "eventCallId", "statement", "type", "answer", "createdAt")
     SELECT c."workspaceId", c."contactId", c."eventId", c."id", q."statement", q."type", a."answer", c."createdAt"
     FROM "EventCall" c
     JOIN "InviteeQuestion" q ON q."workspaceId" = c."workspaceId" AND q."eventId" = c."eventId"
     CROSS JOIN LATERAL (
       SELECT CASE q."type" WHEN 'NAME' THEN c."inviteeName" WHEN 'EMAIL' THEN c."inviteeEmail"
         WHEN 'PHONE_NO' THEN c."phoneNumber" WHEN 'FIRST_NAME' THEN ${ofContact('firstName')}
         ELSE ${ofContact('lastName')} END AS "answer"
     ) a
     WHERE c."workspaceId" = $1 AND c."id" = ANY($2::int[]) AND a."answer" IS NOT NULL
     ORDER BY c."id", q."displayIndex"`,
    [workspaceId, callIds],
  );
}

/** Adds payments with the name and addresses of the contact who paid. */
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
