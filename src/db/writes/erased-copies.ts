import type { ClientBase } from 'pg';
import { type Contact, contactRecord } from '#src/domain/contacts/contact.ts';
import { contactNoteRecord } from '#src/domain/contacts/note.ts';
import { eventCallRecord } from '#src/domain/event-calls/event-call.ts';
import { blanksOf } from '#src/domain/record.ts';
import { transactionRecord } from '#src/domain/transactions/transaction.ts';
import type { ErasedCall } from './event-calls.ts';
import { erasedResult } from './idempotency.ts';

/** A person whom a workspace erases, and the records that name them. */
export interface Erased {
  readonly workspaceId: number;
  readonly contact: Pick<Contact, 'id' | 'previewId' | 'firstName' | 'lastName' | 'email' | 'phoneNumber'>;
  readonly calls: readonly Pick<ErasedCall, 'id' | 'previewId' | 'inviteeName' | 'inviteeEmail' | 'phoneNumber'>[];
  readonly transactionIds: readonly number[];
  /** The beginnings of the texts of notes about the person. */
  readonly notes: readonly { readonly text: string; readonly isCut: boolean }[];
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

/**
 * $3 is the contact, $4 its calls, $5 its payments, $6 its e-mail and $7 its phone number. A payment that was deleted, or moved
 * to another contact, is found by these values in its events.
 */
const blankPayloads = `UPDATE "WebhookEvent" SET "payload" = ${blanked('payload')}, "previous" = ${blanked('previous')}
  WHERE "workspaceId" = $1 AND CASE ${subject}
    WHEN 'contact' THEN "payload" ->> CASE WHEN "payload" ? 'answers' THEN 'contactId' ELSE 'id' END = $3
    WHEN 'note' THEN "payload" ->> 'contactId' = $3
    WHEN 'call' THEN coalesce("payload" ->> 'eventCallId', "payload" ->> 'id') = ANY ($4::text[])
    WHEN 'transaction' THEN "payload" ->> 'id' = ANY ($5::text[]) OR $3 IN ("payload" ->> 'contactId', "previous" ->> 'contactId')
      OR lower($6) IN (lower("payload" ->> 'email'), lower("previous" ->> 'email'))
      OR $7 IN ("payload" ->> 'phoneNumber', "previous" ->> 'phoneNumber')
    ELSE false END
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
  const { workspaceId, contact, calls, transactionIds } = erased;
  const callIds = calls.map(({ id }) => id);
  const values = [workspaceId, blanks, String(contact.id), callIds, transactionIds, contact.email, contact.phoneNumber];
  const { rows } = await client.query<{ id: string }>(blankPayloads, values);
  // A running attempt stores no response afterwards.
  const deliveries = await client.query<{ id: string }>(
    `UPDATE "WebhookDelivery" SET "isErased" = true WHERE "workspaceId" = $1 AND "eventId" = ANY ($2::bigint[])
     RETURNING "id"`,
    [workspaceId, rows.map(({ id }) => id)],
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
 * response. A document about another record may have selected only the name of the person.
 */
function textsOf({ contact, calls, transactionIds, notes }: Erased): {
  readonly anywhere: string[];
  readonly names: string[];
} {
  const ids = [['contactId', contact.id] as const, ...calls.map(({ id }) => ['eventCallId', id] as const)];
  const texts = [contact.previewId, contact.email, contact.phoneNumber];
  const ofCalls = calls.flatMap(({ previewId, inviteeEmail, phoneNumber }) => [previewId, inviteeEmail, phoneNumber]);
  const names = [contact.firstName, contact.lastName, ...calls.map(({ inviteeName }) => inviteeName)];
  return {
    // A number ends before the next property or the end of the object.
    anywhere: [
      ...quoted([...texts, ...ofCalls]),
      ...ids.flatMap(([name, id]) => [`"${name}":${id},`, `"${name}":${id}}`]),
      ...transactionIds.map((id) => `"id":${id},"dealId":`),
    ],
    // The colon distinguishes a value from the name of a property.
    names: [...quoted(names).map((name) => `:${name}`), ...new Set(notes.map(beginningOf))],
  };
}

/** A text as JSON, without its closing quote where it was cut. */
function beginningOf({ text, isCut }: Erased['notes'][number]): string {
  return `:${JSON.stringify(text).slice(0, isCut ? -1 : undefined)}`;
}

function quoted(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts)].flatMap((text) => (text ? JSON.stringify(text) : []));
}
