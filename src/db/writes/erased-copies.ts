import type { ClientBase } from 'pg';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { ErasedCall } from './event-calls.ts';

/** A person whom a workspace erases, with what names them. */
export interface Erased {
  readonly workspaceId: number;
  readonly contact: Pick<Contact, 'id' | 'previewId' | 'firstName' | 'lastName' | 'email' | 'phoneNumber'>;
  readonly calls: readonly Pick<ErasedCall, 'id' | 'previewId' | 'inviteeName' | 'inviteeEmail' | 'phoneNumber'>[];
  readonly transactionIds: readonly number[];
}

/** What the payloads of each kind of event have in place of what is about the person: they keep their shape. */
const blanks = {
  'contact.': {
    ...{ firstName: null, lastName: null, email: null, phoneNumber: null, tag: null, timeZone: null, country: null },
    ...{ utm: [], answers: [] },
  },
  'call.': {
    ...{ inviteeName: '', inviteeEmail: null, phoneNumber: null, objection: null, notes: null, cancelReason: null },
    ...{ rescheduleReason: null, questions: [], secondaryAnswers: [], utm: [], answers: [] },
  },
  'transaction.': { name: null, email: null, phoneNumber: null },
} as const;

const blanked = (column: string) =>
  `(SELECT jsonb_object_agg(p.key, coalesce($3::jsonb -> p.key, p.value)) FROM jsonb_each("${column}") p)`;

/** $2 is what the kind begins with. An answer names its contact or its call, any other payload is the record itself. */
const blankText = `UPDATE "WebhookEvent" SET "payload" = ${blanked('payload')}, "previous" = ${blanked('previous')}
  WHERE "workspaceId" = $1 AND starts_with("kind", $2)
    AND coalesce("payload" ->> 'eventCallId', "payload" ->> CASE WHEN "payload" ? 'answers' THEN 'contactId' ELSE 'id' END)
      = ANY ($4::text[])
  RETURNING "id"`;

const hasOneOf = (texts: string) =>
  `EXISTS (SELECT FROM unnest(${texts}::text[]) t("text") WHERE strpos(lower("result"), lower(t."text")) > 0)`;

/**
 * Empties the copies of what was known of a person: payloads of events, what endpoints answered to them, responses that are
 * kept for repeated requests, and texts in the log of requests.
 */
export async function eraseCopies(client: ClientBase, erased: Erased): Promise<void> {
  const { workspaceId, contact, calls, transactionIds } = erased;
  const ids = { 'contact.': [contact.id], 'call.': calls.map(({ id }) => id), 'transaction.': transactionIds };
  const eventIds: string[] = [];
  for (const [kind, blank] of Object.entries(blanks)) {
    const values = [workspaceId, kind, JSON.stringify(blank), ids[kind as keyof typeof blanks]];
    const { rows } = await client.query<{ id: string }>(blankText, values);
    eventIds.push(...rows.map(({ id }) => id));
  }
  await client.query(
    `UPDATE "WebhookAttempt" SET "responseStart" = NULL
     WHERE "workspaceId" = $1 AND "responseStart" IS NOT NULL AND "deliveryId" IN (
       SELECT d."id" FROM "WebhookDelivery" d WHERE d."workspaceId" = $1 AND d."eventId" = ANY ($2::bigint[]))`,
    [workspaceId, eventIds],
  );
  const { anywhere, inDocuments } = textsOf(erased);
  await client.query(
    `UPDATE "IdempotencyRecord" SET "result" = 'null' WHERE "workspaceId" = $1
       AND (${hasOneOf('$2')} OR starts_with("endpoint", 'graphql ') AND ${hasOneOf('$3')})`,
    [workspaceId, anywhere, inDocuments],
  );
  await client.query(
    `UPDATE "ApiRequest" SET "errorMessage" = NULL WHERE "workspaceId" = $1 AND "errorMessage" IS NOT NULL
       AND (strpos(lower("errorMessage"), lower($2)) > 0 OR strpos("errorMessage", $3) > 0)`,
    [workspaceId, contact.email, contact.phoneNumber],
  );
}

/**
 * Texts of which a stored response about the person has one, as JSON. Responses of `/v1` have an id or an address; a document
 * may have selected nothing but a name.
 */
function textsOf({ contact, calls }: Erased): { readonly anywhere: string[]; readonly inDocuments: string[] } {
  const ids = [['contactId', contact.id] as const, ...calls.map(({ id }) => ['eventCallId', id] as const)];
  const texts = [contact.previewId, contact.email, contact.phoneNumber];
  const ofCalls = calls.flatMap(({ previewId, inviteeEmail, phoneNumber }) => [previewId, inviteeEmail, phoneNumber]);
  const names = [contact.firstName, contact.lastName, ...calls.map(({ inviteeName }) => inviteeName)];
  return {
    // A number ends where the next property or the end of the object follows.
    anywhere: [
      ...quoted([...texts, ...ofCalls]),
      ...ids.flatMap(([name, id]) => [`"${name}":${id},`, `"${name}":${id}}`]),
    ],
    inDocuments: quoted(names),
  };
}

function quoted(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts)].flatMap((text) => (text ? JSON.stringify(text) : []));
}
