import { z } from 'zod';
import { callTypes } from '#src/domain/event-calls/call-types.ts';
import { enumeration, filterList, idList, text } from '#src/domain/input.ts';
import { defaultOrder, orderOf, pageOf, rangeBound, recordTimes } from '#src/domain/list-input.ts';
import { originFilters } from '#src/domain/reports/origin-filters.ts';
import { contactStatuses } from './contact.ts';
import { leadSets } from './lead-sets.ts';

export const contactOrderColumns = ['createdAt', 'updatedAt', 'id'] as const;
export const contactOrder = defaultOrder(contactOrderColumns);

/** The filters that the list of contacts and leadNumbers share. */
export const originsOfLeads = {
  eventIds: idList()
    .optional()
    .describe('Only contacts whose first booking is of these events (templates), by event id.'),
  callTypes: filterList(enumeration(callTypes))
    .optional()
    .describe('Only contacts whose first booking is of these types.'),
  ...originFilters({
    records: 'contacts',
    source: 'The source of a contact is its utm_source, or else that of its first booking.',
    product: 'The product of a contact is that of its first deal that names one.',
  }),
};

/** The filters that the list and the board share. */
const ownFilters = {
  search: text(200)
    .optional()
    .describe(
      'Free text: each word must occur in the name, the emails or the phone numbers; case-insensitive. Phone numbers can be written in national format: `(204) 555-0103`.',
    ),
  status: filterList(enumeration(contactStatuses)).optional().describe('Only contacts with one of these statuses.'),
  userIds: idList().optional().describe('Only contacts of these owners, by user id.'),
  setterIds: idList().optional().describe('Only contacts of these setters, by user id.'),
};

export const contactListInput = z.object({
  ...pageOf('Contacts'),
  ...ownFilters,
  optionIds: idList()
    .optional()
    .describe(
      'Ids of custom field options: only contacts whose answer contains one of them. With options of several fields, an answer must match for each field.',
    ),
  unansweredFieldIds: idList()
    .optional()
    .describe('Ids of custom fields: only contacts who have answered none of them.'),
  ...originsOfLeads,
  counted: enumeration(leadSets)
    .optional()
    .describe(
      'Only contacts that this number of leadNumbers counts: with the same range of createdAt, as many as it says. booked, held and won are about the calls that you can see.',
    ),
  firstBookedFrom: rangeBound('Start', 'the first booking'),
  firstBookedTo: rangeBound('End', 'the first booking'),
  ...recordTimes(),
  ...orderOf('contacts', contactOrderColumns),
});

export type ContactListInput = z.output<typeof contactListInput>;

/** Each stage of the board has a page of its own. */
export const contactBoardInput = z.object({
  limit: contactListInput.shape.limit.describe('Contacts of each stage, 1 to 100.'),
  ...ownFilters,
  ...recordTimes(),
  ...orderOf('contacts', contactOrderColumns),
});

export type ContactBoardInput = z.output<typeof contactBoardInput>;

export const contactBoardValuesInput = contactBoardInput.omit({ limit: true, orderColumn: true, orderBy: true });

export type ContactBoardValuesInput = z.output<typeof contactBoardValuesInput>;

/** What the deals of the contacts of a stage are worth in one currency. */
export interface StageValue {
  readonly currency: string;
  readonly dealCount: number;
  readonly value: string;
}
