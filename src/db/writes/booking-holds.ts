import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { HoldReference } from '#src/domain/event-calls/booking-hold.ts';

// Bookings that wait for their confirmation. All instants are by the clock of the caller, which is the database's.

interface NewHold extends HoldReference {
  readonly email: string;
  /** The input that `createPublicBooking` books after the confirmation. */
  readonly input: object;
  readonly expiresAt: Date;
  readonly now: Date;
}

const insertStatement = preparedStatement(
  'bookingHolds.insert',
  `INSERT INTO "BookingHold" ("workspaceId", "id", "eventId", "email", "input", "expiresAt", "dueAt", "createdAt")
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
);

/** Holds a booking; its mail is due at once. */
export async function insertHold(
  client: ClientBase,
  { workspaceId, id, eventId, email, input, expiresAt, now }: NewHold,
): Promise<void> {
  const values = [workspaceId, id, eventId, email, JSON.stringify(input), expiresAt, now];
  await client.query(queryConfig(insertStatement, values));
}

export interface StoredHold {
  readonly input: Readonly<Record<string, unknown>>;
  readonly expiresAt: string;
}

type HoldKey = Pick<HoldReference, 'workspaceId' | 'id'>;

const findStatement = preparedStatement(
  'bookingHolds.find',
  `SELECT "input", "expiresAt" FROM "BookingHold" WHERE "workspaceId" = $1 AND "id" = $2 AND "expiresAt" > $3`,
);

/** Finds a booking that is still held. */
export async function findHold(
  { run }: Pick<Database, 'run'>,
  { workspaceId, id }: HoldKey,
  now: Date,
): Promise<StoredHold | undefined> {
  const [hold] = await run<StoredHold>(findStatement, [workspaceId, id, now]);
  return hold;
}

const deleteStatement = preparedStatement(
  'bookingHolds.delete',
  'DELETE FROM "BookingHold" WHERE "workspaceId" = $1 AND "id" = $2',
);

/** Returns false if it was erased meanwhile. */
export async function deleteHold(client: ClientBase, { workspaceId, id }: HoldKey): Promise<boolean> {
  return (await client.query(queryConfig(deleteStatement, [workspaceId, id]))).rowCount === 1;
}

/** Deletes the held bookings of an event that is being deleted. */
export async function deleteHoldsOfEvent(
  client: ClientBase,
  { workspaceId, eventId }: Omit<HoldReference, 'id'>,
): Promise<void> {
  await client.query('DELETE FROM "BookingHold" WHERE "eventId" = $2 AND "workspaceId" = $1', [workspaceId, eventId]);
}

/**
 * Deletes the held bookings of a person who is being erased, by their known addresses and numbers, and removes the person from the
 * guests of those of others.
 */
export async function eraseHolds(
  client: ClientBase,
  workspaceId: number,
  { emails, phoneNumbers }: { readonly emails: readonly string[]; readonly phoneNumbers: readonly string[] },
): Promise<void> {
  const folded = emails.map((email) => email.toLowerCase());
  await client.query(
    `UPDATE "BookingHold" SET "input" = jsonb_set("input", '{guests}', (SELECT coalesce(jsonb_agg(g."email"), '[]')
       FROM jsonb_array_elements_text("input" -> 'guests') g("email") WHERE lower(g."email") <> ALL ($2::text[])))
     WHERE "workspaceId" = $1
       AND EXISTS (SELECT FROM jsonb_array_elements_text("input" -> 'guests') g("email") WHERE lower(g."email") = ANY ($2::text[]))`,
    [workspaceId, folded],
  );
  await client.query(
    `DELETE FROM "BookingHold" WHERE "workspaceId" = $1
       AND (lower("email") = ANY ($2::text[]) OR "input" ->> 'phoneNumber' = ANY ($3::text[])
         OR EXISTS (SELECT FROM jsonb_array_elements("input" -> 'inviteeQuestionAnswers') a WHERE a ->> 'answer' = ANY ($3::text[])))`,
    [workspaceId, folded, phoneNumbers],
  );
}

const linkStatement = preparedStatement(
  'bookingHolds.link',
  'SELECT "linkPrefix" FROM "Event" WHERE "workspaceId" = $1 AND "id" = $2 AND "deletedAt" IS NULL',
);

/** Reads the current link of the event of a held booking; undefined if it was deleted. */
export async function linkOfEvent(
  { run }: Pick<Database, 'run'>,
  { workspaceId, eventId }: Omit<HoldReference, 'id'>,
): Promise<string | undefined> {
  const [event] = await run<{ linkPrefix: string }>(linkStatement, [workspaceId, eventId]);
  return event?.linkPrefix;
}
