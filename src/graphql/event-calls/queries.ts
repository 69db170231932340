import { eventCallListInput } from '#src/domain/event-calls/event-call.ts';
import { listEventCalls } from '#src/services/event-calls/list-event-calls.ts';
import { argumentsOf } from '../arguments.ts';
import { pageWithRelations } from '../browsing/with-relations.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { eventCallNoun } from './noun.ts';
import {
  CallTypeEnum,
  EventCallPageType,
  EventTypeEnum,
  OrderByEnum,
  OrderColumnEnum,
  OutcomeEnum,
  StatusTypeEnum,
} from './types.ts';

const enums = {
  eventType: EventTypeEnum,
  outcomes: OutcomeEnum,
  types: StatusTypeEnum,
  callTypes: CallTypeEnum,
  orderColumn: OrderColumnEnum,
  orderBy: OrderByEnum,
};

builder.queryField('eventCalls', (t) =>
  t.field({
    type: EventCallPageType,
    description:
      'Booked calls, newest first, a page at a time. Owners and admins see all calls of the workspace, closers and setters their own. Filters are combined with and; the values of one filter with or.',
    authScopes: { scope: 'eventCalls:read' },
    extensions: restEndpoint({
      method: 'GET',
      path: '/eventCalls',
      scope: 'eventCalls:read',
      input: eventCallListInput,
    }),
    args: t.validate(argumentsOf(t.arg, eventCallListInput, enums), withoutNulls(eventCallListInput)),
    resolve: async (_root, args, context, info) =>
      pageWithRelations(
        await listEventCalls(caller(context), parsed(eventCallListInput, args)),
        'eventCalls',
        eventCallNoun,
        context,
        info,
      ),
  }),
);
