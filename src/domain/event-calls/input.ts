import { z } from 'zod';
import { dayOrInstant, email, enumeration, id, idList, limit, list, page, text } from '#src/domain/input.ts';
import { callTypes, eventTypes, outcomes, statusTypes } from './event-call.ts';

export const orderColumns = ['dateTime', 'createdAt', 'updatedAt', 'id'] as const;
export const orderDirections = ['asc', 'desc'] as const;

export const eventCallListInput = z.object({
  page: page().describe('Page number, from 0.'),
  limit: limit().describe('Calls a page, 1 to 100.'),
  eventType: enumeration(eventTypes)
    .default('ALL')
    .describe('PAST: calls whose end has come. UPCOMING: the others. ALL: both.'),
  dateFrom: dayOrInstant()
    .optional()
    .describe(
      "Start of the range of dateTime, inclusive: YYYY-MM-DD (the whole day in the workspace's time zone) or an ISO 8601 instant.",
    ),
  dateTo: dayOrInstant()
    .optional()
    .describe(
      "End of the range of dateTime, inclusive: YYYY-MM-DD (the whole day in the workspace's time zone) or an ISO 8601 instant.",
    ),
  ids: idList().optional().describe('Call ids.'),
  userIds: idList().optional().describe('User ids of closers.'),
  eventIds: idList().optional().describe('Ids of the events (templates) that were booked.'),
  outcomes: list(enumeration(outcomes))
    .optional()
    .describe('Outcomes. PENDING: not yet over, nothing set. PENDING_OUTCOME: over, nothing set.'),
  types: list(enumeration(statusTypes)).optional().describe('Statuses of calls.'),
  callTypes: list(enumeration(callTypes)).optional().describe('Types of calls.'),
  inviteeEmails: list(email()).optional().describe('E-mail addresses of invitees; letter case does not matter.'),
  search: text(200)
    .optional()
    .describe(
      "Free text: each word must occur in the invitee's name, e-mail or phone number; letter case does not matter.",
    ),
  setterIds: idList().optional().describe('User ids of setters.'),
  contactId: id().optional().describe('A single contact id.'),
  previewId: text(64).optional().describe('A single preview id (`call_…`).'),
  orderColumn: enumeration(orderColumns)
    .default('dateTime')
    .describe('What to sort by; calls that are equal in it are sorted by id.'),
  orderBy: enumeration(orderDirections).default('desc').describe('Sort direction.'),
});

export type EventCallListInput = z.output<typeof eventCallListInput>;
