import type { ClientBase } from 'pg';
import { utmSource } from '../reads/utm-source.ts';
import { keyOfContact } from './invitees.ts';
import { addRollups, type CountedCall, countedColumns } from './rollups.ts';

/**
 * Inserts calls of the demo generator from JSON rows, completed by columns of their events and contacts. The contacts were
 * added as invitees before.
 */
export async function insertGeneratedCalls(
  client: ClientBase,
  workspaceId: number,
  calls: readonly object[],
): Promise<void> {
  const { rows } = await client.query<CountedCall>(
    `INSERT INTO "EventCall" ("workspaceId", "id", "previewId", "eventId", "contactId", "userId", "setterId", "callType",
       "status", "dateTime", "endTime", "duration", "timeZone", "inviteeKey", "inviteeName", "inviteeEmail",
       "phoneNumber", "outcome",
       "noSaleReason", "objectionKind", "objection", "notes", "cancelReason", "rescheduleReason", "location", "locationLink", "utm",
       "isMoved", "cancelledAt", "isCancelledByInvitee", "firstOutcomeAt", "source", "createdAt", "updatedAt")
     SELECT $1, c."id", c."previewId", e."id", p."id", c."userId", c."setterId", e."callType",
       c."status", c."dateTime", c."endTime", e."duration", p."timeZone", ${keyOfContact},
       p."firstName" || ' ' || p."lastName", p."email", p."phoneNumber", c."outcome", c."noSaleReason",
       c."objectionKind", c."objection", c."notes", c."cancelReason", c."rescheduleReason",
       e."location", e."locationLink", p."utm", c."isMoved", c."cancelledAt", c."isCancelledByInvitee", c."firstOutcomeAt",
       ${utmSource('p')}, c."createdAt", c."updatedAt"
     FROM json_populate_recordset(NULL::"EventCall", $2) c
     JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
     JOIN "Contact" p ON p."workspaceId" = $1 AND p."id" = c."contactId"
     ORDER BY c."id"
     RETURNING ${countedColumns.map((column) => `"${column}"`).join(', ')}`,
    [workspaceId, JSON.stringify(calls)],
  );
  await addRollups(client, workspaceId, { added: rows });
}
