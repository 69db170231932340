import type { Database } from '#src/db/database.ts';
import { anyOf, containing, equal, readList } from '#src/db/reads/list.ts';
import type { BookableEvent, EventPage } from '#src/domain/events/event.ts';

export interface EventQuery {
  readonly workspaceId: number;
  readonly offset: number;
  readonly limit: number;
  readonly searchWords?: readonly string[];
  readonly statuses?: readonly string[];
  readonly eventId?: number;
  readonly linkPrefix?: string;
}

const columns = `r."id", r."name", r."description", r."linkPrefix", r."callType" AS "eventType", r."callType", r."duration",
  r."slotInterval", r."bufferBefore", r."bufferAfter", r."minimumNotice", r."bookingWindow", r."dailyLimit", r."location",
  r."locationLink", r."status",
  (SELECT json_agg(json_build_object('userId', u."id", 'firstName', u."firstName", 'lastName', u."lastName", 'email', u."email",
      'priority', h."priority", 'scheduleId', h."scheduleId") ORDER BY h."priority" DESC, u."id")
    FROM "EventHost" h JOIN "User" u ON u."id" = h."userId"
    WHERE h."workspaceId" = $1 AND h."eventId" = r."id") AS "hosts",
  (SELECT json_agg(json_build_object('id', q."id", 'statement', q."statement", 'type', q."type", 'required', q."required",
      'displayIndex', q."displayIndex") ORDER BY q."displayIndex", q."id")
    FROM "InviteeQuestion" q WHERE q."workspaceId" = $1 AND q."eventId" = r."id") AS "inviteeQuestions",
  (SELECT json_agg(json_build_object('customFieldId', f."id", 'identifier', f."identifier", 'name', f."name",
      'inputType', f."inputType", 'required', s."required", 'displayIndex', s."displayIndex") ORDER BY s."displayIndex", f."id")
    FROM "EventSecondaryQuestion" s JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = s."customFieldId"
    WHERE s."workspaceId" = $1 AND s."eventId" = r."id") AS "secondaryQuestions",
  r."createdAt", r."updatedAt"`;

type Lists = 'hosts' | 'inviteeQuestions' | 'secondaryQuestions';
type EventRow = Omit<BookableEvent, Lists> & { [List in Lists]: BookableEvent[List] | null };

/** By name. An event names few hosts and questions, so they come with it. */
export async function readEvents(db: Database, query: EventQuery): Promise<EventPage> {
  const { rows, count } = await readList<EventRow>(db, {
    name: 'events.list',
    table: 'Event',
    columns,
    order: 'r."name", r."id"',
    runner: query.searchWords ? 'pooled' : 'pipelined',
    ...query,
    conditions: (values) => [
      ...equal('r."id"', 'int', values, query.eventId),
      ...equal('r."linkPrefix"', 'text', values, query.linkPrefix),
      ...anyOf('r."status"', '"EventStatus"', values, query.statuses),
      ...containing(`lower(r."name" || E'\\n' || r."linkPrefix")`, values, query.searchWords),
    ],
  });
  return { count, events: rows.map(event) };
}

function event({ hosts, inviteeQuestions, secondaryQuestions, ...row }: EventRow): BookableEvent {
  return {
    ...row,
    hosts: hosts ?? [],
    inviteeQuestions: inviteeQuestions ?? [],
    secondaryQuestions: secondaryQuestions ?? [],
  };
}
