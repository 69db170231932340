import { z } from 'zod';
import { enumeration, id } from '#src/domain/input.ts';
import { languages } from '../languages/language.ts';
import { mailRecipients, notificationKinds } from './notification.ts';

export const resendNotificationInput = z.object({ id: id().describe('Notification id.') });

export const previewMailInput = z.object({
  eventId: id().describe('Event id.'),
  kind: enumeration(notificationKinds).describe('What the mail says.'),
  recipient: enumeration(mailRecipients).describe('Who would get it.'),
  language: enumeration(languages).default('en').describe('The language: en, de, es, fr or pt; en unless stated.'),
});

export type PreviewMailInput = z.output<typeof previewMailInput>;
