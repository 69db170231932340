import { z } from 'zod';
import { enumeration, id } from '#src/domain/input.ts';
import { languages } from '../languages/language.ts';
import { mailRecipients, notificationKinds } from './notification.ts';

export const resendNotificationInput = z.object({ id: id().describe('Notification id.') });

export const previewMailInput = z.object({
  eventId: id().describe('Event id.'),
  kind: enumeration(notificationKinds).describe('Kind of the email.'),
  recipient: enumeration(mailRecipients).describe('Recipient of the email.'),
  language: enumeration(languages).default('en').describe('Language of the email: en, de, es, fr or pt. Default: en.'),
});

export type PreviewMailInput = z.output<typeof previewMailInput>;
