import { describe, expect, it, test } from 'vitest';
import { directionOf } from '#src/domain/languages/direction.ts';
import { type Language, languages } from '#src/domain/languages/language.ts';
import { mailTexts } from '#src/domain/languages/mail/by-language.ts';
import { type CallMail, callMail } from '#src/domain/notifications/call-mail.ts';
import { mailRecipients, notificationKinds } from '#src/domain/notifications/notification.ts';

const about: CallMail = {
  ...{ kind: 'INVITATION', recipient: 'INVITEE', language: 'en', timeZone: 'America/New_York', workspace: 'Lime' },
  ...{ host: { name: 'Ada Hart', email: 'ada@example.com' }, baseUrl: 'https://book.example.com' },
  hostLink: 'https://book.example.com/calls/call_abc',
  hourFormat: null,
  ...{ link: 'https://book.example.com/b/token', stamp: new Date('2026-11-26T12:00:00.000Z'), hasCalendar: true },
  call: {
    ...{ previewId: 'call_abc', name: 'Strategy call', sequence: 0 },
    ...{ dateTime: '2026-12-01T10:00:00.000Z', endTime: '2026-12-01T10:30:00.000Z' },
    ...{ location: 'ZOOM', locationLink: 'https://zoom.example/j/8' },
    ...{ inviteeName: 'Bob Moss', inviteeEmail: 'bob@example.org', phoneNumber: '+4915112345678' },
    guests: ['sam@example.org'],
  },
};

function mailOf(changes: Partial<Omit<CallMail, 'call'>> = {}, call: Partial<CallMail['call']> = {}) {
  const mail = callMail({ ...about, ...changes, call: { ...about.call, ...call } });
  if (!mail) throw new Error('No mail');
  return mail;
}

test('hours are those of the workspace', () => {
  const { subject, text } = mailOf(
    { hourFormat: 'H24' },
    { dateTime: '2026-12-01T20:00:00.000Z', endTime: '2026-12-01T20:30:00.000Z' },
  );
  expect(subject).toBe('Booked: Strategy call, Tue, Dec 1, 15:00');
  expect(text).toContain('15:00 – 15:30');
  expect(mailOf({ hourFormat: 'H12', language: 'de' }).text).toMatch(/5:30.AM/);
});

test('the mail to an invitee has these words, and leads to the page of the call', () => {
  const { text, ...mail } = mailOf();
  expect(mail).toMatchObject({ to: 'bob@example.org', subject: 'Booked: Strategy call, Tue, Dec 1, 5:00 AM' });
  expect(mail).toMatchObject({ senderName: 'Lime', replyTo: 'ada@example.com' });
  expect(text).toBe(
    `Your call is booked

Hello Bob Moss,

The attached invitation adds it to your calendar.

Call: Strategy call
When: Tuesday, December 1, 2026, 5:00 – 5:30 AM (Eastern Standard Time, America/New_York)
With: Ada Hart
Where: Zoom: https://zoom.example/j/8

Reschedule or cancel:
https://book.example.com/b/token

You received this email because a call with “Lime” was booked with this address. Replies go to ada@example.com.
`,
  );
  expect(mail.html).toContain('<a href="https://zoom.example/j/8">');
});

test('the mail to a host names the invitee, and leads to the call in the application alone', () => {
  const { text, html, to, subject, calendar } = mailOf({ recipient: 'HOST', timeZone: 'Europe/Berlin' });
  expect([to, subject]).toEqual(['ada@example.com', 'Booked: Strategy call, Bob Moss, Tue, Dec 1, 11:00 AM']);
  expect(text).toContain('With: Bob Moss\nEmail: bob@example.org\nPhone: +4915112345678\nGuests: sam@example.org\n');
  expect(text).toContain('View the call:\nhttps://book.example.com/calls/call_abc\n');
  expect(`${text}${html}${calendar?.content}`).not.toContain('/b/token');
});

