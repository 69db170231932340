import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import type {
  BookableEvent,
  EventHost,
  EventPage,
  EventQuestion,
  EventSecondaryQuestion,
} from '#src/domain/events/event.ts';
import { anyOf, containing, equal, type Read, type SearchQuery } from './list.ts';
import { readList } from './read-list.ts';
import { instants, plain, recordReader, rowsOf } from './record-reader.ts';

const events = recordReader<BookableEvent>({
  ...plain('r', 'id', 'name', 'description', 'linkPrefix', 'callType', 'duration', 'slotInterval', 'bufferBefore'),
  ...plain('r', 'bufferAfter', 'minimumNotice', 'bookingWindow', 'dailyLimit', 'maxUpcomingPerInvitee'),
  ...plain('r', 'sendsMail', 'reminders'),
  ...plain('r', 'location', 'locationLink', 'disqualifiesLeads', 'bookingFlow', 'isListed', 'bookedStatus'),
  ...plain('r', 'disqualificationRules', 'disqualifiedMessage', 'disqualifiedUrl', 'redirectUrl', 'redirectAnswers'),
  ...plain('r', 'status'),
  hosts: rowsOf<EventHost>(
    {
      userId: { sql: 'u."id"' },
      ...plain('u', 'firstName', 'lastName', 'email'),
      ...plain('h', 'priority', 'scheduleId'),
    },
    {
      from: `"EventHost" h JOIN "User" u ON u."id" = h."userId"
        WHERE h."workspaceId" = $1 AND h."eventId" = r."id"`,
      orderBy: 'h."priority" DESC, u."id"',
    },
  ),
  inviteeQuestions: rowsOf<EventQuestion>(plain('q', 'id', 'statement', 'type', 'required', 'displayIndex'), {
    from: '"InviteeQuestion" q WHERE q."workspaceId" = $1 AND q."eventId" = r."id"',
    orderBy: 'q."displayIndex", q."id"',
  }),
  secondaryQuestions: rowsOf<EventSecondaryQuestion>(
    {
      ...plain('s', 'customFieldId'),
      ...plain('f', 'identifier', 'name', 'inputType'),
      ...plain('s', 'required', 'displayIndex'),
    },
    {
      from: `"EventSecondaryQuestion" s JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = s."customFieldId"
        WHERE s."workspaceId" = $1 AND s."eventId" = r."id"`,
      orderBy: 's."displayIndex", f."id"',
    },
  ),
  eventType: { sql: 'r."callType"' },
  ...instants('r', 'createdAt', 'updatedAt'),
});

/** What Prisma includes for the record of an event. */
export const eventParts = {
  hostings: {
    select: {
      ...{ userId: true, priority: true, scheduleId: true },
      membership: { select: { user: { select: { firstName: true, lastName: true, email: true } } } },
    },
    orderBy: [{ priority: 'desc' }, { userId: 'asc' }],
  },
  inviteeQuestions: { orderBy: [{ displayIndex: 'asc' }, { id: 'asc' }] },
  askedFields: {
    select: {
      ...{ customFieldId: true, required: true, displayIndex: true },
      customField: { select: { identifier: true, name: true, inputType: true } },
    },
    orderBy: [{ displayIndex: 'asc' }, { customFieldId: 'asc' }],
  },
} as const satisfies Prisma.EventInclude;

type PrismaRow = Prisma.EventGetPayload<{ include: typeof eventParts }>;

/** What Prisma's row of an event lacks. */
export function eventOfRow({ callType, hostings, askedFields }: PrismaRow) {
  return {
    eventType: callType,
    hosts: hostings.map(({ membership: { user }, ...host }) => ({ ...user, ...host })),
    secondaryQuestions: askedFields.map(({ customField, ...asked }) => ({ ...customField, ...asked })),
  };
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
    reader: events,
    sort: { column: 'name', type: 'text', direction: 'asc' },
    cost: 'row',
    conditions: (values) => [
      'r."deletedAt" IS NULL',
      ...equal('r."id"', 'int', values, query.eventId),
      ...equal('r."linkPrefix"', 'text', values, query.linkPrefix),
      ...anyOf('r."status"', '"EventStatus"', values, query.statuses),
      ...containing(`lower(r."name" || E'\\n' || r."linkPrefix")`, values, query.searchWords),
    ],
  });
  return { events: records, ...page };
}
