import { fictionalNumber, outsideSchedule, overlapping, withoutHost, wrongRollups } from './support.ts';

const today = `'2026-11-20T00:00:00Z'::timestamptz`;

/** Each says what must not be found in the workspace $1. */
export const forbidden: Record<string, string> = {
  'a host of another event': withoutHost,
  'a call outside the hours of its host': outsideSchedule,
  'two calls at once of one host': overlapping(),
  'rollups unlike the calls': wrongRollups,
  'a call more than two years back or three months ahead': `SELECT count(*) FROM "EventCall" WHERE "workspaceId" = $1
    AND "dateTime" NOT BETWEEN ${today} - interval '737 days' AND ${today} + interval '92 days'`,
  'an outcome that does not go with the call': `SELECT count(*) FROM "EventCall" WHERE "workspaceId" = $1 AND (
    ("outcome" IS NOT NULL AND ("callType" = 'STRATEGY_EVENT') <> ("outcome" IN ('WON', 'NO_SALE')))
    OR coalesce("outcome" IN ('NO_SALE', 'REJECTED'), false) <> ("noSaleReason" IS NOT NULL)
    OR ("outcome" IS NOT NULL AND "endTime" > ${today})
    OR ("status" = 'CANCELLED') <> ("cancelReason" IS NOT NULL)
    OR ("status" = 'RESCHEDULED') <> ("rescheduleReason" IS NOT NULL))`,
  'times in the wrong order': `SELECT count(*) FROM "EventCall" c JOIN "Contact" p ON p."id" = c."contactId"
    WHERE c."workspaceId" = $1 AND NOT (p."joinedTime" <= c."createdAt" AND c."createdAt" < c."dateTime"
    AND c."createdAt" <= c."updatedAt" AND c."updatedAt" <= ${today})`,
  'an invitee who is not the contact': `SELECT count(*) FROM "EventCall" c LEFT JOIN "Contact" p ON p."workspaceId" = $1
    AND p."id" = c."contactId" WHERE c."workspaceId" = $1 AND (c."inviteeName", c."inviteeEmail", c."phoneNumber", c."timeZone")
    IS DISTINCT FROM (p."firstName" || ' ' || p."lastName", p."email", p."phoneNumber", p."timeZone"::varchar)`,
  'a call unlike its event': `SELECT count(*) FROM "EventCall" c JOIN "Event" e ON e."id" = c."eventId"
    WHERE c."workspaceId" = $1 AND (c."callType", c."duration", c."location", c."locationLink")
    IS DISTINCT FROM (e."callType", e."duration", e."location", e."locationLink")`,
  'a setter who is none': `SELECT count(*) FROM "EventCall" c JOIN "Membership" m ON m."userId" = c."setterId"
    WHERE c."workspaceId" = $1 AND m."role" <> 'SETTER'`,
  'a call without its two answers': `SELECT count(*) FROM "EventCall" c WHERE c."workspaceId" = $1 AND ARRAY[c."inviteeName", c."inviteeEmail"]
    IS DISTINCT FROM (SELECT array_agg(a."answer"::varchar ORDER BY a."type" DESC) FROM "InviteeAnswer" a
    WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id" AND a."contactId" = c."contactId" AND a."eventId" = c."eventId")`,
  'a sale unlike its call': `SELECT count(*) FROM "Deal" d JOIN "EventCall" c ON c."id" = d."eventCallId"
    LEFT JOIN "Transaction" t ON t."dealId" = d."id" WHERE d."workspaceId" = $1 AND (c."outcome" IS DISTINCT FROM 'WON'
    OR (d."contactId", d."userId", d."workspaceId", d."contactId", d."time") IS DISTINCT FROM (c."contactId", c."userId", t."workspaceId", t."contactId", t."time")
    OR d."time" NOT BETWEEN c."endTime" AND ${today} OR t."value" > d."value")`,
  'an event without a host': `SELECT count(*) FROM "Event" e WHERE e."workspaceId" = $1 AND NOT EXISTS (
    SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")`,
  'a user who could sign in, or a name without the workspace': `SELECT count(*) FROM "User" u JOIN "Membership" m ON m."userId" = u."id"
    WHERE m."workspaceId" = $1 AND ("passwordHash" IS NOT NULL OR "username" NOT LIKE 'w' || $1 || '-%' OR "email" NOT LIKE 'w' || $1 || '-%')`,
  'a number or an address that somebody may have': `SELECT count(*) FROM "Contact" WHERE "workspaceId" = $1 AND NOT (
    "phoneNumber" ~ '${fictionalNumber}' AND "email" ~ '^[a-z]+\\.[a-z]+\\d*@([a-z.-]+\\.example|example\\.(com|org|net))$')`,
  'rollups that are not compacted': `SELECT count(*) FROM (SELECT FROM "EventCallRollup" WHERE "workspaceId" = $1
    GROUP BY "dimension", "value", "day" HAVING count(*) > 1) t`,
};
