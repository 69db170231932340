import type pg from 'pg';
import type { KeptCall } from './demo-calls.ts';
import { iso } from './wall-clock.ts';

/** Calls of a workspace, each with what it takes over from its event and its contact. */
export async function insertCalls(client: pg.ClientBase, workspaceId: number, calls: readonly KeptCall[]) {
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
    [workspaceId, JSON.stringify(calls.map(ownColumns))],
  );
}

function ownColumns(call: KeptCall) {
  const { offer, person: _, startMs, endMs, createdMs, updatedMs, ...columns } = call;
  return {
    ...columns,
    ...{ eventId: offer.event.id, userId: offer.schedule.userId },
    ...{ dateTime: iso(startMs), endTime: iso(endMs), createdAt: iso(createdMs), updatedAt: iso(updatedMs) },
  };
}
