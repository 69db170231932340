import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import {
  type BookableEvent,
  bookableEventRecord,
  type EventHost,
  type EventPage,
  type EventQuestion,
  type EventSecondaryQuestion,
  eventHostRecord,
  eventQuestionRecord,
  eventSecondaryQuestionRecord,
} from '#src/domain/events/event.ts';
import { anyOf, containing, equal, type Read, type SearchQuery } from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, plain, recordReader, rowsOf } from './record-reader.ts';

const events = recordReader<BookableEvent>({
  ...columnsOfRecord('r', bookableEventRecord),
  hosts: rowsOf<EventHost>(
    {
      ...columnsOfRecord('h', eventHostRecord),
      ...plain('u', 'firstName', 'lastName', 'email'),
    },
    {
      from: `"EventHost" h JOIN "User" u ON u."id" = h."userId"
        WHERE h."workspaceId" = $1 AND h."eventId" = r."id"`,
      orderBy: 'h."priority" DESC, u."id"',
    },
  ),
  inviteeQuestions: rowsOf<EventQuestion>(columnsOfRecord('q', eventQuestionRecord), {
    from: '"InviteeQuestion" q WHERE q."workspaceId" = $1 AND q."eventId" = r."id"',
    orderBy: 'q."displayIndex", q."id"',
  }),
  secondaryQuestions: rowsOf<EventSecondaryQuestion>(
    {
      ...columnsOfRecord('s', eventSecondaryQuestionRecord),
      ...plain('f', 'identifier', 'name', 'inputType'),
    },
    {
      from: `"EventSecondaryQuestion" s JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = s."customFieldId"
        WHERE s."workspaceId" = $1 AND s."eventId" = r."id"`,
      orderBy: 's."displayIndex", f."id"',
    },
  ),
  eventType: { sql: 'r."callType"' },
});

/** The relations that Prisma includes for the record of an event. */
export const eventParts = {
  hostings: {
    select: {
      userId: true,
      priority: true,
      scheduleId: true,
      membership: { select: { user: { select: { firstName: true, lastName: true, email: true } } } },
    },
    orderBy: [{ priority: 'desc' }, { userId: 'asc' }],
  },
  inviteeQuestions: { orderBy: [{ displayIndex: 'asc' }, { id: 'asc' }] },
  askedFields: {
    select: {
      customFieldId: true,
      required: true,
      displayIndex: true,
      customField: { select: { identifier: true, name: true, inputType: true } },
    },
    orderBy: [{ displayIndex: 'asc' }, { customFieldId: 'asc' }],
  },
} as const satisfies Prisma.EventInclude;

type PrismaRow = Prisma.EventGetPayload<{ include: typeof eventParts }>;

/** Computes the fields of an event that Prisma's row lacks. */
export function eventOfRow({ callType, hostings, askedFields }: PrismaRow) {
  return {
    eventType: callType,
    hosts: hostings.map(({ membership: { user }, ...host }) => ({ ...user, ...host })),
    secondaryQuestions: askedFields.map(({ customField, ...question }) => ({ ...customField, ...question })),
  };
}

interface EventQuery extends SearchQuery {
  readonly statuses?: readonly string[];
  readonly eventId?: number;
  readonly linkPrefix?: string;
}

/** Lists events by name, with their hosts and questions, which are few. */
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
