import { expect, test } from 'vitest';
import { directionOf } from '#src/domain/languages/direction.ts';
import { languages } from '#src/domain/languages/language.ts';
import { mailTexts } from '#src/domain/languages/mail/by-language.ts';
import { type ConfirmationMail, confirmationMail } from '#src/domain/notifications/confirmation-mail.ts';

const about: ConfirmationMail = {
  ...{ to: 'ada@example.com', language: 'en', timeZone: 'America/New_York', event: 'Strategy call', workspace: 'Lime' },
  ...{ dateTime: '2026-12-01T10:00:00.000Z', endTime: '2026-12-01T10:30:00.000Z' },
  ...{ hourFormat: null, brand: { workspaceName: 'Lime', accentColor: null, logoUrl: null } },
  ...{ expiresAt: '2026-11-30T22:15:00.000Z', link: 'https://book.example.com/b/confirm/token' },
};

test('it follows the looks and the hours of the workspace', () => {
  const logoUrl = 'https://book.example.com/pictures/1/logo/v';
  const brand = { workspaceName: 'Lime', accentColor: '#ffd400', logoUrl };
  const { subject, html } = confirmationMail({ ...about, brand, hourFormat: 'H24' });
  expect(subject).toBe('Please confirm: Strategy call, Tue, Dec 1, 05:00');
  expect(html).toContain(`<img src="${logoUrl}" alt="Lime"`);
  expect(html).toContain('background:#ffd400;color:#101828');
});

test('the mail by which a booking is confirmed has these words and the link', () => {
  const { text, html, ...mail } = confirmationMail(about);
  const subject = 'Please confirm: Strategy call, Tue, Dec 1, 5:00 AM';
  expect(mail).toEqual({ to: 'ada@example.com', subject, senderName: 'Lime' });
  expect(text).toBe(
    `Confirm your booking

This call is not booked yet. Please confirm it by Mon, Nov 30, 5:15 PM. Until you do, someone else can take this time.

Call: Strategy call
When: Tuesday, December 1, 2026, 5:00 – 5:30 AM (Eastern Standard Time, America/New_York)
With: Lime

Confirm booking:
https://book.example.com/b/confirm/token

You received this email because someone requested a call with “Lime” with this address. If this was not you, ignore this email and nothing will be booked.
`,
  );
  expect(html).toContain('href="https://book.example.com/b/confirm/token"');
});

test.each(languages)('in %s it says everything, in words of its own', (language) => {
  const texts = mailTexts[language].confirmation;
  const { subject, text, html } = confirmationMail({ ...about, language });
  expect(subject.startsWith(texts.subject)).toBe(true);
  for (const said of [texts.heading, texts.confirm, texts.end('Lime')]) expect(text).toContain(said);
  expect(texts.intro('UNTIL')).toContain('UNTIL');
  expect(html).toContain(`<html lang="${language}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}>`);
  if (language === 'en') return;
  for (const name of ['subject', 'heading', 'confirm'] as const) {
    expect(texts[name]).not.toBe(mailTexts.en.confirmation[name]);
  }
});

test('names of a workspace that look like addresses stand in front of no link', () => {
  const hostile = 'Eve"\r\nBcc: spy@example.com\r\n\r\n<img src=x> www.evil.example';
  const { subject, senderName, text, html } = confirmationMail({ ...about, event: hostile, workspace: hostile });
  expect([subject, senderName]).toEqual(['Please confirm: Tue, Dec 1, 5:00 AM', undefined]);
  expect(html).not.toContain('<img');
  expect(text).not.toMatch(/^Bcc:/m);
});
