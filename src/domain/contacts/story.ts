import { z } from 'zod';
import { type Actor, historyKinds } from '#src/domain/event-calls/call-history.ts';
import { setOutcomes } from '#src/domain/event-calls/event-call.ts';
import { crossFieldRule, enumeration, exactlyOne, filterList, id, text } from '#src/domain/input.ts';
import { cursor, limit, maxLimit } from '#src/domain/list-input.ts';
import { mailRecipients, notificationKinds, notificationStatuses } from '#src/domain/notifications/notification.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

/** What the story of a contact is made of: the changes of its calls, and what else happened. */
export const storyKinds = [...historyKinds, 'MAIL', 'FORM', 'ANSWERS', 'DEAL', 'PAYMENT', 'REFUND', 'NOTE'] as const;
export type StoryKind = (typeof storyKinds)[number];

export const storyCallRecord = {
  id: field.int('Call id.'),
  previewId: field.string('Public id, `call_…`.'),
  name: field.string('Name of the event.'),
  dateTime: field.dateTime('Start of the call, as it is now.'),
};

export const storyMailRecord = {
  kind: field.oneOf(notificationKinds, 'Kind of the email.'),
  recipient: field.oneOf(mailRecipients, 'Recipient of the email.'),
  status: field.oneOf(notificationStatuses, 'Status of the email.'),
  isHeldBack: field.boolean("True if the recipient's mailbox has reached the maximum number of emails."),
  nextAttemptAt: field.dateTime('When the next attempt is made; null if there is none.').nullable(),
};

export const storyAnswerRecord = {
  customFieldId: field.int('Id of the custom field; null for a question of a form.').nullable(),
  name: field.string('The question of the form, or the name of the custom field.'),
  answer: field.strings('The answer. Single-valued fields have one item.'),
};

/** Values that only some kinds have are null for the others; `answers` is empty. */
export const storyEntryRecord = {
  id: field.string('Id of the entry.'),
  kind: field.oneOf(
    storyKinds,
    'What happened. FORM: a form was submitted without a booking. ANSWERS: answers to custom fields of the contact as they are now, by the time of their last change.',
  ),
  time: field.dateTime('When it happened. Deals and payments have the time that was entered for them.'),
  actor: field.internal<Actor | null>(),
  eventCall: field.object(storyCallRecord, 'The call that the entry is about.').nullable(),
  dateTimeBefore: field.dateTime('Previous start of a moved call.').nullable(),
  dateTime: field.dateTime('New start of a moved call.').nullable(),
  hostBefore: field.internal<{ readonly userId: number } | null>(),
  host: field.internal<{ readonly userId: number } | null>(),
  outcomeBefore: field.oneOf(setOutcomes, 'Previous outcome of the call, if it changed.').nullable(),
  outcome: field.oneOf(setOutcomes, 'New outcome of the call; null if it was removed or did not change.').nullable(),
  mail: field.object(storyMailRecord, 'The email.').nullable(),
  value: field.decimal('Value of the deal, the payment or the refund.').nullable(),
  currency: field.string('Currency as an ISO 4217 code.').nullable(),
  text: field
    .string(
      'Text of the note, reason of the change of a call, product of the deal, description of the payment, or name of the event of the form.',
    )
    .nullable()
    .personal(),
  answers: field
    .objects(storyAnswerRecord, 'What was answered: in the form, when booking, or to custom fields.')
    .personal(),
  noteId: field.int('Id of the note.').nullable(),
  notificationId: field.int('Id of the email.').nullable(),
  dealId: field.int('Id of the deal, also of the deal of a payment.').nullable(),
  transactionId: field.int('Id of the payment or refund.').nullable(),
};
export interface StoryEntry extends RecordOf<typeof storyEntryRecord> {}

export interface ContactStory {
  readonly entries: readonly StoryEntry[];
  readonly nextCursor: string | null;
}

const contact = {
  contactId: id().optional().describe('Contact id.'),
  previewId: text(64).optional().describe('Public id (`contact_…`).'),
};
const oneContact = [
  exactlyOne('contactId', 'previewId'),
  crossFieldRule('exactly_one', 'Exactly one of contactId and previewId is required'),
] as const;

export const contactStoryInput = z
  .object({
    ...contact,
    kinds: filterList(enumeration(storyKinds)).optional().describe('Only entries of these kinds.'),
    limit: limit().describe(`Entries per page, 1 to ${maxLimit}.`),
    cursor: cursor().describe(
      '`start`, or the `nextCursor` of the previous page with the same contact. The cursor includes the kinds: omit them, or send the same ones again.',
    ),
  })
  .refine(...oneContact);

export type ContactStoryInput = z.output<typeof contactStoryInput>;

export const contactValueInput = z.object(contact).refine(...oneContact);

export type ContactValueInput = z.output<typeof contactValueInput>;

export const amountRecord = {
  value: field.decimal('The sum.'),
  currency: field.string('Currency as an ISO 4217 code.'),
};

/** Amounts of different currencies are never added. */
export const contactValueRecord = {
  won: field
    .objects(amountRecord, 'The value of the deals that you can see, for each currency; null without deals:read.')
    .nullable(),
  paid: field
    .objects(
      amountRecord,
      'The payments that you can see less their refunds, for each currency; null without transactions:read.',
    )
    .nullable(),
};
export interface ContactValue extends RecordOf<typeof contactValueRecord> {}
