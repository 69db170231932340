import type { Prisma } from '#src/db/generated/prisma/client.ts';
import type { Utm } from '#src/domain/contacts/contact.ts';
import { type CallPerson, type EventCall, isOver, outcomeAt } from '#src/domain/event-calls/event-call.ts';

const person = { select: { user: { select: { id: true, firstName: true, lastName: true, email: true } } } } as const;

/** What a call's record takes from other tables. */
export const eventCallParts = {
  event: { select: { name: true, linkPrefix: true } },
  closerMember: person,
  setterMember: person,
  inviteeAnswers: { select: { statement: true, type: true, answer: true }, orderBy: { id: 'asc' } },
  answers: {
    select: { customFieldId: true, answer: true, customField: { select: { identifier: true } } },
    orderBy: [{ customField: { displayIndex: 'asc' } }, { customFieldId: 'asc' }],
  },
} as const satisfies Prisma.EventCallInclude;

export type EventCallRow = Prisma.EventCallGetPayload<{ include: typeof eventCallParts }>;

/**
 * The record of a call that was browsed to: the same as the lists read it, at this moment. Columns are named one by one,
 * since a relation that the document asks for as well brings more of them.
 */
export function eventCallOfRow(row: EventCallRow, now: Date): EventCall {
  const { id, previewId, eventId, callType, status, duration, timeZone, contactId, userId, setterId } = row;
  const { inviteeName, inviteeEmail, phoneNumber, objection, notes, cancelReason, rescheduleReason } = row;
  const { location, locationLink, noSaleReason } = row;
  const endTime = row.endTime.toISOString();
  const over = isOver(endTime, now.toISOString());
  return {
    ...{ id, previewId, eventId, callType, status, duration, timeZone, contactId, userId, setterId },
    ...{ inviteeName, inviteeEmail, phoneNumber, objection, notes, cancelReason, rescheduleReason },
    ...{ location, locationLink, noSaleReason, endTime },
    name: row.event.name,
    linkPrefix: row.event.linkPrefix,
    eventType: over ? 'PAST' : 'UPCOMING',
    outcome: outcomeAt(row.outcome, over),
    dateTime: row.dateTime.toISOString(),
    closer: personOf(row.closerMember),
    setter: row.setterMember && personOf(row.setterMember),
    questions: row.inviteeAnswers.map(({ statement, type, answer }) => ({ statement, type, answer })),
    secondaryAnswers: row.answers.map(({ customFieldId, answer, customField: { identifier } }) => ({
      ...{ customFieldId, identifier, answer },
    })),
    utm: row.utm as unknown as Utm[],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function personOf({ user }: EventCallRow['closerMember']): CallPerson {
  const { id, firstName, lastName, email } = user;
  return { id, firstName, lastName, email };
}
