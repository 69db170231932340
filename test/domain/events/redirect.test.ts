import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redirectUrlOf } from '#src/domain/events/redirect.ts';

const call = { previewId: 'call_1', dateTime: '2026-03-05T10:00:00.000Z' };
const invitee = { firstName: undefined, lastName: undefined, email: undefined, phoneNumber: undefined };
const leadOf = (...answer: string[]) => ({
  ...{ invitee, questions: [], fields: [{ customFieldId: 1, identifier: 'goal', answer }] },
});
const to = (redirectUrl: string | null, ...answer: string[]) =>
  redirectUrlOf({ redirectUrl, redirectAnswers: ['EMAIL', 'goal', 'gone'] }, { call, lead: leadOf(...answer) });
const own = 'callId=call_1&dateTime=2026-03-05T10%3A00%3A00.000Z';

test.each([
  [null, null],
  ['https://example.com', `https://example.com/?${own}&goal=a%2C+b`],
  ['http://example.com/thanks?', `http://example.com/thanks?${own}&goal=a%2C+b`],
  ['https://example.com/?a=%2F%20+&b#c?d', `https://example.com/?a=%2F%20+&b&${own}&goal=a%2C+b#c?d`],
])('%s becomes %s', (redirectUrl, expected) => {
  expect(to(redirectUrl, 'a', 'b')).toBe(expected);
});

test('any answer comes back as it was, and changes neither host nor path nor fragment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (answer) => {
      const url = new URL(to('https://example.com/thanks?a=1#top', answer) ?? '');
      expect([url.origin, url.pathname, url.hash]).toEqual(['https://example.com', '/thanks', '#top']);
      expect(url.searchParams.get('goal')).toBe(answer.toWellFormed());
    }),
  );
});

test('an answer that would make it longer than 8,000 characters stays out', () => {
  expect(to('https://example.com/', 'x'.repeat(8_000))).toBe(`https://example.com/?${own}`);
});
