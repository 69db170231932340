import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import {
  type CallPerson,
  type EventCall,
  isOver,
  outcomeAt,
  type SetOutcome,
} from '#src/domain/event-calls/event-call.ts';
import { answerOptionIds, answerOptions } from '../custom-fields.ts';

/** Parts of the record that come from other tables, which SQL and Prisma read in different shapes. */
type Parts = Pick<EventCall, 'name' | 'linkPrefix' | 'closer' | 'setter' | 'questions' | 'secondaryAnswers'>;

/** The columns of a call. */
type Columns = Omit<EventCall, keyof Parts | 'eventType' | 'outcome' | 'utm' | 'dateTime' | 'endTime' | Stamps> & {
  readonly [Column in 'dateTime' | 'endTime' | Stamps]: Instant;
} & { readonly outcome: SetOutcome | null; readonly utm: unknown };

type Stamps = 'createdAt' | 'updatedAt';

/** The record of a call as of `now`, from either source. Columns are named, since a row may have more of them. */
function eventCall(row: Columns, parts: Parts, now: string): EventCall {
  const endTime = isoText(row.endTime);
  const over = isOver(endTime, now);
  return {
    id: row.id,
    previewId: row.previewId,
    eventId: row.eventId,
    name: parts.name,
    linkPrefix: parts.linkPrefix,
    callType: row.callType,
    status: row.status,
    eventType: over ? 'PAST' : 'UPCOMING',
    dateTime: isoText(row.dateTime),
    endTime,
    duration: row.duration,
    timeZone: row.timeZone,
    contactId: row.contactId,
    inviteeName: row.inviteeName,
    inviteeEmail: row.inviteeEmail,
    phoneNumber: row.phoneNumber,
    userId: row.userId,
    closer: parts.closer,
    setterId: row.setterId,
    setter: parts.setter,
    outcome: outcomeAt(row.outcome, over),
    noSaleReason: row.noSaleReason,
    objection: row.objection,
    notes: row.notes,
    cancelReason: row.cancelReason,
    rescheduleReason: row.rescheduleReason,
    location: row.location,
    locationLink: row.locationLink,
    questions: parts.questions,
    secondaryAnswers: parts.secondaryAnswers,
    utm: row.utm as EventCall['utm'],
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

/** The select list of a call `c` with its event `e`, closer `u` and setter `s`; $1 is the workspace. */
export const recordColumns = `c."id", c."previewId", c."eventId", e."name", e."linkPrefix", c."callType", c."status",
  c."dateTime", c."endTime", c."duration", c."timeZone", c."contactId", c."inviteeName", c."inviteeEmail", c."phoneNumber",
  c."userId", u."firstName" AS "closerFirstName", u."lastName" AS "closerLastName", u."email" AS "closerEmail",
  c."setterId", s."firstName" AS "setterFirstName", s."lastName" AS "setterLastName", s."email" AS "setterEmail",
  c."outcome", c."noSaleReason", c."objection", c."notes", c."cancelReason", c."rescheduleReason", c."location",
  c."locationLink",
  (SELECT json_agg(json_build_object('statement', a."statement", 'type', a."type", 'answer', a."answer") ORDER BY a."id")
    FROM "InviteeAnswer" a WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id") AS "questions",
  (SELECT json_agg(json_build_object('customFieldId', a."customFieldId", 'identifier', f."identifier",
      'answer', a."answer", 'optionIds', ${answerOptionIds}) ORDER BY f."displayIndex", f."id")
    FROM "CustomFieldAnswer" a JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = a."customFieldId"
    WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id") AS "secondaryAnswers",
  c."utm", c."createdAt", c."updatedAt"`;

export const recordJoins = `
  LEFT JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
  LEFT JOIN "User" u ON u."id" = c."userId"
  LEFT JOIN "User" s ON s."id" = c."setterId"`;

/** A row of a statement with `recordColumns`. */
export interface CallRow extends Columns {
  readonly name: string;
  readonly linkPrefix: string;
  readonly closerFirstName: string;
  readonly closerLastName: string;
  readonly closerEmail: string;
  readonly setterFirstName: string;
  readonly setterLastName: string;
  readonly setterEmail: string;
  readonly questions: EventCall['questions'] | null;
  readonly secondaryAnswers: EventCall['secondaryAnswers'] | null;
}

export function eventCallOfSql(row: CallRow, now: string): EventCall {
  const { userId, setterId } = row;
  const parts = {
    name: row.name,
    linkPrefix: row.linkPrefix,
    closer: person(userId, row.closerFirstName, row.closerLastName, row.closerEmail),
    setter: setterId === null ? null : person(setterId, row.setterFirstName, row.setterLastName, row.setterEmail),
    questions: row.questions ?? [],
    secondaryAnswers: row.secondaryAnswers ?? [],
  };
  return eventCall(row, parts, now);
}

function person(id: number, firstName: string, lastName: string, email: string): CallPerson {
  return { id, firstName, lastName, email };
}

const user = { select: { user: { select: { id: true, firstName: true, lastName: true, email: true } } } } as const;

/** What Prisma includes for the record of a call. */
export const eventCallParts = {
  event: { select: { name: true, linkPrefix: true } },
  closerMember: user,
  setterMember: user,
  inviteeAnswers: { select: { statement: true, type: true, answer: true }, orderBy: { id: 'asc' } },
  answers: {
    select: {
      ...{ customFieldId: true, answer: true },
      customField: { select: { identifier: true, options: answerOptions } },
    },
    orderBy: [{ customField: { displayIndex: 'asc' } }, { customFieldId: 'asc' }],
  },
} as const satisfies Prisma.EventCallInclude;

type PrismaRow = Prisma.EventCallGetPayload<{ include: typeof eventCallParts }>;

export function eventCallOfRow(row: PrismaRow, now: Date): EventCall {
  const { event, closerMember, setterMember } = row;
  const parts = {
    name: event.name,
    linkPrefix: event.linkPrefix,
    closer: personOf(closerMember),
    setter: setterMember && personOf(setterMember),
    questions: row.inviteeAnswers.map(({ statement, type, answer }) => ({ statement, type, answer })),
    secondaryAnswers: row.answers.map(({ customFieldId, answer, customField: { identifier, options } }) => ({
      ...{ customFieldId, identifier, answer, optionIds: optionIdsOf(options, answer) },
    })),
  };
  return eventCall(row, parts, now.toISOString());
}

function personOf({ user: { id, firstName, lastName, email } }: PrismaRow['closerMember']): CallPerson {
  return person(id, firstName, lastName, email);
}
