import { expect, test } from 'vitest';
import { isOutdated } from '#src/jobs/notifications/compose.ts';

type StoredMail = Parameters<typeof isOutdated>[0];

const dateTime = '2026-03-05T10:00:00.000Z';
const before = new Date('2026-03-05T09:59:59.999Z');
const reminder = {
  kind: 'REMINDER',
  dateTime,
  presentDateTime: dateTime,
  presentStatus: 'SCHEDULED',
  sendsMail: true,
} as const;

test.each<[string, Partial<StoredMail>, Date, boolean]>([
  ['of a call in a millisecond', {}, before, false],
  ['of a call that begins now', {}, new Date(dateTime), true],
  ['of a call that was cancelled', { presentStatus: 'CANCELLED' }, before, true],
  ['of a call that was moved away', { presentDateTime: '2026-03-06T10:00:00.000Z' }, before, true],
  ['of a call whose status alone says that it was moved', { presentStatus: 'RESCHEDULED' }, before, false],
  ['of an event that sends no mails any more', { sendsMail: false }, before, true],
  ['that is none, of a call that has begun', { kind: 'CHANGE' }, new Date(dateTime), false],
  ['that is none, of an event that sends no mails any more', { kind: 'CANCELLATION', sendsMail: false }, before, false],
])('a reminder %s is outdated or not', (_name, changes, now, expected) => {
  const mail: Partial<StoredMail> = { ...reminder, ...changes };
  expect(isOutdated(mail as StoredMail, now)).toBe(expected);
});
