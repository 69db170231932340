import { describe, expect, test } from 'vitest';
import { filledIn, openPage } from '../../support/booking-pages.ts';
import { appUrl, holdingEvent, hour, useHoldingApp } from '../../support/held-bookings.ts';

const { app, mail, takeMails, errors } = await useHoldingApp();

const ada = { name: 'Ada Vale', email: 'ada@example.com' };
const confirm = (link: string, more: Record<string, string> = {}) =>
  openPage(app, link, { form: new URLSearchParams({ do: 'confirm', ...more }) });
const tokenOf = (location: string | null) => /^\.\.\/([^?]+)\?event=booked$/.exec(location ?? '')?.[1] ?? '';
const linkOf = async () => {
  const [sent, ...others] = await takeMails();
  expect(others).toEqual([]);
  return sent?.link ?? '';
};

async function heldFor(typed: Readonly<Record<string, string>> = ada, draft = {}) {
  const event = await holdingEvent(app, draft);
  await event.fill(10);
  const page = await event.book(hour(1), typed);
  return { event, page, link: await linkOf() };
}

describe('beyond 10 bookings an hour of a network', () => {
  test('a booking is held: nothing is written but what waits, and a mail has the link', async () => {
    const event = await holdingEvent(app);
    expect((await event.fill(10)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 303));
    const page = await event.book(hour(1), { ...ada, name: 'Ada https://robot.example' });
    expect([page.status, page.location]).toEqual([200, null]);
    expect(page.text).toContain(
      'Confirm your booking We sent an email to ada@example.com. Open the link in it by 12:15 PM to book this time.',
    );
    expect(page.html).not.toContain('data-event');
    expect(page.html).not.toContain('/b/confirm/');
    expect(await event.calls()).toHaveLength(10);
    expect(await app.sql('SELECT FROM "Contact" WHERE "email" = $1', ['ada@example.com'])).toEqual([]);
    const [hold] = await event.holds();
    expect(hold).toMatchObject({
      email: 'ada@example.com',
      expiresAt: '2026-03-04T12:15:00.000Z',
      eventId: event.eventId,
    });
    const [sent, ...others] = await takeMails();
    expect(others).toEqual([]);
    expect(sent?.to).toEqual(['ada@example.com']);
    expect(sent?.link).toMatch(/^\/b\/confirm\/[\w.-]+$/);
    expect(sent?.text).toContain('Confirm your booking');
    expect(sent?.text).toContain('Please confirm it by Wed, Mar 4, 12:15 PM.');
    expect(sent?.text).toContain('Thursday, March 5, 2026');
    // A robot has no text of its own delivered to strangers.
    expect(sent?.source).not.toContain('robot.example');
    expect(await takeMails()).toEqual([]);
  });

  test('the mail has the looks and the hours of the workspace', async () => {
    const event = await holdingEvent(app);
    const { workspaceId } = event.owner;
    await app.sql('UPDATE "Workspace" SET "accentColor" = $2, "hourFormat" = $3 WHERE "id" = $1', [
      ...[workspaceId, '#0e7490', 'H24'],
    ]);
    await app.insert('Picture', {
      workspaceId,
      userId: 0,
      type: 'image/png',
      content: Buffer.from('png'),
      version: 'v1',
    });
    await event.fill(10);
    await event.book(hour(1), ada);
    const [sent] = await takeMails();
    expect(sent?.text).toContain('Please confirm it by Wed, Mar 4, 12:15.');
    const html = sent?.source.replaceAll('=\r\n', '') ?? '';
    expect(html).toContain(`${appUrl}/pictures/${workspaceId}/logo/v1`);
    expect(html).toContain('background:#0e7490');
  });

  test('the link shows the booking and a button, which books it once and leads to its page', async () => {
    const { event, link } = await heldFor();
    const shown = await openPage(app, link);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.text).toContain('This time is not booked yet. Confirm it by 12:15 PM.');
    // Neither a look nor a form without the button books.
    for (const form of [undefined, new URLSearchParams()]) await openPage(app, link, form && { form });
    expect(await event.calls()).toHaveLength(10);
    const booked = await openPage(app, link, { form: filledIn(shown, {}) });
    expect(booked.status).toBe(303);
    const own = await openPage(app, `/b/${tokenOf(booked.location)}`);
    expect(own.text).toContain('Your call is booked');
    const [, ...later] = await event.calls();
    expect(later.at(-1)).toMatchObject({ inviteeEmail: 'ada@example.com', dateTime: hour(1), timeZone: 'UTC' });
    expect(await event.holds()).toEqual([]);
    const again = await confirm(link);
    expect(again.location).toBe(booked.location);
    expect((await openPage(app, link)).location).toBe(booked.location);
    expect(await event.calls()).toHaveLength(11);
    expect(await takeMails()).toEqual([]);
  });

  test('one booking comes of a link that is confirmed twice at the same time', async () => {
    const { event, link } = await heldFor();
    const answers = await Promise.all([1, 2, 3].map(() => confirm(link)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await event.calls()).toHaveLength(11);
  });

  test('a form that is sent twice is held once, with one mail, and the page is the same', async () => {
    const event = await holdingEvent(app);
    await event.fill(10);
    const page = await openPage(app, `${event.path}?dateTime=${hour(1)}&timeZone=UTC`);
    const form = filledIn(page, ada);
    const headers = { 'x-forwarded-for': event.office };
    const answers = await Promise.all([1, 2, 3].map(() => openPage(app, event.path, { form, headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.text).toContain('Confirm your booking');
    expect(await event.holds()).toHaveLength(1);
    expect(await takeMails()).toHaveLength(1);
  });

  test('the page does not say whether the workspace knew the address', async () => {
    const event = await holdingEvent(app);
    await event.fill(10);
    await app.contact(event.owner.workspaceId, { email: 'known@example.com' });
    const texts = [];
    for (const email of ['known@example.com', 'other@example.com']) {
      const { status, text } = await event.book(hour(1), { name: 'N', email });
      texts.push([status, text.replaceAll(email, 'EMAIL')]);
    }
    expect(texts[0]).toEqual(texts[1]);
    await takeMails();
  });

  test('the form can be changed from the page, with all that was typed', async () => {
    const { event, page } = await heldFor();
    const changed = await openPage(app, event.path, { form: filledIn(page, { show: 'step' }) });
    expect(changed.values.get('email')).toBe('ada@example.com');
    const form = filledIn(changed, { email: 'ada@right.example' });
    const next = await openPage(app, event.path, { form, headers: { 'x-forwarded-for': event.office } });
    expect(next.text).toContain('We sent an email to ada@right.example.');
    expect((await takeMails()).map(({ to }) => to)).toEqual([['ada@right.example']]);
  });

  test('the time stays open: who confirms after it is taken chooses another, with what was typed', async () => {
    const { event, link } = await heldFor({ ...ada, email: 'ada+held@example.com' });
    expect((await event.book(hour(1), { name: 'First', email: 'first@example.com' }, '198.51.100.1')).status).toBe(303);
    const gone = await confirm(link);
    expect(gone.status).toBe(400);
    expect(gone.text).toContain('Someone just took this time.');
    const choices = [...gone.html.matchAll(/type="radio" name="dateTime" value="([^"]+)"/g)].map(([, value]) => value);
    expect(choices).toHaveLength(3);
    expect(await event.holds()).toHaveLength(1);
    const times = await openPage(app, event.path, { form: filledIn(gone, { show: 'times', do: '' }) });
    expect([times.status, times.dateTimes.length > 0]).toEqual([200, true]);
    expect(times.values.get('email')).toBe('ada+held@example.com');
    expect(times.values.get('name')).toBe('Ada Vale');
    const booked = await confirm(link, { dateTime: choices[0] as string });
    expect(booked.status).toBe(303);
    const calls = await event.calls();
    expect(calls.at(-1)).toMatchObject({ inviteeEmail: 'ada+held@example.com', dateTime: choices[0] });
    expect((await confirm(link)).location).toBe(booked.location);
  });

  test('an expired link says so and leads to the event, before and after the booking is swept', async () => {
    const { event, link } = await heldFor();
    try {
      app.clock.set('2026-03-04T12:14:59.999Z');
      expect((await openPage(app, link)).status).toBe(200);
      app.clock.set('2026-03-04T12:15:00.000Z');
      for (const sweep of [false, true]) {
        if (sweep) await app.sql('DELETE FROM "BookingHold"');
        for (const page of [await openPage(app, link), await confirm(link)]) {
          expect(page.status).toBe(410);
          expect(page.text).toContain('This link has expired');
          expect(page.html).toContain(`href="../../e/${event.linkPrefix}"`);
        }
      }
      expect(await event.calls()).toHaveLength(10);
    } finally {
      app.clock.set('2026-03-04T12:00:00.000Z');
    }
  });

  test('a link that this server has not signed, or that names a call, confirms nothing', async () => {
    const { link } = await heldFor();
    const booked = await confirm(link);
    const token = tokenOf(booked.location);
    const held = link.replace('/b/confirm/', '');
    for (const path of [`/b/confirm/${token}`, `/b/${held}`, `${link}x`, '/b/confirm/a.b']) {
      for (const form of [undefined, new URLSearchParams({ do: 'confirm' })]) {
        expect([path, (await openPage(app, path, { ...(form && { form }) })).status]).toEqual([path, 404]);
      }
    }
  });

  test('the event leads who has confirmed to its own page, and its invitee has the language of the form', async () => {
    const event = await holdingEvent(app, { redirectUrl: 'https://thanks.example/done' });
    await event.fill(10);
    const page = await openPage(app, `${event.path}?dateTime=${hour(1)}&timeZone=Europe/Berlin&lang=de`);
    const held = await openPage(app, event.path, {
      form: filledIn(page, ada),
      headers: { 'x-forwarded-for': event.office },
    });
    expect(held.text).toContain('Bestätigen Sie Ihre Buchung');
    expect(held.text).toContain('bis 13:15');
    const [sent] = await takeMails();
    expect(sent?.text).toContain('Buchung bestätigen');
    const shown = await openPage(app, sent?.link ?? '');
    expect(shown.text).toContain('Bestätigen Sie ihn bis 13:15.');
    const booked = await confirm(sent?.link ?? '');
    expect(booked.refreshTo).toMatch(/^https:\/\/thanks\.example\/done\?callId=call_/);
    expect((await event.calls()).at(-1)).toMatchObject({ language: 'de', timeZone: 'Europe/Berlin' });
  });

  test('a lead who meets a rule is told so at once, and none is held', async () => {
    const rule = { kind: 'EMAIL_DOMAIN' as const, values: ['rival.example'] };
    const event = await holdingEvent(app, { disqualificationRules: [rule], disqualifiedMessage: 'Not for you.' });
    await event.fill(10);
    const page = await event.book(hour(1), { name: 'R', email: 'r@rival.example' });
    expect(page.text).toContain('Not for you.');
    expect(await event.holds()).toEqual([]);
    expect(await takeMails()).toEqual([]);
  });

  test('a time that is gone is said at once, and what fails counts nothing', async () => {
    const event = await holdingEvent(app);
    await event.fill(9);
    const taken = { dateTime: hour(100) };
    expect((await event.book(hour(1), { ...ada, ...taken })).text).toContain('Someone just took this time.');
    expect((await event.book(hour(1), ada)).status).toBe(303);
    const gone = await event.book(hour(2), { name: 'Bo', email: 'bo@example.com', ...taken });
    expect(gone.text).toContain('Someone just took this time.');
    expect(await event.holds()).toEqual([]);
  });

  test('a form with a phone number alone is asked for an e-mail address', async () => {
    const event = await holdingEvent(app, {}, ['NAME', 'PHONE_NO']);
    await event.fill(10);
    const page = await event.book(hour(1), { name: 'Ada', phoneNumber: '+14155550100' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('Please enter an email address.');
    expect(await event.holds()).toEqual([]);
  });

  test('a mailbox without room gets no mail: the booking is a 429 that says when', async () => {
    const event = await holdingEvent(app);
    await event.fill(10);
    for (let number = 0; number < 5; number++) {
      expect((await event.book(hour(number), { ...ada, email: `room+${number}@example.com` })).status).toBe(200);
    }
    const full = await event.book(hour(6), { ...ada, email: 'room@example.com' });
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(full.text).toContain('Please try again in 1 hour.');
    expect(full.values.get('email')).toBe('room@example.com');
    expect(await event.holds()).toHaveLength(5);
    expect(await takeMails()).toHaveLength(5);
  });

  test('the same counts for an address beside it and for IPv6, and not for another network or workspace', async () => {
    const event = await holdingEvent(app);
    await event.fill(10);
    const beside = event.office.replace(/7$/, '200');
    expect((await event.book(hour(1), ada, beside)).text).toContain('Confirm your booking');
    expect((await event.book(hour(2), { ...ada, email: 'b@example.com' }, '203.0.114.7')).status).toBe(303);
    const other = await holdingEvent(app);
    expect((await other.book(hour(3), ada, event.office)).status).toBe(303);
    const six = await holdingEvent(app);
    await six.fill(10, '2001:db8:1:100::1');
    expect((await six.book(hour(4), ada, '2001:db8:1:1ff::2')).text).toContain('Confirm your booking');
    expect((await six.book(hour(5), ada, '2001:db8:1:200::2')).status).toBe(303);
    await takeMails();
  });

  test('a deleted event takes what is held for it along', async () => {
    const { event, link } = await heldFor();
    const key = await app.apiKey(event.owner);
    const mutation = `mutation { deleteEvent(input: { id: ${event.eventId} }) { event { id } } }`;
    expect((await app.graphql(mutation, key)).body.errors).toBeUndefined();
    expect(await event.holds()).toEqual([]);
    expect((await openPage(app, link)).status).toBe(404);
    expect((await confirm(link)).status).toBe(404);
  });

  test('a mail that fails is tried again after a minute, and none is sent when nobody can confirm it any more', async () => {
    const event = await holdingEvent(app);
    await event.fill(10);
    await event.book(hour(1), ada);
    mail.answer = { to: 'recipient', code: 451, text: 'Try later' };
    try {
      expect(await takeMails()).toEqual([]);
      expect(errors.splice(0)).toHaveLength(1);
      mail.answer = undefined;
      app.clock.set('2026-03-04T12:00:59.000Z');
      expect(await takeMails()).toEqual([]);
      app.clock.set('2026-03-04T12:15:00.000Z');
      expect(await takeMails()).toEqual([]);
      app.clock.set('2026-03-04T12:01:00.000Z');
      expect(await takeMails()).toHaveLength(1);
      expect(await takeMails()).toEqual([]);
    } finally {
      mail.answer = undefined;
      app.clock.set('2026-03-04T12:00:00.000Z');
    }
  });
});

test('no log has the link of a held booking', async () => {
  const { link } = await heldFor();
  await confirm(link);
  const token = link.replace('/b/confirm/', '');
  expect(token).toMatch(/^[\w.-]{40,}$/);
  expect(JSON.stringify(app.logged).includes(token)).toBe(false);
  expect(appUrl + link).toMatch(/^http:\/\/app\.test\/b\/confirm\//);
});
