import {
  finishCallInput,
  finishedContactInput,
  finishedDealInput,
  finishedPaymentInput,
  followUpInput,
  undoFinishCallInput,
} from '#src/domain/event-calls/finish-call.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { type FinishedCall, finishCall } from '#src/services/event-calls/finish-call.ts';
import { undoFinishCall } from '#src/services/event-calls/undo-finish-call.ts';
import { nestedTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { ContactStatusEnum } from '../contacts/types.ts';
import { DealTransactionTypeEnum, DealType } from '../deals/types.ts';
import { mutation } from '../root-fields.ts';
import { TransactionSourceEnum, TransactionType } from '../transactions/types.ts';
import { EventCallType, NoSaleReasonEnum, ObjectionKindEnum, SetOutcomeEnum } from './types.ts';

const { write } = recordPolicies.EventCall;
/** All that finishing a call may change, and undoing it. */
const changes = [
  'eventCalls',
  'eventCall',
  'contacts',
  'contactBoard',
  'contact',
  'deals',
  'transactions',
  'eventDates',
];
const wire = { value: { type: 'number' } } as const;

const FinishedContactInput = nestedTypeOf('FinishedContactInput', finishedContactInput, {
  description: 'What finishing a call changes in its contact. At least one field is required.',
  types: { status: ContactStatusEnum },
});

const FinishedDealInput = nestedTypeOf('FinishedDealInput', finishedDealInput, {
  description: 'The deal of a finished call. Its contact is that of the call.',
  types: { value: 'Decimal', transactionType: DealTransactionTypeEnum },
});

const FinishedPaymentInput = nestedTypeOf('FinishedPaymentInput', finishedPaymentInput, {
  description: 'A payment of the deal of a finished call, in the currency of the deal.',
  types: { value: 'Decimal', source: TransactionSourceEnum },
});

const FollowUpInput = nestedTypeOf('FollowUpInput', followUpInput, {
  description:
    'The next call with the contact of a finished call, of the same event. Its questions are not asked again.',
});

const FinishCallPayload = builder.objectRef<FinishedCall>('FinishCallPayload').implement({
  description: 'A finished call, with the records that were created with its outcome.',
  fields: (t) => ({
    eventCall: t.expose('eventCall', { type: EventCallType, description: 'The call with its outcome.' }),
    deal: t.expose('deal', { type: DealType, nullable: true, description: 'The new deal.' }),
    payments: t.expose('payments', { type: [TransactionType], description: 'The new payments of the deal.' }),
    followUp: t.expose('followUp', {
      type: EventCallType,
      nullable: true,
      description: 'The next call, if one was booked.',
    }),
    undoUntil: t.expose('undoUntil', { type: 'DateTime', description: 'Until then `undoFinishCall` takes it back.' }),
  }),
});

mutation('finishCall', {
  type: FinishCallPayload,
  description:
    'Sets the outcome of a call together with what follows from it: its deal with payments, the next call, and the status, stage and owner of the contact. Either all of it is stored or nothing. Each part also needs the scope of the request that it replaces: `contacts:write` for status and owner, `fields:write` for the stage, `deals:write`, `transactions:write`. If the outcome is not the expectedOutcome, the error of outcome names the current one and who set it. NOT_FOUND if the call or the product does not exist or you cannot see it. EVENT_NOT_FOUND if a next call is booked and its event is no longer live.',
  access: write,
  changes,
  input: {
    schema: finishCallInput,
    description: 'The outcome of a call, and what follows from it.',
    types: {
      outcome: SetOutcomeEnum,
      noSaleReason: NoSaleReasonEnum,
      objectionKind: ObjectionKindEnum,
      expectedOutcome: SetOutcomeEnum,
      contact: FinishedContactInput,
      deal: FinishedDealInput,
      payments: FinishedPaymentInput,
      followUp: FollowUpInput,
    },
    argument: 'The outcome, and what follows from it.',
  },
  rest: {
    method: 'POST',
    path: '/eventCalls/finish',
    status: 201,
    idempotent: true,
    notFound: ['NOT_FOUND', 'EVENT_NOT_FOUND'],
    wire,
  },
  perform: finishCall,
});

mutation('undoFinishCall', {
  type: EventCallType,
  description:
    'Takes back what `finishCall` has changed, within ten minutes: the call and its contact get what they had, the deal and its payments are deleted, the next call is cancelled. If anybody has changed one of these since, nothing is taken back, and the error of eventCallId says what has changed. Where a deal was created, it also needs `deals:write`, and `transactions:write` for payments; FORBIDDEN if you cannot see the deal. NOT_FOUND if the call does not exist or you cannot see it.',
  access: write,
  changes,
  input: { schema: undoFinishCallInput, description: 'The finished call.', argument: 'The finished call.' },
  rest: { method: 'POST', path: '/eventCalls/undoFinish', idempotent: true, notFound: 'NOT_FOUND' },
  perform: undoFinishCall,
});
