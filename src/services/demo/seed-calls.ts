import { questionTexts } from './event-template.ts';
import { type CallsPlan, courseColumns, placeColumns, todayOf } from './seed-call-columns.ts';
import { utmTexts } from './seed-contacts.ts';
import { personColumns } from './seed-people.ts';
import { salesQueries } from './seed-sales.ts';
import { chance, pick, previewId, roll, text } from './sql-pieces.ts';
import { cancelReasons, notes, objections, rescheduleReasons } from './texts.ts';

/**
 * Adds the calls $1 to $2 with two answers each and their sales; $3 are the ids of the contacts from number $4 on. Everything about a
 * call follows from its number: calls of one number after the other go to one closer after the other, and each
 * closer's calls are spread evenly over their slots, so that no two of them are at the same time.
 */
export function callsStatement(plan: CallsPlan): string {
  return `
    WITH "call" AS (
      INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "setterId", "callType",
        "status", "dateTime", "endTime", "duration", "timeZone", "inviteeName", "inviteeEmail", "phoneNumber", "outcome",
        "noSaleReason", "objection", "notes", "cancelReason", "rescheduleReason", "location", "locationLink", "utm",
        "createdAt", "updatedAt")
      ${madeUpCalls(plan)}
      RETURNING *
    ), ${salesQueries(plan)}
    INSERT INTO "InviteeAnswer" ("workspaceId", "contactId", "eventId", "eventCallId", "statement", "type", "answer", "createdAt")
    SELECT ${plan.workspaceId}, "contactId", "eventId", c."id", q."statement", q."type"::"InviteeQuestionType", q."answer", "createdAt"
    FROM "call" c CROSS JOIN LATERAL (VALUES
      (${text(questionTexts.NAME)}, 'NAME', c."inviteeName"), (${text(questionTexts.EMAIL)}, 'EMAIL', c."inviteeEmail")
    ) q("statement", "type", "answer")`;
}

function madeUpCalls(plan: CallsPlan): string {
  return `
    SELECT ${plan.workspaceId}, ${previewId('call')}, "eventId", ($3::int[])[(1 + "contact" - $4)::int],
      "userId", "setterId", "callType"::"CallType", "status"::"CallStatus", "dateTime", "endTime", "duration", "timeZone",
      "firstName" || ' ' || "lastName", "email", "phoneNumber", "outcome"::"CallOutcome", "noSaleReason"::"NoSaleReason",
      CASE WHEN "outcome" IN ('NO_SALE', 'REJECTED') AND ${chance('k', 40, 60)} THEN ${pick('k', 41, objections)} END,
      CASE WHEN ${chance('k', 42, 35)} THEN ${pick('k', 43, notes)} END,
      CASE "status" WHEN 'CANCELLED' THEN ${pick('k', 44, cancelReasons)} END,
      CASE "status" WHEN 'RESCHEDULED' THEN ${pick('k', 45, rescheduleReasons)} END,
      "location"::"EventLocation", "locationLink", (${pick('k', 46, utmTexts)})::jsonb, "createdAt",
      CASE WHEN "outcome" IS NOT NULL THEN least("endTime" + make_interval(mins => ${roll('k', 47, 240)}), ${todayOf(plan)})
        WHEN "status" = 'SCHEDULED' THEN "createdAt"
        ELSE "createdAt" + ("latest" - "createdAt") * ${roll('k', 48, 100)} / 100 END
    FROM generate_series($1::bigint, $2::bigint) k
    ${placeColumns(plan)}
    ${personColumns('"contact"')}
    ${courseColumns(plan)}
    ORDER BY k`;
}
