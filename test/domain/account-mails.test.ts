import { expect, test } from 'vitest';
import { invitationMail, passwordResetMail } from '#src/domain/accounts/mails.ts';

test('a name cannot break the lines of an invitation, turn its text around or add elements to it', () => {
  const { subject, text, html } = invitationMail('ada@example.com', {
    workspace: 'Lime\r\nBcc: eve@example.com \u202e<b>x</b>\u2066',
    inviter: 'Eve\u2028\u200f (eve@example.com)',
    link: 'https://app.test/invitation?token=x',
  });
  expect(subject).toBe('Invitation to a workspace');
  const line = 'Eve (eve@example.com) invites you to the workspace “Lime Bcc: eve@example.com <b>x</b>” on Slotline.';
  expect(text.split('\n')[0]).toBe(line);
  expect(html).not.toContain('<b>');
  expect(text + html).not.toMatch(/\p{Bidi_Control}/u);
});

test.each([
  ...['evil.example', 'Win at www.evil', 'https://evil.example', 'ask eve@evil.example', '1.2.3.4/x'],
  ...['evil。example', 'evil｡example', 'evil․example', 'ｗｗｗ．evil．com', 'ev\u200bil\u200b.ex'],
])('the name %j, of which a program for mail makes a link, is in no subject', (workspace) => {
  const mail = invitationMail('ada@example.com', { workspace, inviter: 'Eve', link: 'https://app.test/x' });
  expect(mail.subject).toBe('Invitation to a workspace');
});

test.each(['Lime', 'Acme Inc.', 'A. B. Co', 'Sales 2.0'])('the name %j is in the subject', (workspace) => {
  const mail = invitationMail('ada@example.com', { workspace, inviter: 'Eve', link: 'https://app.test/x' });
  expect(mail.subject).toBe(`Invitation to ${workspace}`);
});

test('a link to a new password says who asked for it, in one line', () => {
  const link = 'https://app.test/reset-password?token=x';
  const request = { maker: 'Eve\nBcc: z (eve@example.com)', workspace: 'Lime\u202e' };
  const asked = passwordResetMail('ada@example.com', link, request);
  expect(asked.text.split('\n')[0]).toMatch(
    /^Eve Bcc: z \(eve@example.com\) from the workspace “Lime” asked us to send you a link/,
  );
  expect(asked.text).toContain('If you did not expect this, you can ignore this email');
  expect(passwordResetMail('ada@example.com', link).text).toMatch(/^Someone, probably you, asked to reset/);
});
