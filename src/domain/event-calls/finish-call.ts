import { z } from 'zod';
import { updateContactInput } from '#src/domain/contacts/contact.ts';
import { createDealInput } from '#src/domain/deals/deal.ts';
import { crossFieldRule, customIssue, enumeration, id, list, text, whenFieldsAreValid } from '#src/domain/input.ts';
import { createTransactionInput } from '#src/domain/transactions/transaction.ts';
import { newDateTime, outcomeFields, reasonProblem } from './booking.ts';
import { type SetOutcome, setOutcomes } from './event-call.ts';

/** How long a finished call can be undone. */
export const undoMinutes = 10;

const { status, userId, expectedUserId } = updateContactInput.shape;

/** What finishing a call sets in its contact. */
export const finishedContactInput = z
  .object(
    {
      status: status.describe('New status of the contact.'),
      stage: text(255)
        .optional()
        .describe('New stage of the contact: an option of the system field `contact-stage`, by id or name.'),
      userId,
      expectedUserId,
    },
    'Must be an object',
  )
  .refine(
    ({ status, stage, userId }) => [status, stage, userId].some((value) => value !== undefined),
    crossFieldRule('required', 'At least one of status, stage and userId is required'),
  );

/** The deal of a finished call: its contact and its call are those of the call. */
export const finishedDealInput = z.object(
  createDealInput.omit({ contactId: true, eventCallId: true }).shape,
  'Must be an object',
);

const { value, source, description, time } = createTransactionInput.shape;

/** A payment of the deal of a finished call, in the currency of the deal. */
export const finishedPaymentInput = z.object(
  { value, source, description, time },
  'Each must be an object with a value',
);

/** Another call of the same event with the same contact. */
export const followUpInput = z.object(
  {
    dateTime: newDateTime().describe(
      'Start of the next call: an open slot of the event of the call, as an ISO 8601 instant with `Z` or an offset.',
    ),
    userId: id()
      .optional()
      .describe('User id of the host of the next call. If omitted, the service chooses one of the available hosts.'),
  },
  'Must be an object',
);

/** The outcomes after which nothing was sold. */
const withoutDeal: readonly SetOutcome[] = ['NO_SALE', 'REJECTED', 'UNQUALIFIED'];

export const finishCallInput = z
  .object({
    eventCallId: id().describe('Call id.'),
    outcome: enumeration(setOutcomes).describe(
      'Outcome: WON or NO_SALE for a strategy call; APPROVED, REJECTED, QUALIFIED or UNQUALIFIED for a discovery call.',
    ),
    ...outcomeFields,
    expectedOutcome: outcomeFields.expectedOutcome.describe(
      'The outcome as the caller knows it. Null, which is the default, for none. If the call has another outcome by now, nothing is changed.',
    ),
    contact: finishedContactInput.nullish().describe('Changes to the contact of the call.'),
    deal: finishedDealInput.nullish().describe('The sale: a deal with the contact of the call, from this call.'),
    payments: list(finishedPaymentInput, 20)
      .default([])
      .describe('Payments of the deal, in its currency. Only allowed with deal.'),
    followUp: followUpInput.nullish().describe('The next call with the contact, which is booked.'),
  })
  .superRefine(({ outcome, noSaleReason }, context) => {
    const problem = reasonProblem(outcome, noSaleReason);
    if (problem) context.addIssue(customIssue(problem));
  }, whenFieldsAreValid('outcome'))
  .superRefine(
    ({ outcome, deal, payments }, context) => {
      if (deal && withoutDeal.includes(outcome)) {
        const message = `Is not allowed for ${withoutDeal.join(', ')}`;
        context.addIssue(customIssue({ path: ['deal'], code: 'conflict', message }));
      }
      if (deal || payments.length === 0) return;
      context.addIssue(customIssue({ path: ['payments'], code: 'conflict', message: 'Is only allowed with deal' }));
    },
    whenFieldsAreValid('outcome', 'payments'),
  );

export type FinishCallInput = z.output<typeof finishCallInput>;

export const undoFinishCallInput = z.object({ eventCallId: id().describe('Id of the finished call.') });

export type UndoFinishCallInput = z.output<typeof undoFinishCallInput>;
