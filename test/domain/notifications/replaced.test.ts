import { expect, test } from 'vitest';
import type { MailRecipient, NotificationKind } from '#src/domain/notifications/notification.ts';
import type { PlannedNotification } from '#src/domain/notifications/planned.ts';
import { inPlaceOf, type ReplacedNotification } from '#src/domain/notifications/replaced.ts';

const call = {
  ...{ id: 1, dateTime: '2026-03-10T10:00:00.000Z', endTime: '2026-03-10T11:00:00.000Z', timeZone: 'UTC' },
  location: 'CUSTOM',
  locationLink: null,
} as const;

const planned = (kind: NotificationKind, recipient: MailRecipient = 'INVITEE', userId = 1): PlannedNotification => ({
  ...{ kind, recipient, call: { ...call, userId }, dueAt: new Date(0) },
});
const waited = (
  kind: NotificationKind,
  { recipient = 'INVITEE', userId = 1, wasTried = false }: Partial<ReplacedNotification> = {},
): ReplacedNotification => ({ kind, recipient, userId, wasTried });

const kindsOf = (replaced: readonly ReplacedNotification[], mails: readonly PlannedNotification[]) =>
  inPlaceOf(replaced, mails).map(({ kind }) => kind);

test.each<[string, NotificationKind, boolean, NotificationKind, NotificationKind | undefined]>([
  ['who never heard of the call is invited to it as it is now', 'INVITATION', false, 'CHANGE', 'INVITATION'],
  ['who never heard of the call hears nothing of its end', 'INVITATION', false, 'CANCELLATION', undefined],
  ['who may have been invited learns of the change', 'INVITATION', true, 'CHANGE', 'CHANGE'],
  ['who may have been invited learns of the end', 'INVITATION', true, 'CANCELLATION', 'CANCELLATION'],
  ['who has an earlier state learns of the last change', 'CHANGE', false, 'CHANGE', 'CHANGE'],
  ['who has an earlier state learns of the end', 'CHANGE', false, 'CANCELLATION', 'CANCELLATION'],
  ['who was to lose the call and has it again learns of a change', 'CANCELLATION', false, 'INVITATION', 'CHANGE'],
  ['a reminder says nothing of what was sent', 'REMINDER', false, 'CANCELLATION', 'CANCELLATION'],
])('%s', (_name, before, wasTried, kind, expected) => {
  const result = expected === undefined ? [] : [expected];
  expect(kindsOf([waited(before, { wasTried })], [planned(kind)])).toEqual(result);
  expect(kindsOf([waited(before, { wasTried, recipient: 'HOST', userId: 7 })], [planned(kind, 'HOST', 7)])).toEqual(
    result,
  );
});

test('mails to the other recipient, to another host, and reminders are as they were', () => {
  expect(kindsOf([waited('INVITATION')], [planned('CHANGE', 'HOST'), planned('REMINDER')])).toEqual([
    'CHANGE',
    'REMINDER',
  ]);
  expect(kindsOf([waited('INVITATION', { recipient: 'HOST', userId: 2 })], [planned('CHANGE', 'HOST', 1)])).toEqual([
    'CHANGE',
  ]);
});

test('mails to a guest replace those to the same guest alone', () => {
  const toGuest = (kind: NotificationKind, guestEmail: string): PlannedNotification => ({
    ...planned(kind, 'GUEST'),
    guestEmail,
  });
  const replaced = [{ ...waited('INVITATION', { recipient: 'GUEST' }), guestEmail: 'sam@example.com' }];
  const mails = [toGuest('CHANGE', 'sam@example.com'), toGuest('CHANGE', 'lee@example.com'), planned('CHANGE')];
  expect(kindsOf(replaced, mails)).toEqual(['INVITATION', 'CHANGE', 'CHANGE']);
  expect(kindsOf(replaced, [toGuest('CANCELLATION', 'sam@example.com')])).toEqual([]);
});

test('nothing replaced changes nothing', () => {
  const mails = [planned('CHANGE'), planned('CHANGE', 'HOST'), planned('REMINDER')];
  expect(inPlaceOf([], mails)).toEqual(mails);
});
