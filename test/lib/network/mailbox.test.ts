import { expect, test } from 'vitest';
import { mailboxOf } from '#src/lib/network/mailbox.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ada+1@example.com', 'ada@example.com'],
  ['ada+1+2@example.com', 'ada@example.com'],
  // Dots count at most hosts.
  ['a.da@example.com', 'a.da@example.com'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['A.da@GoogleMail.com', 'ada@gmail.com'],
  // A local part that begins with a plus is no sub-address.
  ['+ada@example.com', '+ada@example.com'],
  // The host follows the last at sign, because a quoted local part may have one.
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['no address', 'no address'],
])('the mailbox of %j is %j', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
