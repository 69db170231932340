import type { ClientBase } from 'pg';
import { type Contact, contactRecord } from '#src/domain/contacts/contact.ts';
import { contactNoteRecord } from '#src/domain/contacts/note.ts';
import { eventCallRecord } from '#src/domain/event-calls/event-call.ts';
import { blanksOf } from '#src/domain/record.ts';
import { transactionRecord } from '#src/domain/transactions/transaction.ts';
import type { CallOfContact } from './calls-of-contact.ts';
import type { NoteAbout } from './contact-notes.ts';
import { erasedResult } from './idempotency.ts';

/** A person whom a workspace erases, and the records that name them. */
export interface Erased {
  readonly workspaceId: number;
  /** The contact, and those that were merged into it. */
  readonly persons: readonly Pick<Contact, 'id' | 'previewId' | 'firstName' | 'lastName'>[];
  /** Their addresses. */
  readonly emails: readonly string[];
  readonly phoneNumbers: readonly string[];
  readonly calls: readonly Pick<
    CallOfContact,
    'id' | 'previewId' | 'inviteeName' | 'inviteeEmail' | 'phoneNumber' | 'guests'
  >[];
  readonly transactionIds: readonly number[];
  /** Their answers to custom fields. */
  readonly answers: readonly string[];
  /** The notes about the person. */
  readonly notes: readonly NoteAbout[];
}

/** The replacements for personal data in a payload. `answers` are in the events of new answers. */
const blanks = JSON.stringify({
  contact: { ...blanksOf(contactRecord), answers: [] },
  call: { ...blanksOf(eventCallRecord), answers: [] },
  note: blanksOf(contactNoteRecord),
  transaction: blanksOf(transactionRecord),
});

/** The object type of an event: `contact` of `contact.created`. */
const subject = `split_part("kind", '.', 1)`;
const blanked = (column: string) =>
  `(SELECT jsonb_object_agg(p.key, coalesce($2::jsonb -> ${subject} -> p.key, p.value)) FROM jsonb_each("${column}") p)`;

const contactId = `"payload" ->> CASE WHEN "payload" ? 'answers' THEN 'contactId' ELSE 'id' END`;

/** The contacts into which the person was merged until the merge was undone: some of their events have the person's data. */
const keptIds = `SELECT m."payload" ->> 'id' FROM "WebhookEvent" m
  WHERE m."workspaceId" = $1 AND m."kind" = 'contact.merge_undone' AND m."payload" ->> 'mergedContactId' = ANY ($3::text[])`;

/**
 * $3 is the contact and those that were merged into it, $4 its calls, $5 its payments, $6 its emails, $7 its phone numbers, $8 its
 * notes, and $9 JSON texts of its data. A payment that was deleted, or moved to another contact, is found by the values in its
 * events. Citus changes `CASE x WHEN` on the way to its nodes where there is a subquery, so that each WHEN has its whole condition.
 */
const blankPayloads = `UPDATE "WebhookEvent" SET "payload" = ${blanked('payload')}, "previous" = ${blanked('previous')}
  WHERE "workspaceId" = $1 AND CASE
    WHEN ${subject} = 'contact' THEN ${contactId} = ANY ($3::text[]) OR (${contactId} IN (${keptIds})
      AND EXISTS (SELECT FROM unnest($9::text[]) t("text")
        WHERE strpos(lower("payload"::text || coalesce("previous"::text, '')), lower(t."text")) > 0))
    WHEN ${subject} = 'note' THEN "payload" ->> 'contactId' = ANY ($3::text[]) OR "payload" ->> 'id' = ANY ($8::text[])
    WHEN ${subject} = 'call' THEN coalesce("payload" ->> 'eventCallId', "payload" ->> 'id') = ANY ($4::text[])
    WHEN ${subject} = 'transaction' THEN "payload" ->> 'id' = ANY ($5::text[]) OR "payload" ->> 'contactId' = ANY ($3::text[])
      OR "previous" ->> 'contactId' = ANY ($3::text[])
      OR lower("payload" ->> 'email') = ANY ($6::text[]) OR lower("previous" ->> 'email') = ANY ($6::text[])
      OR "payload" ->> 'phoneNumber' = ANY ($7::text[]) OR "previous" ->> 'phoneNumber' = ANY ($7::text[])
    ELSE false END
  RETURNING "id"`;

const withGuest = (column: string) => `EXISTS (SELECT FROM jsonb_array_elements_text(
  CASE WHEN jsonb_typeof("${column}" -> 'guests') = 'array' THEN "${column}" -> 'guests' ELSE '[]' END) g("email")
  WHERE lower(g."email") = ANY ($2::text[]))`;
const withoutGuest = (column: string) => `CASE WHEN ${withGuest(column)} THEN jsonb_set("${column}", '{guests}',
  (SELECT coalesce(jsonb_agg(g."email" ORDER BY g."place"), '[]')
   FROM jsonb_array_elements_text("${column}" -> 'guests') WITH ORDINALITY g("email", "place")
   WHERE lower(g."email") <> ALL ($2::text[]))) ELSE "${column}" END`;

