import { expect, test } from 'vitest';
import { listedEmails } from '#src/lib/network/email-list.ts';

test.each<[string, string[]]>([
  ['', []],
  [' \n , ;', []],
  ['a@example.com', ['a@example.com']],
  [
    'a@example.com, b@example.com;c@example.com\nd@example.com e@example.com\r\n',
    [...'abcde'].map((each) => `${each}@example.com`),
  ],
  ['Sam Lee <sam@example.com>, "Lee, Kim" < kim@example.com >', ['sam@example.com', '"Lee', 'kim@example.com']],
  ['not an address', ['not', 'an', 'address']],
])('of %j these are the addresses', (text, expected) => {
  expect(listedEmails(text)).toEqual(expected);
});
