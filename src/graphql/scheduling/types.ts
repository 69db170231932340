import type { GraphQLResolveInfo } from 'graphql';
import { type DatesForm, datesForms, type EventDates } from '#src/domain/scheduling/event-dates.ts';
import { closingReasonRecord, closingRules } from '#src/domain/scheduling/why-unavailable.ts';
import { builder, enumType } from '../builder.ts';
import { inListTurn } from '../limits/document-turns.ts';
import { recordType } from '../record-types.ts';
import { selectedFields } from '../relations/selection.ts';

/** The document cost of the search, which for a large team takes as long as a hundred records. */
export const eventDatesCost = 100;
/** The number of slots that the cost assumes before they are known: one list of them fits into a document. */
const assumedSlots = 1_000;

/** The forms of the slots that a document selects. */
export function formsOf(info: GraphQLResolveInfo): DatesForm[] {
  const selected = selectedFields(info);
  return datesForms.filter((form) => selected.has(form));
}

const SlotType = builder.objectRef<EventDates['slots'][number]>('Slot').implement({
  description: 'An instant at which an event can be booked.',
  fields: (t) => ({
    dateTime: t.expose('dateTime', { type: 'DateTime', description: 'Start of the call.' }),
    hostIds: t.exposeIntList('hostIds', {
      description: 'User ids of the hosts who are available then, in the order in which they are chosen.',
    }),
  }),
});

export const EventDatesType = builder.objectRef<EventDates>('EventDates').implement({
  description: 'The open slots of an event in a range of dates.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: 'The requested IANA time zone.' }),
    availabilities: t.expose('availabilities', {
      type: 'TimesByDate',
      description: 'The same slots by date and HH:mm in the time zone. Dates without slots are omitted.',
    }),
    slots: t.field({
      type: [SlotType],
      description: 'The open slots, each instant once, ascending.',
      extensions: { assumedLength: assumedSlots },
      resolve: ({ slots }, _args, context) => inListTurn(context, slots),
    }),
  }),
});

enumType('ClosingRule', closingRules, 'A rule that can make a host unavailable at an instant.');

export const ClosingReasonType = recordType('ClosingReason', closingReasonRecord, {
  description: 'A reason why a host cannot be booked at an instant.',
});