describe('the mail to a guest', () => {
  const guest = { email: 'sam@example.org', isRemoved: false };
  const toGuest: Partial<CallMail> = { recipient: 'GUEST', guest };

  it('is that of the invitee without a greeting and without its links', () => {
    const { text, ...mail } = mailOf(toGuest);
    expect(mail).toMatchObject({ to: 'sam@example.org', subject: 'Booked: Strategy call, Tue, Dec 1, 5:00 AM' });
    expect(text).toBe(
      `You are invited to a call

The attached invitation adds it to your calendar.

Call: Strategy call
When: Tuesday, December 1, 2026, 5:00 – 5:30 AM (Eastern Standard Time, America/New_York)
With: Ada Hart, Bob Moss
Where: Zoom: https://zoom.example/j/8

You received this email because this address was added as a guest of a call with “Lime”. Replies go to ada@example.com.
`,
    );
    for (const kind of notificationKinds) {
      const { html, text, calendar } = mailOf({ ...toGuest, kind });
      expect(`${text}${html}${calendar?.content}`).not.toMatch(/token|call_abc(?!@)/);
    }
  });

  it('has an entry with the invitee and all guests', () => {
    const { calendar } = mailOf(toGuest);
    const lines = calendar?.content.replaceAll('\r\n ', '').split('\r\n') ?? [];
    expect(lines.flatMap((line) => /^ATTENDEE;(CN=[^;]*);.*:mailto:(.*)$/.exec(line)?.slice(1) ?? [])).toEqual([
      ...['CN=Bob Moss', 'bob@example.org', 'CN=sam@example.org', 'sam@example.org'],
    ]);
    expect(lines).toContain('METHOD:REQUEST');
  });

  it('has nothing that was typed as a name but is none, and no phone number of the invitee', () => {
    const phoneCall = { location: 'PHONE_CALL', locationLink: null } as const;
    const { text, html, calendar } = mailOf(toGuest, { ...phoneCall, inviteeName: 'WIN 1000 $ at spam.example now' });
    expect(text).toContain('With: Ada Hart, bob@example.org\nWhere: Phone call\n');
    expect(`${text}${html}${calendar?.content}`).not.toMatch(/WIN|4915112345678/);
  });

  it('has the texts of the workspace, unless the guest was removed', () => {
    const ownTexts = { subject: 'Bye', text: 'We are sorry, {{invitee}}' };
    const cancelled = mailOf({ ...toGuest, kind: 'CANCELLATION', ownTexts });
    expect([cancelled.subject, cancelled.text]).toEqual(['Bye', expect.stringContaining('We are sorry, Bob Moss')]);
    const removed = mailOf({ ...toGuest, kind: 'CANCELLATION', ownTexts, guest: { ...guest, isRemoved: true } });
    expect(removed.subject).toBe('Cancelled: Strategy call, Tue, Dec 1, 5:00 AM');
    expect(removed.text).toContain(
      'no longer invited to this call\n\nThe attached file removes it from your calendar.',
    );
    expect(removed.calendar?.content.match(/mailto:\S+/g)).toEqual([
      'mailto:ada@example.com',
      'mailto:sam@example.org',
    ]);
    expect(removed.calendar).toMatchObject({ method: 'CANCEL' });
  });

  it.each(languages.filter((language) => language !== 'en'))('has words of its own in %s', (language) => {
    const textsOf = ({ forGuests, labels }: (typeof mailTexts)['en']) => [
      ...[
        labels.guests,
        forGuests.invitation,
        forGuests.removed.heading,
        forGuests.removed.intro,
        forGuests.end('', ''),
      ],
    ];
    const english = textsOf(mailTexts.en);
    expect(textsOf(mailTexts[language]).filter((text) => text === '' || english.includes(text))).toEqual([]);
  });
});

test('a cancelled call cannot be moved, and one whose invitee was erased is told without a name', () => {
  const cancelled = mailOf({ kind: 'CANCELLATION' });
  expect(`${cancelled.text}${cancelled.calendar?.content}`).not.toContain('/b/token');
  expect(cancelled.calendar).toMatchObject({ method: 'CANCEL' });
  const erased = { inviteeName: '', inviteeEmail: null, phoneNumber: null, guests: [] };
  const { text, subject, calendar } = mailOf({ kind: 'CANCELLATION', recipient: 'HOST' }, erased);
  expect(subject).toBe('Cancelled: Strategy call, Tue, Dec 1, 5:00 AM');
  expect(text).not.toMatch(/With:|E-mail:|Phone:/);
  expect(calendar?.content).not.toContain('ATTENDEE');
  expect(callMail({ ...about, call: { ...about.call, ...erased } })).toBeUndefined();
});

