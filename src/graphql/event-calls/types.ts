import { eventCallOfRow, eventCallParts } from '#src/db/reads/event-calls/record.ts';
import { callSets } from '#src/domain/event-calls/call-sets.ts';
import { callTypes } from '#src/domain/event-calls/call-types.ts';
import {
  callQuestionRecord,
  callSecondaryAnswerRecord,
  callStatuses,
  eventCallRecord,
  eventLocations,
  eventTypes,
  noSaleReasons,
  objectionKinds,
  objectionKindTexts,
  orderColumns,
  outcomes,
  questionTypes,
  setOutcomes,
  statusTypes,
} from '#src/domain/event-calls/event-call.ts';
import { languages } from '#src/domain/languages/language.ts';
import { orderDirections } from '#src/domain/list-input.ts';
import { builder, enumType } from '../builder.ts';
import { memberTarget } from '../members/types.ts';
import { pageType } from '../page-type.ts';
import { recordFields, recordType } from '../record-types.ts';
import { oneOf } from '../relations/relation-fields.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const CallSetEnum = enumType('CallSet', callSets, 'The calls that a number of callNumbers counts.');
export const CallTypeEnum = enumType('CallType', callTypes, 'The type of a call.');
export const OutcomeEnum = enumType(
  'CallOutcome',
  outcomes,
  'The outcome of a call. If no outcome is set and the call is not cancelled, it is PENDING until the call has ended and PENDING_OUTCOME afterwards.',
);
export const SetOutcomeEnum = enumType('SetCallOutcome', setOutcomes, 'The outcomes that members can set.');
export const StatusTypeEnum = enumType('EventCallStatusType', statusTypes, 'The status of a call, as a filter.');
export const EventTypeEnum = enumType('EventType', eventTypes, 'Whether a call has ended.');
export const OrderColumnEnum = enumType(
  'EventCallOrderColumn',
  orderColumns,
  'The columns that calls can be sorted by.',
);
export const OrderByEnum = enumType('OrderBy', orderDirections, 'Sort direction.');
export const LocationEnum = enumType('EventLocation', eventLocations, 'Where a call takes place.');
export const QuestionTypeEnum = enumType('InviteeQuestionType', questionTypes, 'What an invitee question asks for.');
export const CallStatusEnum = enumType('CallStatus', callStatuses, 'The status of a call.');
export const LanguageEnum = enumType('Language', languages, "A language for invitees' pages and emails.");
export const ObjectionKindEnum = enumType(
  'ObjectionKind',
  objectionKinds,
  "The kind of an invitee's objection.",
  objectionKindTexts,
);

export const NoSaleReasonEnum = enumType('NoSaleReason', noSaleReasons, 'The reason for a lost sale.');

/** The fields of its closer and setter that a call contains. */
const embeddedFields = ['id', 'firstName', 'lastName', 'email'];
const scopeOfMore = 'Fields other than id, names and email require users:read.';

recordType('CallQuestion', callQuestionRecord, {
  description: 'A question that the invitee answered when booking.',
});

recordType('CallSecondaryAnswer', callSecondaryAnswerRecord, {
  description: "The call's answer to a custom field.",
});

export const EventCallType = builder.prismaObject('EventCall', {
  findUnique: byId,
  description: 'A booked call.',
  fields: (t) =>
    recordFields(t, eventCallRecord, {
      closer: oneOf(t, memberTarget, {
        relation: 'closerMember',
        embeddedFields,
        isRequired: true,
        description: `The closer. ${scopeOfMore}`,
      }),
      setter: oneOf(t, memberTarget, {
        relation: 'setterMember',
        embeddedFields,
        description: `The setter. ${scopeOfMore}`,
      }),
    }),
});

export const EventCallPageType = pageType('eventCalls', EventCallType, {
  of: 'calls',
  count: 'Total number of matching calls. There are more pages if (page + 1) * limit < count.',
});

export const eventCallTarget: RelationTarget<Parameters<typeof eventCallOfRow>[0]> = {
  type: EventCallType,
  record: 'EventCall',
  model: 'eventCall',
  include: eventCallParts,
  toRecord: eventCallOfRow,
  orderBy: [{ dateTime: 'desc' }, { id: 'desc' }],
};
