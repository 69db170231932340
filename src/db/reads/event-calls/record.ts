import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import {
  type CallPerson,
  type CallStatus,
  type EventCall,
  eventCallRecord,
  isOver,
  outcomeAt,
  type SetOutcome,
} from '#src/domain/event-calls/event-call.ts';
import { answerOptionIds, answerOptions } from '../custom-fields.ts';
import { columnsOfRecord, plain, recordReader, rowsOf } from '../record-reader.ts';

type Question = EventCall['questions'][number];
type Answer = EventCall['secondaryAnswers'][number];

const person = (alias: string) => ['firstName', 'lastName', 'email'].map((column) => `${alias}."${column}"`);

function personOf(firstName: string, lastName: string, email: string, id: number | null): CallPerson | null {
  return id === null ? null : { id, firstName, lastName, email };
}

/** Reads the record of a call `c` with its event `e`, closer `u` and setter `s`, which `callJoins` joins. */
export const eventCalls = recordReader<EventCall>({
  ...columnsOfRecord('c', eventCallRecord),
  ...plain('e', 'name', 'linkPrefix'),
  eventType: {
    sql: [],
    of: ['endTime'],
    read: (endTime: string, now: string) => (isOver(endTime, now) ? 'PAST' : 'UPCOMING'),
  },
  closer: { sql: person('u'), of: ['userId'], read: personOf },
  setter: { sql: person('s'), of: ['setterId'], read: personOf },
  outcome: {
    sql: 'c."outcome"',
    of: ['status', 'endTime'],
    read: (outcome: SetOutcome | null, status: CallStatus, endTime: string, now: string) =>
      outcomeAt({ outcome, status }, isOver(endTime, now)),
  },
  questions: {
    sql: `ARRAY(SELECT ARRAY[a."statement", a."type"::text, a."answer"]
      FROM "InviteeAnswer" a WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id" ORDER BY a."id")`,
    read: (rows: [Question['statement'], Question['type'], Question['answer']][]) =>
      rows.map(([statement, type, answer]) => ({ statement, type, answer })),
  },
  secondaryAnswers: rowsOf<Answer>(
    {
      ...plain('a', 'customFieldId'),
      ...plain('f', 'identifier'),
      ...plain('a', 'answer'),
      optionIds: { sql: answerOptionIds },
    },
    {
      from: `"CustomFieldAnswer" a JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = a."customFieldId"
        WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id"`,
      orderBy: 'f."displayIndex", f."id"',
    },
  ),
});

export const callJoins = `
  LEFT JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
  LEFT JOIN "User" u ON u."id" = c."userId"
  LEFT JOIN "User" s ON s."id" = c."setterId"`;

const user = { select: { user: { select: { firstName: true, lastName: true, email: true } } } } as const;

/** The relations that Prisma includes for the record of a call. */
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

/** Computes the fields of a call that Prisma's row lacks. Its event may have more columns if the document selects it. */
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
