import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import { type EventCall, isOver, outcomeAt, type SetOutcome } from '#src/domain/event-calls/event-call.ts';
import { answerOptionIds, answerOptions } from '../custom-fields.ts';
import { type ColumnValues, columnsOf, jsonInstant, jsonRecord } from '../json-record.ts';

type Call = Omit<EventCall, 'outcome'> & { readonly outcome: SetOutcome | null };
type Question = Call['questions'][number];
type Answer = Call['secondaryAnswers'][number];

const columns = [
  ...['id', 'previewId', 'eventId', 'callType', 'status', 'dateTime', 'endTime', 'duration', 'timeZone', 'contactId'],
  ...['inviteeName', 'inviteeEmail', 'phoneNumber', 'userId', 'setterId', 'outcome', 'noSaleReason', 'objection'],
  ...['notes', 'cancelReason', 'rescheduleReason', 'location', 'locationLink', 'utm', 'createdAt', 'updatedAt'],
] as const satisfies readonly (keyof Call)[];

/** What `callRecord` selects: the columns of the call, then what comes from other tables. */
export type CallValues = [
  ...ColumnValues<Call, typeof columns>,
  ...[name: string, linkPrefix: string],
  ...[closerFirstName: string, closerLastName: string, closerEmail: string],
  ...[setterFirstName: string, setterLastName: string, setterEmail: string],
  questions: [Question['statement'], Question['type'], Question['answer']][],
  secondaryAnswers: [Answer['customFieldId'], Answer['identifier'], Answer['answer'], Answer['optionIds']][] | null,
];

/** Selects the record of a call `c` with its event `e`, closer `u` and setter `s`; $1 is the workspace. */
export const callRecord = jsonRecord([
  ...columnsOf('c', columns),
  ...columnsOf('e', ['name', 'linkPrefix']),
  ...columnsOf('u', ['firstName', 'lastName', 'email']),
  ...columnsOf('s', ['firstName', 'lastName', 'email']),
  `ARRAY(SELECT ARRAY[a."statement", a."type"::text, a."answer"]
    FROM "InviteeAnswer" a WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id" ORDER BY a."id")`,
  `(SELECT json_agg(json_build_array(a."customFieldId", f."identifier", a."answer", ${answerOptionIds})
      ORDER BY f."displayIndex", f."id")
    FROM "CustomFieldAnswer" a JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = a."customFieldId"
    WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id")`,
]);

export const callJoins = `
  LEFT JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
  LEFT JOIN "User" u ON u."id" = c."userId"
  LEFT JOIN "User" s ON s."id" = c."setterId"`;

/** The record of a call as of `now`, an ISO text. */
export function eventCallOf(values: CallValues, now: string): EventCall {
  // biome-ignore format: as the list of columns
  const [
    id, previewId, eventId, callType, status, dateTime, end, duration, timeZone, contactId,
    inviteeName, inviteeEmail, phoneNumber, userId, setterId, outcome, noSaleReason, objection,
    notes, cancelReason, rescheduleReason, location, locationLink, utm, createdAt, updatedAt,
    name, linkPrefix, closerFirstName, closerLastName, closerEmail, setterFirstName, setterLastName, setterEmail,
    questions, secondaryAnswers,
  ] = values;
  const endTime = jsonInstant(end);
  const over = isOver(endTime, now);
  return {
    id,
    previewId,
    eventId,
    name,
    linkPrefix,
    callType,
    status,
    eventType: over ? 'PAST' : 'UPCOMING',
    dateTime: jsonInstant(dateTime),
    endTime,
    duration,
    timeZone,
    contactId,
    inviteeName,
    inviteeEmail,
    phoneNumber,
    userId,
    closer: { id: userId, firstName: closerFirstName, lastName: closerLastName, email: closerEmail },
    setterId,
    setter:
      setterId === null
        ? null
        : { id: setterId, firstName: setterFirstName, lastName: setterLastName, email: setterEmail },
    outcome: outcomeAt({ outcome, status }, over),
    noSaleReason,
    objection,
    notes,
    cancelReason,
    rescheduleReason,
    location,
    locationLink,
    questions: questions.map(([statement, type, answer]) => ({ statement, type, answer })),
    secondaryAnswers: (secondaryAnswers ?? []).map(([customFieldId, identifier, answer, optionIds]) => ({
      customFieldId,
      identifier,
      answer,
      optionIds,
    })),
    utm,
    createdAt: jsonInstant(createdAt),
    updatedAt: jsonInstant(updatedAt),
  };
}

const user = { select: { user: { select: { firstName: true, lastName: true, email: true } } } } as const;

/** What Prisma includes for the record of a call. */
export const eventCallParts = {
  event: { select: { name: true, linkPrefix: true } },
  closerMember: user,
  setterMember: user,
  inviteeAnswers: { select: { statement: true, type: true, answer: true }, orderBy: { id: 'asc' } },
  answers: {
    select: {
      customFieldId: true,
      answer: true,
      customField: { select: { identifier: true, options: answerOptions } },
    },
    orderBy: [{ customField: { displayIndex: 'asc' } }, { customFieldId: 'asc' }],
  },
} as const satisfies Prisma.EventCallInclude;

type PrismaRow = Prisma.EventCallGetPayload<{ include: typeof eventCallParts }>;

/** What Prisma's row of a call lacks. Its event may have more columns, where the document selects it. */
export function eventCallOfRow({ event, inviteeAnswers: questions, answers, ...row }: PrismaRow, now: Date) {
  const over = row.endTime <= now;
  return {
    name: event.name,
    linkPrefix: event.linkPrefix,
    eventType: over ? 'PAST' : 'UPCOMING',
    closer: { id: row.userId, ...row.closerMember.user },
    setter: row.setterMember && { id: row.setterId, ...row.setterMember.user },
    outcome: outcomeAt(row, over),
    questions,
    secondaryAnswers: answers.map(({ customField: { identifier, options }, ...answered }) => ({
      ...answered,
      identifier,
      optionIds: optionIdsOf(options, answered.answer),
    })),
  };
}
