import { type CallPerson, type EventCall, isOver, outcomeAt } from '#src/domain/event-calls/event-call.ts';

/** The columns of one call `c`, its event `e`, closer `u` and setter `s`, by the names by which the record is made. */
const columns = {
  id: 'c."id"',
  previewId: 'c."previewId"',
  eventId: 'c."eventId"',
  name: 'e."name"',
  linkPrefix: 'e."linkPrefix"',
  callType: 'c."callType"',
  status: 'c."status"',
  dateTime: 'c."dateTime"',
  endTime: 'c."endTime"',
  duration: 'c."duration"',
  timeZone: 'c."timeZone"',
  contactId: 'c."contactId"',
  inviteeName: 'c."inviteeName"',
  inviteeEmail: 'c."inviteeEmail"',
  phoneNumber: 'c."phoneNumber"',
  userId: 'c."userId"',
  closerFirstName: 'u."firstName"',
  closerLastName: 'u."lastName"',
  closerEmail: 'u."email"',
  setterId: 'c."setterId"',
  setterFirstName: 's."firstName"',
  setterLastName: 's."lastName"',
  setterEmail: 's."email"',
  outcome: 'c."outcome"',
  noSaleReason: 'c."noSaleReason"',
  objection: 'c."objection"',
  notes: 'c."notes"',
  cancelReason: 'c."cancelReason"',
  rescheduleReason: 'c."rescheduleReason"',
  location: 'c."location"',
  locationLink: 'c."locationLink"',
  questions: `(SELECT json_agg(json_build_object('statement', a."statement", 'type', a."type", 'answer', a."answer") ORDER BY a."id")
    FROM "InviteeAnswer" a WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id")`,
  secondaryAnswers: `(SELECT json_agg(json_build_object('customFieldId', a."customFieldId", 'identifier', f."identifier",
      'answer', a."answer") ORDER BY f."displayIndex", f."id")
    FROM "CustomFieldAnswer" a JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = a."customFieldId"
    WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id")`,
  utm: 'c."utm"',
  createdAt: 'c."createdAt"',
  updatedAt: 'c."updatedAt"',
};

export const recordColumns = Object.values(columns).join(', ');

/** A row: what the statement tells of the whole list, and then `recordColumns`. */
export type CallRow = readonly unknown[];

export const recordJoins = `
  LEFT JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
  LEFT JOIN "User" u ON u."id" = c."userId"
  LEFT JOIN "User" s ON s."id" = c."setterId"`;

/** Where each column stands in a row whose head has so many columns. */
function placesAfter(head: number) {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return Object.fromEntries(names.map((name, index) => [name, head + index])) as Record<keyof typeof columns, number>;
}

const places = [0, 1, 2, 3].map(placesAfter);

/** The calls of the rows; the one row of an empty page has none. */
export function callRecords(rows: readonly CallRow[], head: 1 | 3, now: string): EventCall[] {
  const at = places[head] as (typeof places)[number];
  const calls: EventCall[] = [];
  for (const row of rows) if (row[at.id] !== null) calls.push(callRecord(row, at, now));
  return calls;
}

/** The keys in the order in which both doors tell them. */
// biome-ignore lint/suspicious/noExplicitAny: the columns of a row are of the types that the record says.
function callRecord(row: readonly any[], at: ReturnType<typeof placesAfter>, now: string): EventCall {
  const endTime = row[at.endTime];
  const over = isOver(endTime, now);
  const userId = row[at.userId];
  const setterId = row[at.setterId];
  return {
    id: row[at.id],
    previewId: row[at.previewId],
    eventId: row[at.eventId],
    name: row[at.name],
    linkPrefix: row[at.linkPrefix],
    callType: row[at.callType],
    status: row[at.status],
    eventType: over ? 'PAST' : 'UPCOMING',
    dateTime: row[at.dateTime],
    endTime,
    duration: row[at.duration],
    timeZone: row[at.timeZone],
    contactId: row[at.contactId],
    inviteeName: row[at.inviteeName],
    inviteeEmail: row[at.inviteeEmail],
    phoneNumber: row[at.phoneNumber],
    userId,
    closer: person(userId, row, at.closerFirstName),
    setterId,
    setter: setterId === null ? null : person(setterId, row, at.setterFirstName),
    outcome: outcomeAt(row[at.outcome], over),
    noSaleReason: row[at.noSaleReason],
    objection: row[at.objection],
    notes: row[at.notes],
    cancelReason: row[at.cancelReason],
    rescheduleReason: row[at.rescheduleReason],
    location: row[at.location],
    locationLink: row[at.locationLink],
    questions: row[at.questions] ?? [],
    secondaryAnswers: row[at.secondaryAnswers] ?? [],
    utm: row[at.utm],
    createdAt: row[at.createdAt],
    updatedAt: row[at.updatedAt],
  };
}

/** First name, last name and e-mail stand side by side. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
function person(id: number, row: readonly any[], first: number): CallPerson {
  return { id, firstName: row[first], lastName: row[first + 1], email: row[first + 2] };
}
