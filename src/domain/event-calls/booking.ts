import { z } from 'zod';
import { referrer, utm } from '#src/domain/contacts/contact.ts';
import { inviteeQuestionAnswer, secondaryQuestionAnswer } from '#src/domain/custom-fields/answer.ts';
import type { CallType } from '#src/domain/event-calls/call-types.ts';
import { noSaleReasons, objectionKinds, type SetOutcome, setOutcomes } from '#src/domain/event-calls/event-call.ts';
import { eventReference, isOneEvent, oneEvent } from '#src/domain/events/event.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import {
  boolean,
  crossFieldRule,
  customIssue,
  email,
  enumeration,
  id,
  list,
  nameText,
  phoneNumber,
  requiredMessage,
  text,
  timeZone,
  utcInstant,
  whenFieldsAreValid,
} from '#src/domain/input.ts';
import { languages } from '#src/domain/languages/language.ts';
import { guestList } from './guests.ts';

const maxNote = 10_000;
const dateTime = () => utcInstant().meta({ format: 'date-time' });

/** The invitee, as the form of an event asks for them. */
export const inviteeFields = {
  email: email().optional().describe("The invitee's email address."),
  phoneNumber: phoneNumber().optional().describe("The invitee's phone number in E.164 format."),
  firstName: nameText(100).optional().describe("The invitee's first name."),
  lastName: nameText(100).optional().describe("The invitee's last name."),
  inviteeQuestionAnswers: list(inviteeQuestionAnswer, 20)
    .default([])
    .describe(
      'Answers to the invitee questions of the event. Each answers the next question of its type. Values of email, phoneNumber, firstName and lastName need not be repeated here.',
    ),
  secondaryQuestionsAnswer: list(secondaryQuestionAnswer, 100)
    .default([])
    .describe('Answers to custom fields of contacts and calls.'),
  language: enumeration(languages)
    .default('en')
    .describe(
      "The invitee's language for emails and pages: en, de, es, fr, pt, it, nl, pl, tr, ar or he. Default: en.",
    ),
};

/** Others who get the invitee's mails. */
export const bookedGuests = {
  guests: guestList()
    .default([])
    .describe(
      "Email addresses of guests, at most 10. They get the invitee's emails without its links. An address that is repeated, or is the invitee's own, counts once.",
    ),
};

export const slotFields = {
  dateTime: dateTime().describe(
    'Start of the call: an open slot of the event, as an ISO 8601 instant with `Z` or an offset.',
  ),
  timeZone: timeZone().describe("The invitee's IANA time zone."),
};

export const createEventCallInput = z
  .object({
    ...slotFields,
    ...eventReference,
    userId: id()
      .optional()
      .describe('User id of the host. If omitted, the service chooses one of the available hosts.'),
    contactId: id()
      .optional()
      .describe(
        'Contact id. If omitted, the contact is found by email or, without one, by phone number, and created if there is none.',
      ),
    ...inviteeFields,
    ...bookedGuests,
    setterId: id().optional().describe('User id of the setter, a member of the workspace.'),
    utm: utm().default([]).describe('Campaign parameters.'),
    referrer: referrer(),
    notes: text(maxNote).optional().describe('Internal notes.'),
  })
  .refine(isOneEvent, oneEvent)
  .refine(
    ({ contactId, email, phoneNumber }) => (contactId ?? email ?? phoneNumber) !== undefined,
    crossFieldRule('required', 'One of contactId, email and phoneNumber is required'),
  );

export type CreateEventCallInput = z.output<typeof createEventCallInput>;

export const newDateTime = () =>
  dateTime().describe(
    'New start of the call: an open slot of its event, as an ISO 8601 instant with `Z` or an offset.',
  );
export const reason = (description: string) => text(maxNote).optional().describe(description);

