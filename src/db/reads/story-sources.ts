import type { StoryEntry, StoryKind } from '#src/domain/contacts/story.ts';
import { type Actor, inviteeActor, memberActor } from '#src/domain/event-calls/call-history.ts';
import type { RecordType } from '#src/domain/principal/policy.ts';
import { jsonInstant } from './json-record.ts';
import { amountSql, type Columns, instant, instants, plain, type RecordReader, recordReader } from './record-reader.ts';

/** A table whose rows are entries of the story of a contact. */
export interface StorySource {
  /** Callers who may not read these records do not get the entries. */
  readonly record: RecordType;
  readonly kinds: readonly StoryKind[];
  /** The order among entries of the same instant: a higher one is later. */
  readonly rank: number;
  /** SQL after FROM of the rows `r`: $1 is the workspace, `"contact"` has the id, and `"calls"` the calls that the caller sees. */
  readonly rows: string;
  /** Conditions on `r`. Without any, `rows` has only those of the contact. */
  readonly where: readonly string[];
  readonly time: string;
  /** SQL for the kind of `r`, where there are several. */
  readonly kind?: string;
  /** Joins for the rows of a page. */
  readonly joins: string;
  /** Reads `r`, with its time as "at" and its id as "number", after the joins. */
  readonly reader: RecordReader<Partial<StoryEntry>>;
}

const ofContact = ['r."workspaceId" = $1', 'r."contactId" = (SELECT "id" FROM "contact")'];

function readerOf<Key extends keyof StoryEntry>(
  name: string,
  { kind, ...columns }: Columns<Pick<StoryEntry, Key | 'kind'>>,
): RecordReader<Partial<StoryEntry>> {
  const common = { id: { sql: `'${name}-' || r."number"` }, kind, time: instant('r."at"') };
  return recordReader<StoryEntry>({ ...common, ...columns } as unknown as Columns<StoryEntry>);
}

const text = (sql: string) => ({ sql });
const always = (kind: StoryKind) => text(`'${kind}'`);

const eventName = (id: string) => `(SELECT e."name" FROM "Event" e WHERE e."workspaceId" = $1 AND e."id" = ${id})`;

/** The call `c`, where there is one. */
const call = {
  sql: ['c."id"', 'c."previewId"', eventName('c."eventId"'), 'c."dateTime"'],
  read: (id: number | null, previewId: string, name: string, dateTime: string) =>
    id === null ? null : { id, previewId, name, dateTime: jsonInstant(dateTime) },
};
const joinCall = 'LEFT JOIN "calls" c ON c."id" = r."eventCallId"';

const member = {
  sql: 'r."userId"',
  read: (userId: number | null): Actor | null => (userId === null ? null : memberActor(userId)),
};

const host = (column: string) => ({
  sql: `r."${column}"`,
  read: (userId: number | null) => (userId === null ? null : { userId }),
});

type AnswerRow = readonly [customFieldId: number | null, name: string, answer: string[]];
const answersOf = (sql: string) => ({
  sql,
  read: (rows: readonly AnswerRow[] | null) =>
    (rows ?? []).map(([customFieldId, name, answer]) => ({ customFieldId, name, answer })),
});
const formAnswers = `json_agg(json_build_array(NULL, a."statement", ARRAY[a."answer"]) ORDER BY a."id")`;
const bookedAnswers = answersOf(`(SELECT ${formAnswers} FROM "InviteeAnswer" a
  WHERE a."workspaceId" = $1 AND a."eventCallId" = r."eventCallId" AND r."kind" = 'BOOKED')`);

const changes: StorySource = {
  record: 'EventCallChange',
  kinds: ['BOOKED', 'MOVED', 'REASSIGNED', 'CANCELLED', 'OUTCOME_SET'],
  rank: 1,
  rows: '"calls" c JOIN "EventCallChange" r ON r."workspaceId" = $1 AND r."eventCallId" = c."id"',
  where: [],
  time: 'r."createdAt"',
  kind: 'r."kind"::text',
  joins: joinCall,
  reader: readerOf('change', {
    kind: text('r."kind"'),
    actor: {
      sql: ['r."actorKind"', 'r."actorId"', 'r."apiKeyId"', 'r."clientId"'],
      read: (
        actorKind: Actor['actorKind'],
        actorId: number | null,
        apiKeyId: number | null,
        clientId: string | null,
      ) => ({ actorKind, actorId, apiKeyId, clientId }),
    },
    eventCall: call,
    ...instants('r', 'dateTimeBefore', 'dateTime'),
    hostBefore: host('userIdBefore'),
    host: host('userId'),
    ...plain('r', 'outcomeBefore', 'outcome'),
    text: text('r."reason"'),
    answers: bookedAnswers,
  }),
};

