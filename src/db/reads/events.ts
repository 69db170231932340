import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import type { BookableEvent, EventPage } from '#src/domain/events/event.ts';
import { anyOf, containing, equal, type Read, type SearchQuery } from './list.ts';
import { readList } from './read-list.ts';

/** Parts of the record that come from other tables, which SQL and Prisma read in different shapes. */
type Parts = Pick<BookableEvent, 'hosts' | 'inviteeQuestions' | 'secondaryQuestions'>;

type Columns = Omit<BookableEvent, keyof Parts | 'eventType' | 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** The record of an event, from either source. Columns are named, since a row may have more of them. */
function bookableEvent(row: Columns, { hosts, inviteeQuestions, secondaryQuestions }: Parts): BookableEvent {
  const { id, name, description, linkPrefix, callType, duration, slotInterval, bufferBefore, bufferAfter } = row;
  const { minimumNotice, bookingWindow, dailyLimit, location, locationLink, disqualifiesLeads, status } = row;
  return {
    ...{ id, name, description, linkPrefix, callType, duration, slotInterval, bufferBefore, bufferAfter },
    ...{ minimumNotice, bookingWindow, dailyLimit, location, locationLink, disqualifiesLeads, status },
    ...{ hosts, inviteeQuestions, secondaryQuestions },
    eventType: callType,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

const columns = `r."id", r."name", r."description", r."linkPrefix", r."callType", r."duration", r."slotInterval",
  r."bufferBefore", r."bufferAfter", r."minimumNotice", r."bookingWindow", r."dailyLimit", r."location", r."locationLink",
  r."disqualifiesLeads", r."status",
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

type SqlRow = Columns & { readonly [Part in keyof Parts]: Parts[Part] | null };

function eventOfSql(row: SqlRow): BookableEvent {
  const { hosts, inviteeQuestions, secondaryQuestions } = row;
  const parts = { hosts: hosts ?? [], inviteeQuestions: inviteeQuestions ?? [] };
  return bookableEvent(row, { ...parts, secondaryQuestions: secondaryQuestions ?? [] });
}

const question = { id: true, statement: true, type: true, required: true, displayIndex: true } as const;

/** What Prisma includes for the record of an event. */
export const eventParts = {
  hostings: {
    select: {
      ...{ userId: true, priority: true, scheduleId: true },
      membership: { select: { user: { select: { firstName: true, lastName: true, email: true } } } },
    },
    orderBy: [{ priority: 'desc' }, { userId: 'asc' }],
  },
  inviteeQuestions: { select: question, orderBy: [{ displayIndex: 'asc' }, { id: 'asc' }] },
  askedFields: {
    select: {
      ...{ customFieldId: true, required: true, displayIndex: true },
      customField: { select: { identifier: true, name: true, inputType: true } },
    },
    orderBy: [{ displayIndex: 'asc' }, { customFieldId: 'asc' }],
  },
} as const satisfies Prisma.EventInclude;

type PrismaRow = Prisma.EventGetPayload<{ include: typeof eventParts }>;

export function eventOfRow(row: PrismaRow): BookableEvent {
  const hosts = row.hostings.map(({ userId, priority, scheduleId, membership: { user } }) => {
    const { firstName, lastName, email } = user;
    return { userId, firstName, lastName, email, priority, scheduleId };
  });
  const secondaryQuestions = row.askedFields.map(({ customFieldId, required, displayIndex, customField }) => {
    const { identifier, name, inputType } = customField;
    return { customFieldId, identifier, name, inputType, required, displayIndex };
  });
  return bookableEvent(row, { hosts, inviteeQuestions: row.inviteeQuestions, secondaryQuestions });
}

interface EventQuery extends SearchQuery {
  readonly statuses?: readonly string[];
  readonly eventId?: number;
  readonly linkPrefix?: string;
}

/** By name. An event has few hosts and questions, so they come with it. */
export async function readEvents(db: Database, query: EventQuery): Promise<Read<EventPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'events.list',
    from: '"Event"',
    columns,
    sort: { column: 'name', type: 'text', direction: 'asc' },
    runner: 'pipelined',
    conditions: (values) => [
      'r."deletedAt" IS NULL',
      ...equal('r."id"', 'int', values, query.eventId),
      ...equal('r."linkPrefix"', 'text', values, query.linkPrefix),
      ...anyOf('r."status"', '"EventStatus"', values, query.statuses),
      ...containing(`lower(r."name" || E'\\n' || r."linkPrefix")`, values, query.searchWords),
    ],
    toRecord: eventOfSql,
  });
  return { events: records, ...page };
}
