import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#src/config/config.ts';
import { createInvitationInput } from '#src/domain/invitations/invitation.ts';
import { addUserInput } from '#src/domain/members/member.ts';
import { signInInput } from '#src/domain/sessions/session.ts';
import { openMailer } from '#src/services/accounts/mailer.ts';
import { plainMailServer } from '../support/plain-mail-server.ts';

const mail = await plainMailServer();
afterAll(() => mail.close());

const addresses = [
  'smith&jones@example.com',
  "o'brien@example.com",
  ...[..."!#$%&'*+/=?^_`{|}~-"].map((sign) => `a${sign}b@example.com`),
  '=?utf-8?q?a?=@example.com',
  'info@пример.рф',
  'info@xn--e1afmkfd.xn--p1ai',
];

test.each(addresses)('%s gets its mail over plain SMTP, without SMTPUTF8', async (typed) => {
  const { email } = createInvitationInput.parse({ email: typed, role: 'CLOSER' });
  const mailer = openMailer({ url: `smtp://127.0.0.1:${mail.port}`, from: 'slotline@example.com' });
  mail.lines.length = 0;
  await mailer.send({ to: email, subject: 'Hi', text: 'Hi', html: '<p>Hi</p>', replyTo: email });
  mailer.close();
  expect(mail.lines).toContain(`RCPT TO:<${email}>`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain SMTP is ASCII.
  expect(mail.lines.join('')).toMatch(/^[\x00-\x7f]*$/);
  expect(mail.lines.filter((line) => /^(to|cc|bcc|reply-to):|^RCPT/i.test(line))).toEqual([
    ...[`RCPT TO:<${email}>`, `To: ${email}`, `Reply-To: ${email}`],
  ]);
});

test('the sender of MAIL_FROM follows the rule too', async () => {
  const sender = (from: string) =>
    readConfig({ SMTP_URL: 'smtp://localhost', MAIL_FROM: from, NODE_ENV: 'test' }).mailFrom;
  expect(sender('Slotline <info@пример.рф>')).toBe('Slotline <info@xn--e1afmkfd.xn--p1ai>');
  expect(sender('smith&jones@example.com')).toBe('smith&jones@example.com');
  expect(sender('slotline@localhost')).toBe('slotline@localhost');
  for (const wrong of ['почта@example.com', 'a b@example.com', 'a@example.com>', 'Slotline <a@example.com', 'nobody']) {
    expect(() => sender(wrong), wrong).toThrow();
  }
  const mailer = openMailer({ url: `smtp://127.0.0.1:${mail.port}`, from: 'Слот <info@xn--e1afmkfd.xn--p1ai>' });
  await mailer.send({ to: 'a@example.com', subject: 'Hi', text: 'Hi', html: '' });
  mailer.close();
  expect(mail.lines).toContain('MAIL FROM:<info@xn--e1afmkfd.xn--p1ai>');
});

test('people are added, invited and signed in by either form of an address', () => {
  const email = 'Ada&Co@ПРИМЕР.рф';
  const stored = 'ada&co@xn--e1afmkfd.xn--p1ai';
  const person = { workspaceId: 1, password: 'x'.repeat(20), role: 'OWNER' };
  expect(addUserInput.parse({ ...person, email }).email).toBe(stored);
  expect(createInvitationInput.parse({ email, role: 'CLOSER' }).email).toBe(stored);
  for (const typed of [email, stored, `mailto:${stored}`])
    expect(signInInput.parse({ email: typed, password: 'x' }).email).toBe(stored);
});
