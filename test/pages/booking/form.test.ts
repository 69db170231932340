import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, openPage } from '../../support/booking-pages.ts';
import { customField } from '../../support/custom-fields.ts';
import type { Member } from '../../support/factories.ts';
import { memoryInviteeLimits } from '../../support/login-throttle.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp({ ...manyAddresses, inviteeLimits: memoryInviteeLimits(() => 0) });
let owner: Member;
let path: string;
let eventId: number;

beforeEach(async () => {
  owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/form-${nextSerial()}`;
  eventId = await bookableEvent(app, owner, { linkPrefix });
  path = `/e/${linkPrefix}`;
  await ask('NAME', 'What is your name?');
  await ask('EMAIL', 'What is your email address?');
});

function ask(type: string, statement: string, required = true): Promise<unknown> {
  return app.insert('InviteeQuestion', { workspaceId: owner.workspaceId, eventId, type, statement, required });
}

async function askField(row: { identifier: string } & Record<string, unknown>, required = false): Promise<number> {
  const customFieldId = await customField(app, owner.workspaceId, row);
  await app.insert('EventSecondaryQuestion', { workspaceId: owner.workspaceId, eventId, customFieldId, required });
  return customFieldId;
}

const ira = { name: 'Ira Vale', email: 'ira@example.com' };
const at = (hour: number) => `2026-03-05T${String(hour).padStart(2, '0')}:00:00.000Z`;
const calls = () =>
  app.sql<Record<string, unknown>>('SELECT * FROM "EventCall" WHERE "workspaceId" = $1 ORDER BY "id"', [
    owner.workspaceId,
  ]);

/** Fills in the form for an hour and sends it. */
async function book(typed: Readonly<Record<string, string>>, hour = 10, query = '') {
  const page = await openPage(app, `${path}?dateTime=${at(hour)}&timeZone=Europe/Berlin${query}`);
  return openPage(app, path, { form: filledIn(page, typed) });
}

describe('a form that is filled in', () => {
  test('books, and leads to the page of the booking', async () => {
    const booked = await book(ira, 10, '&utm_source=mail&lang=fr');
    expect(booked.status).toBe(303);
    const [call] = await calls();
    expect(call).toMatchObject({
      ...{ dateTime: at(10), timeZone: 'Europe/Berlin', language: 'fr', inviteeName: 'Ira Vale' },
      ...{ inviteeEmail: 'ira@example.com', utm: [{ utmKey: 'utm_source', utmValue: 'mail' }] },
    });
    const own = await openPage(app, new URL(booked.location ?? '', `${app.url}${path}`).pathname);
    expect(own.status).toBe(200);
    // In the language in which it was booked.
    expect(own.text).toContain('Votre appel est réservé');
    expect(own.text).toContain('jeudi 5 mars 2026, 11:00 – 12:00');
  });

  test('is one booking when it is sent twice, also at the same time', async () => {
    const page = await openPage(app, `${path}?dateTime=${at(10)}`);
    const form = filledIn(page, ira);
    const answers = await Promise.all([1, 2, 3].map(() => openPage(app, path, { form })));
    const again = await openPage(app, path, { form });
    expect([...answers, again].map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(new Set([...answers, again].map(({ location }) => location)).size).toBe(1);
    expect(await calls()).toHaveLength(1);
  });

  test('books another time after the way back', async () => {
    const page = await openPage(app, `${path}?dateTime=${at(10)}`);
    const first = await openPage(app, path, { form: filledIn(page, ira) });
    const other = await openPage(app, path, { form: filledIn(page, { ...ira, dateTime: at(12) }) });
    expect(first.location).not.toBe(other.location);
    expect(await calls()).toHaveLength(2);
  });

  test('works without the key, as a program may send it', async () => {
    const form = new URLSearchParams({ ...ira, dateTime: at(10), timeZone: 'UTC' });
    expect((await openPage(app, path, { form })).status).toBe(303);
  });

  test('has every kind of question with its control, and stores the answers', async () => {
    const field = (identifier: string, inputType: string, configuration = {}) =>
      askField({ identifier, inputType, type: 'CALL', name: identifier, configuration: JSON.stringify(configuration) });
    const options = async (id: number, names: readonly string[]) => {
      for (const [displayIndex, name] of names.entries()) {
        await app.insert('CustomFieldOption', {
          workspaceId: owner.workspaceId,
          customFieldId: id,
          name,
          displayIndex,
        });
      }
    };
    await field('line', 'TEXT');
    await field('lines', 'TEXT_AREA');
    await field('number', 'NUMBER', { min: 1 });
    await field('day', 'DATE');
    await field('moment', 'DATE', { dateType: 'dateTime' });
    await field('site', 'URL');
    await field('mail', 'EMAIL');
    await field('phone', 'PHONE');
    await options(await field('one', 'SINGLE_SELECT'), ['red', 'blue']);
    await options(await field('several', 'MULTIPLE_SELECT'), ['left', 'right']);
    await options(await field('radio', 'RADIO_BUTTON'), ['yes', 'no']);
    await field('stars', 'RATING', { maxRating: 3 });
    const page = await openPage(app, `${path}?dateTime=${at(10)}&timeZone=Europe/Berlin`);
    for (const control of [
      '<textarea',
      'type="date"',
      'type="datetime-local"',
      'type="url"',
      'type="tel"',
      '<select',
    ]) {
      expect(page.html).toContain(control);
    }
    const form = filledIn(page, {
      ...{ ...ira, 'answer.line': 'a line', 'answer.lines': 'two\nlines', 'answer.number': '12.5' },
      ...{ 'answer.day': '2026-05-01', 'answer.moment': '2026-07-01T09:00', 'answer.site': 'https://example.com/' },
      ...{ 'answer.mail': 'x@example.com', 'answer.phone': '0049 (30) 90-1820', 'answer.one': 'blue' },
      ...{ 'answer.radio': 'no', 'answer.stars': '3' },
    });
    form.append('answer.several', 'left');
    form.append('answer.several', 'right');
    expect((await openPage(app, path, { form })).status).toBe(303);
    const rows = await app.sql<{ identifier: string; answer: string[] }>(
      `SELECT f."identifier", a."answer" FROM "CustomFieldAnswer" a JOIN "CustomField" f ON f."workspaceId" = $1
         AND f."id" = a."customFieldId" WHERE a."workspaceId" = $1 AND a."eventCallId" IS NOT NULL`,
      [owner.workspaceId],
    );
    expect(Object.fromEntries(rows.map(({ identifier, answer }) => [identifier, answer]))).toEqual({
      ...{ line: ['a line'], lines: ['two\nlines'], number: ['12.5'], day: ['2026-05-01'] },
      ...{ moment: ['2026-07-01T07:00:00.000Z'], site: ['https://example.com/'], mail: ['x@example.com'] },
      ...{ phone: ['+4930901820'], one: ['blue'], several: ['left', 'right'], radio: ['no'], stars: ['3'] },
    });
  });

  test('shows a single option as one box, which must be ticked where it is required', async () => {
    const sentence = 'I agree to be contacted.';
    const row = { identifier: 'consent', name: 'Consent', inputType: 'CHECK_BOX' };
    const customFieldId = await askField(row, true);
    await app.insert('CustomFieldOption', { workspaceId: owner.workspaceId, customFieldId, name: sentence });
    const page = await openPage(app, `${path}?dateTime=${at(10)}`);
    expect(page.html).toMatch(/<label class="consent"><input type="checkbox" [^>]*required/);
    expect(page.html).toContain('<legend><bdi>Consent</bdi></legend>');
    expect((await book(ira)).status).toBe(400);
    expect(await calls()).toEqual([]);
    expect((await book({ ...ira, 'answer.consent': sentence })).status).toBe(303);
    const answers = await app.sql('SELECT DISTINCT "answer" FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [
      customFieldId,
    ]);
    expect(answers).toEqual([{ answer: [sentence] }]);
  });

  test('shows a list with one option left as a list with its question', async () => {
    const row = { identifier: 'plan', name: 'Which plan?', inputType: 'MULTIPLE_SELECT' };
    const customFieldId = await askField(row, true);
    await app.insert('CustomFieldOption', { workspaceId: owner.workspaceId, customFieldId, name: 'Pro' });
    const page = await openPage(app, `${path}?dateTime=${at(10)}`);
    expect(page.html).toContain('<legend><bdi>Which plan?</bdi></legend>');
    expect(page.html).not.toContain('class="consent"');
  });

  test('keeps the question above the one option that is not archived', async () => {
    const customFieldId = await askField({ identifier: 'goals', name: 'Goals', inputType: 'CHECK_BOX' });
    const option = { workspaceId: owner.workspaceId, customFieldId };
    await app.insert('CustomFieldOption', { ...option, name: 'More sales' });
    await app.insert('CustomFieldOption', { ...option, name: 'Fewer no-shows', isArchived: true });
    const { html } = await openPage(app, `${path}?dateTime=${at(10)}`);
    expect(html).toMatch(/<legend><bdi>Goals/);
    expect(html).not.toContain('class="consent"');
  });

  test('shows ratings in a row, and many short options in columns', async () => {
    await askField({ identifier: 'urgency', name: 'Urgency', inputType: 'RATING' });
    const goals = await askField({ identifier: 'goals', name: 'Goals', inputType: 'RADIO_BUTTON' });
    for (let number = 1; number <= 9; number++) {
      const option = { workspaceId: owner.workspaceId, customFieldId: goals, name: `Goal ${number}` };
      await app.insert('CustomFieldOption', { ...option, displayIndex: number });
    }
    const { html } = await openPage(app, `${path}?dateTime=${at(10)}`);
    expect([...html.matchAll(/<div class="choices([^"]*)">/g)].map(([, layout]) => layout)).toEqual([
      ' scale',
      ' columns',
    ]);
  });

  test('begins with what the address says of the visitor', async () => {
    const page = await openPage(app, `${path}?dateTime=${at(10)}&firstName=Ira&lastName=Vale&email=ira@example.com`);
    expect(page.values.get('name')).toBe('Ira Vale');
    expect(page.values.get('email')).toBe('ira@example.com');
  });

  test('asks for an address also where the event asks for none', async () => {
    await app.sql('DELETE FROM "InviteeQuestion" WHERE "eventId" = $1', [eventId]);
    expect((await book({ email: '' })).text).toContain('Please fill in this field.');
    expect((await book({ email: 'ira@example.com' })).status).toBe(303);
  });
});

describe('a form with a mistake', () => {
  const typed = { name: '<b>Ira</b> "Vale"', email: 'nope' };

  test('says it at the field, in the language of the page, and keeps all that was typed', async () => {
    await ask('PHONE_NO', 'Your number?');
    await askField({ identifier: 'site', inputType: 'URL', name: 'Site', type: 'CALL' });
    const page = await book({ ...typed, phoneNumber: '0171', 'answer.site': 'nowhere' }, 10, '&lang=de');
    expect(page.status).toBe(400);
    expect(page.text).toContain('Bitte geben Sie eine E-Mail-Adresse wie name@example.com an.');
    expect(page.text).toContain('dort sieht sie etwa so aus: 01512 3456789.');
    expect(page.text).toContain('Bitte geben Sie eine Adresse an, die mit https:// beginnt.');
    expect(page.html).toContain('id="email-error"');
    expect(page.html).toContain('aria-describedby="email-error"');
    expect(page.html.match(/autofocus/g)).toHaveLength(1);
    expect(Object.fromEntries(page.values)).toMatchObject({ ...typed, dateTime: at(10), 'answer.site': 'nowhere' });
    expect(page.html).not.toContain('<b>Ira');
    expect(await calls()).toEqual([]);
  });

  test.each([
    ['name', '', 'Please fill in this field.'],
    ['name', 'x'.repeat(256), 'This is too long.'],
    ['name', '\u0001', 'This contains characters that are not allowed here.'],
    ['name', 'x\u202egnp', 'This contains characters that are not allowed here.'],
    ['name', 'Ira\r\nBcc: z@example.com', 'This contains characters that are not allowed here.'],
    ['email', `${'x'.repeat(250)}@example.com`, 'This is too long.'],
    ['answer.color', 'green', 'Please choose one of the options.'],
    ['answer.count', '7', 'This number is too large.'],
    ['answer.count', 'many', 'This does not look right.'],
    ['answer.need', '', 'Please fill in this field.'],
    ['answer.need', 'x'.repeat(1_001), 'This is too long.'],
  ])('in %s: %s', async (name, value, message) => {
    const color = await askField({ identifier: 'color', inputType: 'SINGLE_SELECT', type: 'CALL' });
    await app.insert('CustomFieldOption', { workspaceId: owner.workspaceId, customFieldId: color, name: 'red' });
    await askField({ identifier: 'count', inputType: 'NUMBER', type: 'CALL', configuration: '{"max": 5}' });
    await askField({ identifier: 'need', type: 'CALL' }, true);
    const page = await book({ ...ira, 'answer.need': 'yes', [name]: value });
    expect(page.status).toBe(400);
    const [, error = ''] = new RegExp(`id="${name}-error" role="alert">([^<]*)`).exec(page.html) ?? [];
    expect(error).toContain(message);
    expect(page.values.get('email')).toBe(name === 'email' ? value : ira.email);
    expect(await calls()).toEqual([]);
  });

  test('keeps an answer of ten thousand characters', async () => {
    await askField({ identifier: 'story', inputType: 'TEXT_AREA', type: 'CALL' });
    const story = 'ä'.repeat(10_001);
    const page = await book({ ...ira, 'answer.story': story });
    expect(page.status).toBe(400);
    expect(page.html).toContain(story);
  });
});

describe('a time that was taken meanwhile', () => {
  test('is told at once, with the next times and all that was typed', async () => {
    const page = await openPage(app, `${path}?dateTime=${at(10)}`);
    await book({ ...ira, email: 'first@example.com' });
    const taken = await openPage(app, path, { form: filledIn(page, { ...ira, name: 'Second' }) });
    expect(taken.status).toBe(400);
    expect(taken.text).toContain('Someone just took this time.');
    expect(taken.html.match(/<input type="radio" name="dateTime" value="([^"]+)"/g)).toHaveLength(3);
    expect(taken.values.get('name')).toBe('Second');
    expect(taken.values.has('dateTime')).toBe(false);
    const next = await openPage(app, path, { form: filledIn(taken, { dateTime: at(11) }) });
    expect(next.status).toBe(303);
    expect((await calls()).map(({ inviteeName }) => inviteeName)).toEqual(['Ira Vale', 'Second']);
  });

  test('of two visitors at once one has it, and the other is told', async () => {
    const page = await openPage(app, `${path}?dateTime=${at(10)}`);
    const both = await Promise.all(
      ['one', 'two'].map((name) =>
        openPage(app, path, {
          form: filledIn(page, { name, email: `${name}@example.com`, key: name.padEnd(22, '0') }),
        }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(await calls()).toHaveLength(1);
  });

  test('is said to have passed when it has', async () => {
    const form = new URLSearchParams({ ...ira, dateTime: '2026-03-01T10:00:00Z', timeZone: 'UTC' });
    expect((await openPage(app, path, { form })).text).toContain('This time has passed.');
  });
});

test('the way back to the times keeps what was typed out of the address, and forward again', async () => {
  const page = await openPage(app, `${path}?dateTime=${at(10)}`);
  const form = filledIn(page, { ...ira, show: 'times' });
  const times = await openPage(app, path, { form });
  expect(times.status).toBe(200);
  expect(times.html).toContain('method="post"');
  expect(times.dateTimes).toContain('2026-03-05T11:00Z');
  const details = await openPage(app, path, { form: filledIn(times, { dateTime: '2026-03-05T11:00Z' }) });
  expect(Object.fromEntries(details.values)).toMatchObject({ ...ira, dateTime: at(11) });
  expect((await openPage(app, path, { form: details.values })).status).toBe(303);
});

test('a form without a time asks for one, and keeps what was typed', async () => {
  const times = await openPage(app, path, { form: new URLSearchParams({ ...ira, timeZone: 'UTC' }) });
  expect(times.text).toContain('Choose a time');
  expect(Object.fromEntries(times.values)).toMatchObject(ira);
});

test('an event that was closed meanwhile says so, and what was typed can be sent once more', async () => {
  const page = await openPage(app, `${path}?dateTime=${at(10)}`);
  const status = (value: string) => app.sql('UPDATE "Event" SET "status" = $1 WHERE "id" = $2', [value, eventId]);
  await status('DEACTIVATED');
  const closed = await openPage(app, path, { form: filledIn(page, ira) });
  expect(closed.status).toBe(404);
  expect(closed.text).toContain('Bookings for this event have just closed.');
  await status('ACTIVATED');
  expect((await openPage(app, path, { form: closed.values })).status).toBe(303);
});

test('an invitee with too many calls to come is told at the address, also who is no contact yet', async () => {
  await app.sql('UPDATE "Event" SET "maxUpcomingPerInvitee" = 1 WHERE "id" = $1', [eventId]);
  await book(ira);
  const page = await book(ira, 12);
  expect(page.status).toBe(400);
  expect(page.text).toContain('You have reached the maximum number of upcoming calls.');
});

test('a known contact and an unknown one see the same page', async () => {
  await app.contact(owner.workspaceId, { email: 'known@example.com' });
  const [known, unknown] = [
    await book({ ...ira, email: 'known@example.com' }),
    await book({ ...ira, email: 'new@example.com' }, 12),
  ];
  expect([known.status, unknown.status]).toEqual([303, 303]);
  expect(known.html.replace(/b\/[^"?]+/g, '')).toBe(unknown.html.replace(/b\/[^"?]+/g, ''));
});

test('a flood of forms is refused with all that was typed, and others go on', async () => {
  const form = new URLSearchParams({ ...ira, email: 'nope', dateTime: '2026-03-05T10:00:00Z', timeZone: 'UTC' });
  const headers = { 'x-forwarded-for': '192.0.2.9' };
  const answers = [];
  for (let sent = 0; sent < 201; sent++) answers.push(await openPage(app, path, { form, headers }));
  const last = answers.at(-1);
  // A form with a mistake counts as well.
  expect(answers.slice(0, 200).map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 400));
  expect(last?.status).toBe(429);
  expect(last?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(Object.fromEntries(last?.values ?? [])).toMatchObject({ ...ira, email: 'nope' });
  expect(last?.text).toContain('Try again');
  expect((await book(ira)).status).toBe(303);
});

test('forms with mistakes close an event to nobody else, from however many addresses', async () => {
  const form = new URLSearchParams({ ...ira, email: 'nope', dateTime: at(10), timeZone: 'UTC' });
  for (let sent = 0; sent < 125; sent++) await openPage(app, path, { form });
  expect((await book(ira)).status).toBe(303);
});

test('a link brings no key of its own: who made it cannot find the booking by it', async () => {
  const key = 'K'.repeat(22);
  const page = await openPage(app, `${path}?dateTime=${at(10)}&key=${key}&isLead=1&show=step`);
  expect(page.values.get('key')).toMatch(/^[0-9A-Za-z]{22}$/);
  expect(page.values.get('key')).not.toBe(key);
  expect(page.values.has('isLead')).toBe(false);
});

test.each([
  ['en', '10,000', ['10000']],
  ['en', '1,234.5', ['1234.5']],
  ['en', '12.5', ['12.5']],
  ['de', '1.000', ['1000']],
  ['de', '12,5', ['12.5']],
  ['fr', '1 234,5', ['1234.5']],
  ['en', '12,5', undefined],
  ['de', '1.00', ['1.00']],
  ['ar', '١٢٬٣٤٥٫٦', ['12345.6']],
  ['ar-EG', '12,345.6', ['12345.6']],
  ['en', '۱۲٫۵', ['12.5']],
  ['de', '１.２３４', ['1234']],
  ['he', '\u200e-5\u200e', ['-5']],
])('a number typed in %s as %s is stored as %j', async (lang, typed, stored) => {
  await askField({ identifier: 'count', inputType: 'NUMBER', type: 'CALL' });
  const page = await book({ ...ira, 'answer.count': typed }, 10, `&lang=${lang}`);
  expect(page.status).toBe(stored ? 303 : 400);
  const rows = await app.sql<{ answer: string[] }>(
    'SELECT "answer" FROM "CustomFieldAnswer" WHERE "workspaceId" = $1',
    [owner.workspaceId],
  );
  expect(rows.map(({ answer }) => answer)).toEqual(stored ? [stored] : []);
});

test.each([
  [{}, '٢٠٢٦-٠٥-٠١', '2026-05-01'],
  [{}, '２０２６-０５-０１', '2026-05-01'],
  [{ dateType: 'dateTime' }, '۲۰۲۶-۰۷-۰۱T۰۹:۰۰', '2026-07-01T07:00:00.000Z'],
])('with %j, a date typed as %s in Berlin is stored as %s', async (configuration, typed, stored) => {
  await askField({ identifier: 'day', inputType: 'DATE', type: 'CALL', configuration });
  expect((await book({ ...ira, 'answer.day': typed })).status).toBe(303);
  const rows = await app.sql('SELECT "answer" FROM "CustomFieldAnswer" WHERE "workspaceId" = $1', [owner.workspaceId]);
  expect(rows).toEqual([{ answer: [stored] }]);
});

test('the zero of a phone number that nobody dials with the code of the country is left out', async () => {
  await ask('PHONE_NO', 'Your number?');
  await book({ ...ira, phoneNumber: '+44 (0)20 7946 0000' });
  expect((await calls())[0]?.phoneNumber).toBe('+442079460000');
});

test('a phone number that its country does not have is booked as it is', async () => {
  await ask('PHONE_NO', 'Your number?');
  expect((await book({ ...ira, phoneNumber: '+1 415' })).status).toBe(303);
  expect((await calls())[0]?.phoneNumber).toBe('+1415');
});

test('the hour that the clock shows twice is named with its zone wherever it was chosen', async () => {
  await app.sql('UPDATE "Event" SET "duration" = 30 WHERE "id" = $1', [eventId]);
  const dateTime = '2026-10-25T00:00:00.000Z';
  const headers = { 'accept-language': 'en-GB' };
  const page = await openPage(app, `${path}?dateTime=${dateTime}&timeZone=Europe/Berlin`, { headers });
  expect(page.text).toContain('02:00 CEST – 02:30 CEST');
  const booked = await openPage(app, path, { form: filledIn(page, ira), headers });
  const own = await openPage(app, new URL(booked.location ?? '', `${app.url}${path}`).pathname, { headers });
  expect(own.text).toContain('02:00 CEST – 02:30 CEST');
});

test('another method is refused', async () => {
  const response = await fetch(app.url + path, { method: 'DELETE', headers: { connection: 'close' } });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  await response.text();
});