/** Calls that were booked before there was a history. */
const earlierBookings: StorySource = {
  record: 'EventCallChange',
  kinds: ['BOOKED'],
  rank: 0,
  rows: `(SELECT c."id", c."id" AS "eventCallId", 'BOOKED' AS "kind", c."createdAt" FROM "calls" c) r`,
  where: [
    `NOT EXISTS (SELECT FROM "EventCallChange" h
      WHERE h."workspaceId" = $1 AND h."eventCallId" = r."id" AND h."kind" = 'BOOKED')`,
  ],
  time: 'r."createdAt"',
  joins: joinCall,
  reader: readerOf('booking', { kind: always('BOOKED'), eventCall: call, answers: bookedAnswers }),
};

const mails: StorySource = {
  record: 'Notification',
  kinds: ['MAIL'],
  rank: 7,
  rows: '"calls" c JOIN "Notification" r ON r."workspaceId" = $1 AND r."eventCallId" = c."id"',
  where: [],
  time: 'coalesce(r."sentAt", r."createdAt")',
  joins: joinCall,
  reader: readerOf('mail', {
    kind: always('MAIL'),
    eventCall: call,
    mail: {
      sql: ['r."kind"', 'r."recipient"', 'r."status"', 'r."isHeldBack"', 'r."dueAt"'],
      read: (kind: string, recipient: string, status: string, isHeldBack: boolean, dueAt: string) => ({
        kind,
        recipient,
        status,
        isHeldBack,
        nextAttemptAt: status === 'WAITING' ? jsonInstant(dueAt) : null,
      }),
    },
    notificationId: text('r."id"'),
  }),
};

/** The answers that a form without a booking stored in one transaction. */
const forms: StorySource = {
  record: 'ContactAnswer',
  kinds: ['FORM'],
  rank: 2,
  rows: `(SELECT max(a."id") AS "id", a."eventId", a."createdAt", ${formAnswers} AS "answers" FROM "InviteeAnswer" a
    WHERE a."workspaceId" = $1 AND a."contactId" = (SELECT "id" FROM "contact") AND a."eventCallId" IS NULL
    GROUP BY a."eventId", a."createdAt") r`,
  where: [],
  time: 'r."createdAt"',
  joins: '',
  reader: readerOf('form', {
    kind: always('FORM'),
    actor: { sql: [], read: () => inviteeActor },
    text: text(eventName('r."eventId"')),
    answers: answersOf('r."answers"'),
  }),
};

/** The answers that were last changed in one transaction. */
const answers: StorySource = {
  record: 'ContactAnswer',
  kinds: ['ANSWERS'],
  rank: 3,
  rows: `(SELECT max(a."id") AS "id", a."updatedAt",
      json_agg(json_build_array(f."id", f."name", a."answer") ORDER BY f."displayIndex", f."id") AS "answers"
    FROM "CustomFieldAnswer" a JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = a."customFieldId"
    WHERE a."workspaceId" = $1 AND a."contactId" = (SELECT "id" FROM "contact") AND NOT f."hidden"
    GROUP BY a."updatedAt") r`,
  where: [],
  time: 'r."updatedAt"',
  joins: '',
  reader: readerOf('answers', { kind: always('ANSWERS'), answers: answersOf('r."answers"') }),
};

const notes: StorySource = {
  record: 'ContactNote',
  kinds: ['NOTE'],
  rank: 4,
  rows: '"ContactNote" r',
  where: ofContact,
  time: 'r."createdAt"',
  joins: joinCall,
  reader: readerOf('note', {
    kind: always('NOTE'),
    actor: member,
    eventCall: call,
    text: text('r."text"'),
    noteId: text('r."id"'),
  }),
};

const deals: StorySource = {
  record: 'Deal',
  kinds: ['DEAL'],
  rank: 5,
  rows: '"Deal" r',
  where: ofContact,
  time: 'r."time"',
  joins: joinCall,
  reader: readerOf('deal', {
    kind: always('DEAL'),
    actor: member,
    eventCall: call,
    value: text(amountSql('r."value"')),
    currency: text('r."currency"'),
    text: text('r."productName"'),
    dealId: text('r."id"'),
  }),
};

const transactionKind = `CASE WHEN r."value" < 0 THEN 'REFUND' ELSE 'PAYMENT' END`;

const transactions: StorySource = {
  record: 'Transaction',
  kinds: ['PAYMENT', 'REFUND'],
  rank: 6,
  rows: '"Transaction" r',
  where: ofContact,
  time: 'r."time"',
  kind: transactionKind,
  joins: '',
  reader: readerOf('transaction', {
    kind: text(transactionKind),
    actor: member,
    value: text(amountSql('r."value"')),
    currency: text('r."currency"'),
    text: text('r."description"'),
    dealId: text('r."dealId"'),
    transactionId: text('r."id"'),
  }),
};

/** By the names that begin the ids of their entries. */
export const storySources: Readonly<Record<string, StorySource>> = {
  change: changes,
  booking: earlierBookings,
  mail: mails,
  form: forms,
  answers,
  note: notes,
  deal: deals,
  transaction: transactions,
};
