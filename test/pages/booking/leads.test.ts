import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, openPage } from '../../support/booking-pages.ts';
import type { Member } from '../../support/factories.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp(manyAddresses);
let owner: Member;
let path: string;
let eventId: number;

beforeEach(async () => {
  owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/leads-${nextSerial()}`;
  eventId = await bookableEvent(app, owner, { linkPrefix });
  path = `/e/${linkPrefix}`;
  const question = { workspaceId: owner.workspaceId, eventId, required: true };
  await app.insert('InviteeQuestion', { ...question, type: 'NAME', statement: 'Your name?', displayIndex: 0 });
  await app.insert('InviteeQuestion', { ...question, type: 'EMAIL', statement: 'Your e-mail?', displayIndex: 1 });
});

const set = (column: string, value: unknown) =>
  app.sql(`UPDATE "Event" SET "${column}" = $1 WHERE "id" = $2`, [value, eventId]);
const rows = (table: string) =>
  app.sql<Record<string, unknown>>(`SELECT * FROM "${table}" WHERE "workspaceId" = $1`, [owner.workspaceId]);

const ira = { name: 'Ira Vale', email: 'ira@free.example' };
const dateTime = '2026-03-05T10:00:00.000Z';
const disqualify = () =>
  set('disqualificationRules', JSON.stringify([{ kind: 'EMAIL_DOMAIN', values: ['free.example'] }]));

describe('an event whose form comes first', () => {
  beforeEach(() => set('bookingFlow', 'FORM_FIRST'));

  test('shows no time before the form is sent, and then books with all that was typed', async () => {
    const page = await openPage(app, path);
    expect(page.dateTimes).toEqual([]);
    expect(page.text).toContain('Continue');
    const times = await openPage(app, path, { form: filledIn(page, ira) });
    expect(times.status).toBe(200);
    expect(times.dateTimes).toContain('2026-03-04T13:00Z');
    // Who leaves now is a contact already.
    expect(await rows('Contact')).toMatchObject([{ email: ira.email, status: 'POTENTIAL' }]);
    const details = await openPage(app, path, { form: filledIn(times, { dateTime }) });
    expect(details.text).toContain('Book');
    const booked = await openPage(app, path, { form: details.values });
    expect(booked.status).toBe(303);
    expect(await rows('EventCall')).toMatchObject([{ inviteeName: 'Ira Vale', dateTime }]);
    expect(await rows('Contact')).toHaveLength(1);
  });

  test('says what is missing before it shows times', async () => {
    const page = await openPage(app, path, { form: new URLSearchParams({ name: 'Ira', timeZone: 'UTC' }) });
    expect(page.status).toBe(400);
    expect(page.dateTimes).toEqual([]);
    expect(page.values.get('name')).toBe('Ira');
    expect(await rows('Contact')).toEqual([]);
  });

  test('stores nobody who leaves where the workspace does not want it', async () => {
    await app.sql('UPDATE "Workspace" SET "keepsUnbookedLeads" = false WHERE "id" = $1', [owner.workspaceId]);
    const times = await openPage(app, path, { form: filledIn(await openPage(app, path), ira) });
    expect(times.dateTimes).not.toEqual([]);
    expect(await rows('Contact')).toEqual([]);
  });

  test('tells a lead who meets a rule before any time', async () => {
    await disqualify();
    const page = await openPage(app, path, { form: filledIn(await openPage(app, path), ira) });
    expect(page.status).toBe(200);
    expect(page.dateTimes).toEqual([]);
    expect(page.text).toContain('Thank you');
    expect(await rows('Contact')).toMatchObject([{ email: ira.email, status: 'DISQUALIFIED' }]);
  });
});

describe('a lead who meets a rule', () => {
  const submit = async (typed = ira) => {
    const page = await openPage(app, `${path}?dateTime=${dateTime}`);
    return openPage(app, path, { form: filledIn(page, typed) });
  };

  test('is not booked, reads the message of the event and nothing of the rule', async () => {
    await disqualify();
    await set('disqualifiedMessage', 'We work with <teams> of ten and more.');
    const page = await submit();
    expect(page.status).toBe(200);
    expect(page.text).toContain('We work with <teams> of ten and more.');
    expect(page.html).not.toContain('<teams>');
    expect(page.html).not.toContain('free.example');
    expect(await rows('EventCall')).toEqual([]);
    expect(await rows('Contact')).toMatchObject([{ status: 'DISQUALIFIED' }]);
  });

  test('is led to where the event says', async () => {
    await disqualify();
    await set('disqualifiedUrl', 'https://example.com/other?a=1');
    const page = await submit();
    expect([page.status, page.location, page.refreshTo]).toEqual([200, null, 'https://example.com/other?a=1']);
    expect(page.html).toContain('<a class="button primary" href="https://example.com/other?a=1" rel="noreferrer">');
    expect([page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
  });

  test('is led to an address whatever its letters', async () => {
    await disqualify();
    await set('disqualifiedUrl', 'https://example.com/дa');
    expect((await submit()).refreshTo).toBe('https://example.com/дa');
  });

  test('is one of others, who are booked', async () => {
    await disqualify();
    expect((await submit({ ...ira, email: 'ira@firm.example' })).location).toContain('/b/');
  });
});

describe('who booked', () => {
  test('is led to the address of the event, with the call and the answers that it names', async () => {
    await set('redirectUrl', 'https://example.com/thanks?from=us');
    await set('redirectAnswers', ['EMAIL']);
    const page = await openPage(app, `${path}?dateTime=${dateTime}&redirectUrl=https://evil.example/`);
    const form = filledIn(page, { ...ira, redirectUrl: 'https://evil.example/' });
    const first = await openPage(app, path, { form });
    const [call] = await rows('EventCall');
    const query = new URLSearchParams({ callId: String(call?.previewId), dateTime, email: ira.email });
    expect([first.status, first.refreshTo]).toEqual([200, `https://example.com/thanks?from=us&${query}`]);
    expect((await openPage(app, path, { form })).refreshTo).toBe(first.refreshTo);
    expect(await rows('EventCall')).toHaveLength(1);
  });

  test('stays on the page of the booking where the event says nothing', async () => {
    const page = await openPage(app, `${path}?dateTime=${dateTime}`);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect((await openPage(app, path, { form: filledIn(page, ira) })).location).toMatch(/^\.\.\/\.\.\/b\//);
  });
});

test('an event that is not listed is bookable, and not on the page of its member', async () => {
  const [{ username = '' } = {}] = await app.sql<{ username: string }>(
    'SELECT "username" FROM "User" WHERE "id" = $1',
    [owner.userId],
  );
  const linkPrefix = `${username}/hidden-${nextSerial()}`;
  const hidden = await bookableEvent(app, owner, { linkPrefix });
  await app.sql('UPDATE "Event" SET "isListed" = false WHERE "id" = $1', [hidden]);
  expect((await openPage(app, `/e/${linkPrefix}`)).status).toBe(200);
  expect((await openPage(app, `/e/${username}`)).status).toBe(404);
});
