import { z } from 'zod';
import { enumeration, filterList, id } from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import { languages } from '../languages/language.ts';
import { triedSubject, triedText } from './mail-text.ts';
import { mailRecipients, notificationKinds, notificationStatuses } from './notification.ts';

export const notificationListInput = z.object({
  status: filterList(enumeration(notificationStatuses)).optional().describe('Statuses of emails.'),
  eventCallId: id().optional().describe('Only emails about the call with this id.'),
  contactId: id().optional().describe('Only emails about calls with the contact with this id.'),
  ...pageOf('Emails'),
});

export const resendNotificationInput = z.object({ id: id().describe('Notification id.') });

export const previewMailInput = z.object({
  eventId: id().describe('Event id.'),
  kind: enumeration(notificationKinds).describe('Kind of the email.'),
  recipient: enumeration(mailRecipients).describe('Recipient of the email.'),
  language: enumeration(languages)
    .default('en')
    .describe('Language of the email: en, de, es, fr, pt, it, nl, pl, tr, ar or he. Default: en.'),
  subject: triedSubject().optional().describe('A subject to try; empty for the default one. Default: the stored one.'),
  text: triedText().optional().describe('A text to try; empty for the default one. Default: the stored one.'),
});

export type NotificationListInput = z.output<typeof notificationListInput>;
export type PreviewMailInput = z.output<typeof previewMailInput>;
