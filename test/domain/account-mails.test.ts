import { expect, test } from 'vitest';
import { invitationMail } from '#src/domain/accounts/mails.ts';

test('a name cannot break the lines of an invitation, turn its text around or add elements to it', () => {
  const { subject, text, html } = invitationMail('ada@example.com', {
    workspace: 'Lime\r\nBcc: eve@example.com \u202e<b>x</b>\u2066',
    inviter: 'Eve\u2028\u200f (eve@example.com)',
    link: 'https://app.test/invitation?token=x',
  });
  expect(subject).toBe('Invitation to Lime Bcc: eve@example.com <b>x</b>');
  const line = 'Eve (eve@example.com) invites you to the workspace “Lime Bcc: eve@example.com <b>x</b>” on Slotline.';
  expect(text.split('\n')[0]).toBe(line);
  expect(html).not.toContain('<b>');
  expect(text + html).not.toMatch(/\p{Bidi_Control}/u);
});
