import { eventCallDetailInput, eventCallListInput } from '#src/domain/event-calls/event-call.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { listEventCalls } from '#src/services/event-calls/read-event-calls.ts';
import { contactTarget } from '../contacts/types.ts';
import { dealTarget } from '../deals/types.ts';
import { eventTarget } from '../events/types.ts';
import { memberTarget } from '../members/types.ts';
import { notificationTarget } from '../notifications/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { query, recordBy, relationsOfPage } from '../root-fields.ts';
import { eventCallChangeTarget } from './history.ts';
import {
  CallSetEnum,
  CallTypeEnum,
  EventCallPageType,
  EventCallType,
  EventTypeEnum,
  eventCallTarget,
  NoSaleReasonEnum,
  ObjectionKindEnum,
  OrderByEnum,
  OrderColumnEnum,
  OutcomeEnum,
  StatusTypeEnum,
} from './types.ts';

query('eventCalls', {
  type: EventCallPageType,
  description:
    'Booked calls, paginated, newest first. Owners and admins see all calls of the workspace, closers and setters only their own. Different filters are combined with AND, the values of one filter with OR.',
  access: recordPolicies.EventCall.read,
  input: eventCallListInput,
  types: {
    eventType: EventTypeEnum,
    outcomes: OutcomeEnum,
    types: StatusTypeEnum,
    callTypes: CallTypeEnum,
    noSaleReasons: NoSaleReasonEnum,
    objectionKinds: ObjectionKindEnum,
    counted: CallSetEnum,
    orderColumn: OrderColumnEnum,
    orderBy: OrderByEnum,
  },
  rest: { method: 'GET', path: '/eventCalls' },
  read: listEventCalls,
  addRelations: relationsOfPage('eventCalls', eventCallTarget),
});

recordBy('eventCall', eventCallTarget, {
  description:
    'One booked call by exactly one of id and previewId. NOT_FOUND if it does not exist or you cannot see it.',
  input: eventCallDetailInput,
  where: ({ id, previewId }) => (id === undefined ? { previewId } : { id }),
  rest: { path: '/eventCalls/detail' },
});

addRelationFields(EventCallType, {
  event: { one: eventTarget, description: 'The event that was booked.' },
  contact: { one: contactTarget, description: 'The contact who booked it.' },
  closerMember: { one: memberTarget, description: 'The closer.', deprecationReason: 'Use `closer`.' },
  setterMember: { one: memberTarget, description: 'The setter.', deprecationReason: 'Use `setter`.' },
  deals: { many: dealTarget, description: 'The deals that resulted from the call, newest first.' },
  changes: {
    many: eventCallChangeTarget,
    description:
      'The history of the call, newest first: who booked, rescheduled, reassigned or cancelled it, and who set its outcome. Changes from before this history was introduced are not included.',
  },
  notifications: { many: notificationTarget, description: 'The emails about the call, newest first.' },
});