/** Removes the person from the guests of the calls of others. */
const blankGuests = `UPDATE "WebhookEvent" SET "payload" = ${withoutGuest('payload')}, "previous" = ${withoutGuest('previous')}
  WHERE "workspaceId" = $1 AND ${subject} = 'call' AND (${withGuest('payload')} OR ${withGuest('previous')})
  RETURNING "id"`;

/** OFFSET 0 keeps PostgreSQL from lowercasing the long response again for each text. */
const hasOneOf = (texts: string) =>
  `EXISTS (SELECT FROM (SELECT lower("result") AS "folded" OFFSET 0) r, unnest(${texts}::text[]) t("text")
    WHERE strpos(r."folded", lower(t."text")) > 0)`;

/**
 * Clears the copies of a person's data: payloads of events, the responses of endpoints to them, and stored responses for
 * repeated requests. The request log contains no values from requests.
 */
export async function eraseCopies(client: ClientBase, erased: Erased): Promise<void> {
  const { workspaceId, persons, calls, transactionIds, emails, phoneNumbers, answers, notes } = erased;
  const callIds = calls.map(({ id }) => id);
  const contactIds = persons.map(({ id }) => String(id));
  const folded = emails.map((email) => email.toLowerCase());
  const noteIds = notes.map(({ id }) => id);
  const data = quoted([...emails, ...phoneNumbers, ...persons.flatMap(namesOf), ...answers]);
  const values = [workspaceId, blanks, contactIds, callIds, transactionIds, folded, phoneNumbers, noteIds, data];
  const blankedEvents = await client.query<{ id: string }>(blankPayloads, values);
  const ofGuest = await client.query<{ id: string }>(blankGuests, [workspaceId, folded]);
  const eventIds = [...blankedEvents.rows, ...ofGuest.rows].map(({ id }) => id);
  // A running attempt stores no response afterwards.
  const deliveries = await client.query<{ id: string }>(
    `UPDATE "WebhookDelivery" SET "isErased" = true WHERE "workspaceId" = $1 AND "eventId" = ANY ($2::bigint[])
     RETURNING "id"`,
    [workspaceId, eventIds],
  );
  await client.query(
    `UPDATE "WebhookAttempt" SET "responseStart" = NULL
     WHERE "workspaceId" = $1 AND "responseStart" IS NOT NULL AND "deliveryId" = ANY ($2::bigint[])`,
    [workspaceId, deliveries.rows.map(({ id }) => id)],
  );
  const { anywhere, names } = textsOf(erased);
  await client.query(
    `UPDATE "IdempotencyRecord" SET "result" = '${erasedResult}' WHERE "workspaceId" = $1
       AND (${hasOneOf('$2')} OR split_part("endpoint", ' ', 1) IN ('graphql', 'invitee')
         AND "result" !~ '"contactId":[0-9]|"previewId":"contact_' AND ${hasOneOf('$3')})`,
    [workspaceId, anywhere, names],
  );
}

/**
 * JSON texts of which every stored result about the person contains at least one: a result is a record, or has one beside the
 * response. A document about another record may have selected only the name of the person, or the guests.
 */
function textsOf({ persons, emails, phoneNumbers, calls, transactionIds, notes }: Erased): {
  readonly anywhere: string[];
  readonly names: string[];
} {
  const ids = [
    ...persons.map(({ id }) => ['contactId', id] as const),
    ...calls.map(({ id }) => ['eventCallId', id] as const),
  ];
  const texts = [...persons.map(({ previewId }) => previewId), ...emails, ...phoneNumbers];
  const ofCalls = calls.flatMap(({ previewId, inviteeEmail, phoneNumber }) => [previewId, inviteeEmail, phoneNumber]);
  const names = [...persons.flatMap(namesOf), ...calls.map(({ inviteeName }) => inviteeName)];
  return {
    // A number ends before the next property or the end of the object.
    anywhere: [
      ...quoted([...texts, ...ofCalls]),
      ...ids.flatMap(([name, id]) => [`"${name}":${id},`, `"${name}":${id}}`]),
      ...transactionIds.map((id) => `"id":${id},"dealId":`),
    ],
    // The colon distinguishes a value from the name of a property.
    names: [
      ...quoted(names).map((name) => `:${name}`),
      ...quoted(calls.flatMap(({ guests }) => guests)),
      ...new Set(notes.map(beginningOf)),
    ],
  };
}

/** The names of a person, alone and together as a merge has them. */
function namesOf({ firstName, lastName }: Erased['persons'][number]): (string | null)[] {
  return [firstName, lastName, firstName && lastName && `${firstName} ${lastName}`];
}

/** A text as JSON, without its closing quote where it was cut. */
function beginningOf({ text, isCut }: Erased['notes'][number]): string {
  return `:${JSON.stringify(text).slice(0, isCut ? -1 : undefined)}`;
}

function quoted(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts)].flatMap((text) => (text ? JSON.stringify(text) : []));
}