test('a reminder has no entry for a calendar', () => {
  expect(mailOf({ kind: 'REMINDER' }).calendar).toBeUndefined();
});

const shownTimes: Partial<Record<Language, RegExp>> = { en: /3:30 – 4:00 PM/, ar: /3:30–4:00 م/ };

describe.each(languages)('in the language %s', (language) => {
  it('says everything', () => {
    const {
      greeting,
      places,
      intro,
      endForInvitee,
      endForHost,
      forGuests,
      confirmation: _,
      ...texts
    } = mailTexts[language];
    const empty = (value: unknown): boolean =>
      typeof value === 'object'
        ? Object.values(value ?? {}).some(empty)
        : typeof value !== 'string' || value.trim() === '';
    expect(empty(texts)).toBe(false);
    expect(empty({ ...places, CUSTOM: 'x' }) || empty({ ...intro, REMINDER: 'x' })).toBe(false);
    expect(endForInvitee('Lime', 'ada@example.com')).toMatch(/Lime.*ada@example\.com/);
    expect(endForHost('Lime')).toContain('Lime');
    expect(forGuests.end('Lime', 'ada@example.com')).toMatch(/Lime.*ada@example\.com/);
    expect(greeting('Bob')).toContain('Bob');
  });

  it('has a page with its language, times in its own form and a named zone', () => {
    // The API stores the former name if it was sent, and people read the present one.
    const { html, text } = mailOf({ language, timeZone: 'Asia/Calcutta' });
    const direction = directionOf(language) === 'rtl' ? ' dir="rtl"' : '';
    expect(html).toContain(`<html lang="${language}"${direction}>`);
    expect(html).toContain(`<div${direction} style=`);
    expect(text).toContain('Asia/Kolkata)');
    expect(text).toMatch(shownTimes[language] ?? /15:30\s?[–-]\s?16:00/);
    expect(text).not.toMatch(/[\u2009\u202f\u00a0]/);
  });
});

test.each(languages.filter((language) => language !== 'en'))('in %s no sentence is that of English', (language) => {
  for (const kind of notificationKinds) {
    expect(mailTexts[language].subject[kind]).not.toBe(mailTexts.en.subject[kind]);
    for (const recipient of ['INVITEE', 'HOST'] as const)
      expect(mailTexts[language].heading[recipient][kind]).not.toBe(mailTexts.en.heading[recipient][kind]);
  }
});

test('from right to left, values keep their own order, and web addresses end where they end', () => {
  const isolate = (value: string) => `\u2068${value}\u2069`;
  const call = { location: 'PHONE_CALL', locationLink: null, phoneNumber: '+12025550123' } as const;
  const { text, subject } = mailOf({ language: 'he' }, call);
  const place = `שיחת טלפון: ${isolate('+12025550123')}`;
  expect(text).toContain(`מיקום: ${isolate(place)}\n`);
  expect(text).toContain(`פגישה: ${isolate('Strategy call')}\n`);
  expect(text).toContain(isolate('ada@example.com'));
  expect(subject).toContain(`: ${isolate('Strategy call')}, `);
  const linked = mailOf({ language: 'ar' });
  expect(linked.subject).toContain(`${isolate('Strategy call')}، `);
  expect(linked.text).toContain(': Zoom: https://zoom.example/j/8\n');
  expect(linked.html).toContain('<a href="https://zoom.example/j/8"><bdi>');
});

const hostile = 'Eve"\r\nBcc: spy@example.com\r\n\r\n<img src=x onerror=alert(1)> \u202Eevil\u2066 www.evil.example';

test('names, places and workspaces of strangers stay text: no header, no element, no address before ours', () => {
  for (const recipient of mailRecipients) {
    const guest = recipient === 'GUEST' ? { email: 'sam@example.org', isRemoved: false } : undefined;
    const changes = { recipient, guest, workspace: hostile, host: { name: hostile, email: 'ada@example.com' } };
    const { subject, text, html, senderName, calendar } = mailOf(changes, {
      ...{ name: hostile, inviteeName: hostile, locationLink: hostile, location: 'CUSTOM' },
    });
    expect(subject).toBe('Booked: Tue, Dec 1, 5:00 AM');
    expect(senderName).toBeUndefined();
    expect(html).not.toContain('<img');
    expect(text).not.toMatch(/^Bcc:/m);
    expect(`${subject}${text}${html}${calendar?.content}`).not.toMatch(/\p{Bidi_Control}/u);
    expect(calendar?.content.replaceAll('\r\n ', '')).not.toMatch(/^Bcc:/m);
  }
});

