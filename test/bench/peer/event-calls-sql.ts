import { type Caller, seesWholeWorkspace } from './caller.ts';
import type { Prepared } from './queries.ts';

export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly eventType: 'PAST' | 'UPCOMING' | 'ALL';
  readonly orderBy: 'asc' | 'desc';
  /** Divided by commas. */
  readonly userIds?: string;
}

export interface Statement extends Prepared {
  readonly values: unknown[];
}

const columns = `
  c."id", c."previewId", c."eventId", e."name", e."linkPrefix", c."callType", c."status", c."dateTime", c."endTime",
  c."duration", c."timeZone", c."contactId", c."inviteeName", c."inviteeEmail", c."phoneNumber", c."guests", c."userId",
  u."firstName" AS "closerFirstName", u."lastName" AS "closerLastName", u."email" AS "closerEmail",
  c."setterId", s."firstName" AS "setterFirstName", s."lastName" AS "setterLastName", s."email" AS "setterEmail",
  c."outcome", c."noSaleReason", c."objectionKind", c."objection", c."notes", c."cancelReason", c."rescheduleReason", c."location",
  c."locationLink", q."questions", a."secondaryAnswers", c."utm", c."createdAt", c."updatedAt"`;

const joins = `
  JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
  JOIN "User" u ON u."id" = c."userId"
  LEFT JOIN "User" s ON s."id" = c."setterId"
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('statement', i."statement", 'type', i."type", 'answer', i."answer") ORDER BY i."id") AS "questions"
    FROM "InviteeAnswer" i WHERE i."workspaceId" = $1 AND i."eventCallId" = c."id") q ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('customFieldId', f."id", 'identifier', f."identifier", 'answer', v."answer")
      ORDER BY f."displayIndex", f."id") AS "secondaryAnswers"
    FROM "CustomFieldAnswer" v JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = v."customFieldId"
    WHERE v."workspaceId" = $1 AND v."eventCallId" = c."id") a ON true`;

/**
 * One page, cut before anything is joined to it, with the number of all in each row: cheaper than a second statement.
 * The limit is in the text because a plan for any limit expects thousands of rows.
 */
export function pageStatement(caller: Caller, query: ListQuery): Statement {
  const { shape, where, values } = conditions(caller, query);
  const order = `"dateTime" ${query.orderBy}, "id" ${query.orderBy}`;
  const text = `SELECT (SELECT count(*)::int FROM "EventCall" WHERE ${where}) AS "count", ${columns} FROM (
      SELECT * FROM "EventCall" WHERE ${where} ORDER BY ${order} LIMIT ${query.limit} OFFSET $${values.length + 1}) c
    ${joins} ORDER BY c."dateTime" ${query.orderBy}, c."id" ${query.orderBy}`;
  return { name: `page ${query.limit} ${query.orderBy} ${shape}`, text, values: [...values, query.page * query.limit] };
}

export function countStatement(caller: Caller, query: ListQuery): Statement {
  const { shape, where, values } = conditions(caller, query);
  return { name: `count ${shape}`, text: `SELECT count(*)::int AS "count" FROM "EventCall" WHERE ${where}`, values };
}

function conditions(caller: Caller, { eventType, userIds }: ListQuery) {
  const values: unknown[] = [caller.workspaceId];
  const where = ['"workspaceId" = $1'];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  // A call lasts a day at most, so a bound on dateTime lets the index narrow the rows.
  if (eventType === 'PAST') where.push('"endTime" <= now() AND "dateTime" <= now()');
  if (eventType === 'UPCOMING') where.push(`"endTime" > now() AND "dateTime" > now() - interval '1 day'`);
  if (userIds !== undefined) add(userIds.split(',').map(Number), (parameter) => `"userId" = ANY(${parameter}::int[])`);
  const seesAll = seesWholeWorkspace(caller);
  if (!seesAll) add(caller.userId, (parameter) => `("userId" = ${parameter} OR "setterId" = ${parameter})`);
  const shape = `${eventType}${userIds === undefined ? '' : ' userIds'}${seesAll ? '' : ' own'}`;
  return { shape, where: where.join(' AND '), values };
}