export const rescheduleEventCallInput = z
  .object({
    id: id().describe('Call id.'),
    dateTime: dateTime()
      .optional()
      .describe(
        'Start of the call: an open slot of its event, as an ISO 8601 instant with `Z` or an offset. Required without userId; by default, another host gets the call at its present start.',
      ),
    userId: id()
      .optional()
      .describe(
        'User id of the host, a host of the event who is available then. If omitted, the call keeps its host if the host is available.',
      ),
    force: boolean()
      .default(false)
      .describe(
        'Only for owners and admins, with userId: true gives the host the call even if the host is not available then, but never two calls at once.',
      ),
    timeZone: timeZone().optional().describe("The invitee's IANA time zone. Default: the time zone of the call."),
    rescheduleReason: reason('Reason for rescheduling.'),
  })
  .refine(({ dateTime, userId }) => dateTime !== undefined || userId !== undefined, {
    ...crossFieldRule('required', requiredMessage),
    path: ['dateTime'],
  })
  .refine(({ userId, force }) => !force || userId !== undefined, {
    ...crossFieldRule('conflict', 'Is only allowed with userId'),
    path: ['force'],
  });

export type RescheduleEventCallInput = z.output<typeof rescheduleEventCallInput>;

export const cancelEventCallInput = z.object({
  id: id().describe('Call id.'),
  cancelReason: reason('Reason for the cancellation.'),
});

export type CancelEventCallInput = z.output<typeof cancelEventCallInput>;

export const updateEventCallGuestsInput = z.object({
  id: id().describe('Call id.'),
  guests: guestList().describe(
    "Email addresses of all guests of the call, at most 10; an empty list removes them. An address that is repeated, or is the invitee's own, counts once.",
  ),
});

export type UpdateEventCallGuestsInput = z.output<typeof updateEventCallGuestsInput>;

/** What belongs to an outcome: its reason, the objection and the notes of the call. */
export const outcomeFields = {
  noSaleReason: enumeration(noSaleReasons)
    .optional()
    .describe('Reason for the lost sale. Required for NO_SALE and REJECTED, and only allowed for these.'),
  objectionKind: enumeration(objectionKinds)
    .nullish()
    .describe("Kind of the invitee's objection. Null for none. If omitted, it stays as long as the outcome does."),
  objection: text(maxNote).optional().describe("The invitee's objection."),
  notes: text(maxNote).optional().describe('Internal notes. If omitted, they stay as they are.'),
  expectedOutcome: enumeration(setOutcomes)
    .nullish()
    .describe(
      'The outcome as the caller knows it, null for none. If the call has another outcome by now, nothing is changed.',
    ),
};

export const setOutcomeInput = z
  .object({
    eventCallId: id().describe('Call id.'),
    outcome: enumeration(setOutcomes)
      .nullable()
      .describe(
        'Outcome: WON or NO_SALE for a strategy call; APPROVED, REJECTED, QUALIFIED or UNQUALIFIED for a discovery call. Null removes the outcome with its reason and objection.',
      ),
    ...outcomeFields,
  })
  .superRefine(({ outcome, noSaleReason, objectionKind, objection }, context) => {
    const problem = reasonProblem(outcome, noSaleReason);
    if (problem) context.addIssue(customIssue(problem));
    if (outcome !== null) return;
    const given = { objectionKind: objectionKind ?? undefined, objection };
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      context.addIssue(customIssue({ path: [name], code: 'conflict', message: 'Is only allowed with an outcome' }));
    }
  }, whenFieldsAreValid('outcome'));

export type SetOutcomeInput = z.output<typeof setOutcomeInput>;

/** Why an outcome cannot have this reason, or undefined. */
export function reasonProblem(outcome: SetOutcome | null, noSaleReason: string | undefined): Problem | undefined {
  const needsReason = outcome === 'NO_SALE' || outcome === 'REJECTED';
  if (needsReason === (noSaleReason !== undefined)) return undefined;
  const path = ['noSaleReason'];
  if (needsReason) return { path, code: 'required', message: `Is required for ${outcome}` };
  return { path, code: 'conflict', message: 'Is only allowed for NO_SALE and REJECTED' };
}

const outcomesByCallType: Readonly<Record<CallType, readonly SetOutcome[]>> = {
  STRATEGY_EVENT: ['WON', 'NO_SALE'],
  DISCOVERY_EVENT: ['APPROVED', 'REJECTED', 'QUALIFIED', 'UNQUALIFIED'],
};

/** The reason why a call of this type cannot have this outcome, or undefined. */
export function outcomeProblem(callType: CallType, outcome: SetOutcome): string | undefined {
  const allowed = outcomesByCallType[callType];
  return allowed.includes(outcome) ? undefined : `Must be one of: ${allowed.join(', ')}, for a ${callType}`;
}