test('a place that is no address of the web is no link', () => {
  for (const locationLink of ['javascript:alert(1)', 'data:text/html,x', ' https://x.test', 'Room 7'])
    expect(mailOf({}, { locationLink, location: 'CUSTOM' }).html).not.toMatch(/<td[^>]*><a /);
});

test('a page is readable in the dark and has no pictures', () => {
  const { html } = mailOf();
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).not.toMatch(/<img|url\(/);
  // A colour is named together with its background alone.
  const styles = [...html.matchAll(/style="([^"]*)"/g)].map(([, style = '']) => style);
  const oneSided = styles.filter((style) => /(^|;)color:/.test(style) !== /background:/.test(style));
  expect(oneSided).toEqual([]);
});

describe('the greeting of an invitee', () => {
  test.each([
    ['Bob Moss', 'Hello Bob Moss,'],
    ['  Renée   O’Neil-Sanz ', 'Hello Renée O’Neil-Sanz,'],
    ['Ωmega', 'Hello Ωmega,'],
    ['', undefined],
    ['You won 1000 dollars', undefined],
    ['Please click on my nice link', undefined],
    ['evil.example', undefined],
    ['Bob\nBcc: all', undefined],
    ['a'.repeat(41), undefined],
  ])('of %j is %j', (inviteeName, greeting) => {
    const lines = mailOf({}, { inviteeName }).text.split('\n');
    expect(lines[2]?.startsWith('Hello ') ? lines[2] : undefined).toBe(greeting);
  });

  test('is not in the mail to a host', () => {
    expect(mailOf({ recipient: 'HOST' }).text).not.toContain('Hello');
  });
});

describe('the looks and the texts of a workspace', () => {
  const brand = {
    workspaceName: 'Lime',
    logoUrl: 'https://book.example.com/pictures/1/logo/v',
    accentColor: '#ffd400',
  };

  test('are in the mail to an invitee: its logo, and a button that is readable', () => {
    const { html } = mailOf({ brand });
    expect(html).toContain('<img src="https://book.example.com/pictures/1/logo/v" alt="Lime"');
    expect(html).toContain('background:#ffd400;color:#101828');
  });

  test('are not in the mail to a host', () => {
    const ownTexts = { subject: 'Own', text: 'Own' };
    const { html, subject, text } = mailOf({ recipient: 'HOST', brand, ownTexts });
    expect(html).not.toContain('<img');
    expect(`${subject}${text}`).not.toContain('Own');
  });

  test('replace ours, with paragraphs, in both forms, and as text', () => {
    const ownTexts = {
      subject: 'See you: {{event}}',
      text: '{{invitee}}: with {{host}} at {{workspace}}.\n\n<b>{{time}}</b>\n{{place}}',
    };
    const { html, text, subject } = mailOf({ ownTexts });
    expect(subject).toBe('See you: Strategy call');
    expect(text).toContain('\n\nBob Moss: with Ada Hart at Lime.\n\n<b>Tuesday, December 1, 2026');
    expect(text).not.toContain('The attached invitation');
    expect(html).toContain('Bob Moss: with Ada Hart at Lime.</p>');
    expect(html).toContain('&#60;b&#62;Tuesday');
    expect(html).toContain('Zoom: https://zoom.example/j/8</p>');
  });

  test('leave ours where only the subject is their own', () => {
    const { text, subject } = mailOf({ ownTexts: { subject: 'Booked', text: null } });
    expect(subject).toBe('Booked');
    expect(text).toContain('The attached invitation');
  });

  test('have no name that is hardly one', () => {
    const { text } = mailOf(
      { ownTexts: { subject: null, text: 'Hi {{invitee}}!' } },
      { inviteeName: 'see evil.example' },
    );
    expect(text).toContain('Hi !');
  });

  test('have values in a subject that stay in their own direction', () => {
    const { subject } = mailOf({ language: 'ar', ownTexts: { subject: '{{event}}', text: null } });
    expect(subject).toBe('\u2068Strategy call\u2069');
  });
});
