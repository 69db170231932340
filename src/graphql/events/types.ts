import { eventOfRow, eventParts } from '#src/db/reads/events.ts';
import { bookingPath, qrCodePath } from '#src/domain/events/booking-addresses.ts';
import { answerOperators, disqualificationRuleRecord, ruleKinds } from '#src/domain/events/disqualification.ts';
import {
  bookableEventRecord,
  bookingFlows,
  eventHostRecord,
  eventQuestionRecord,
  eventSecondaryQuestionRecord,
  eventStatuses,
} from '#src/domain/events/event.ts';
import { metRuleRecord } from '#src/domain/events/why-disqualified.ts';
import { eventReminderRecord } from '#src/domain/notifications/notification.ts';
import { rolePolicies } from '#src/domain/principal/roles.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields, recordType } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';
import type { RestFields } from '../rest-endpoint.ts';

export const EventStatusEnum = enumType('EventStatus', eventStatuses, 'Whether an event can be booked.');

export const BookingFlowEnum = enumType(
  'BookingFlow',
  bookingFlows,
  'TIME_FIRST: invitees choose a time, then fill in the form. FORM_FIRST: invitees fill in the form, then choose a time.',
);
export const RuleKindEnum = enumType('DisqualificationRuleKind', ruleKinds, 'What a disqualification rule checks.');
export const AnswerOperatorEnum = enumType(
  'AnswerOperator',
  answerOperators,
  'EQUALS: the answer is one of the values. CONTAINS: the answer contains one of the values.',
);

recordType('DisqualificationRule', disqualificationRuleRecord, {
  description: 'A disqualification rule. A lead matches it if one of its values matches.',
});

export const MetRuleType = recordType('MetRule', metRuleRecord, {
  description: 'The rule that disqualifies a lead.',
});

recordType('EventHost', eventHostRecord, {
  description: 'A member who hosts calls of an event.',
});

recordType('InviteeQuestion', eventQuestionRecord, {
  description: 'A question that the booking form asks.',
});

recordType('SecondaryQuestion', eventSecondaryQuestionRecord, { description: 'A custom field on the booking form.' });

const ReminderType = recordType('EventReminder', eventReminderRecord, {
  description: 'A reminder email before each call of an event.',
});

export const EventType = builder.prismaObject('Event', {
  findUnique: byId,
  description: 'A bookable event: a template for calls.',
  fields: (t) => ({
    ...recordFields(t, bookableEventRecord, {
      bookingUrl: t.string({
        description: 'URL of the booking page, which is available while the event is live.',
        resolve: ({ linkPrefix }, _args, { appUrl }) => appUrl + bookingPath(linkPrefix),
      }),
      qrCodeUrl: t.string({
        description: 'URL of a public SVG image with `bookingUrl` as a QR code; 404 unless the event is live.',
        resolve: ({ linkPrefix }, _args, { appUrl }) => appUrl + qrCodePath(linkPrefix),
      }),
      reminders: t.expose('reminders', {
        type: [ReminderType],
        description: 'The reminder emails before each call.',
        extensions: { assumedLength: 2 },
      }),
    }),
    previewUrl: t.string({
      nullable: true,
      extensions: { restFields: [] } satisfies RestFields,
      description:
        'URL of the booking page of a deactivated event, for owners and admins: it shows every step and books nothing. It works for one to two hours, for anyone who has it. Null for an activated event, and for others.',
      resolve: ({ linkPrefix, status }, _args, { appUrl, bookingTokens, clock, principal }) =>
        status === 'ACTIVATED' || !principal || rolePolicies[principal.role].rows !== 'all'
          ? null
          : `${appUrl}${bookingPath(linkPrefix)}?preview=${bookingTokens.signPreview(linkPrefix, clock.now())}`,
    }),
  }),
});

export const EventPageType = pageType('events', EventType, {
  of: 'bookable events',
  items: 'events',
  count: 'Total number of matching events.',
});

export const eventTarget: RelationTarget<Parameters<typeof eventOfRow>[0]> = {
  type: EventType,
  record: 'Event',
  model: 'event',
  include: eventParts,
  toRecord: eventOfRow,
  where: { deletedAt: null },
  orderBy: [{ name: 'asc' }, { id: 'asc' }],
};
