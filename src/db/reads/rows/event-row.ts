import type { Prisma } from '#src/db/generated/prisma/client.ts';
import type { BookableEvent, EventHost, EventSecondaryQuestion } from '#src/domain/events/event.ts';

const question = { id: true, statement: true, type: true, required: true, displayIndex: true } as const;

/** What an event's record takes from other tables. */
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

export type EventRow = Prisma.EventGetPayload<{ include: typeof eventParts }>;

/** The record of an event that was browsed to: the same as the lists read it. */
export function eventOfRow(row: EventRow): BookableEvent {
  const { id, name, description, linkPrefix, callType, duration, slotInterval, bufferBefore, bufferAfter } = row;
  const { minimumNotice, bookingWindow, dailyLimit, location, locationLink, status, inviteeQuestions } = row;
  return {
    ...{ id, name, description, linkPrefix, callType, duration, slotInterval, bufferBefore, bufferAfter },
    ...{ minimumNotice, bookingWindow, dailyLimit, location, locationLink, status, inviteeQuestions },
    eventType: callType,
    hosts: row.hostings.map(host),
    secondaryQuestions: row.askedFields.map(secondaryQuestion),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function host({ userId, priority, scheduleId, membership }: EventRow['hostings'][number]): EventHost {
  const { firstName, lastName, email } = membership.user;
  return { userId, firstName, lastName, email, priority, scheduleId };
}

function secondaryQuestion(row: EventRow['askedFields'][number]): EventSecondaryQuestion {
  const { customFieldId, required, displayIndex, customField } = row;
  const { identifier, name, inputType } = customField;
  return { customFieldId, identifier, name, inputType, required, displayIndex };
}
