import { sync } from 'node-ical';
import { expect, test } from 'vitest';
import { bookableEvent, openAlways } from '../../support/bookable-events.ts';
import { filledIn, openPage } from '../../support/booking-pages.ts';
import { takeMails, useMailedApp } from '../../support/call-mails.ts';
import { nextSerial } from '../../support/serial.ts';

const { app, mail, sendDue } = await useMailedApp();

// New York changes its clock on 8 March 2026, Berlin on the 29th.
test.each([
  ['2026-03-06', '03:00', '09:00'],
  ['2026-03-09', '04:00', '09:00'],
  ['2026-03-30', '03:00', '09:00'],
])('on %s, page, API, mail and calendar file agree: %s in New York is %s in Berlin', async (date, hour, ofHost) => {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/agree-${nextSerial()}`;
  const eventId = await bookableEvent(app, owner, { linkPrefix, duration: 30 }, []);
  const days = { monday: [[540, 570]], friday: [[540, 570]] } as const;
  await openAlways(app, owner, { eventId, timeZone: 'Europe/Berlin', hours: days as never });
  await app.sql('UPDATE "User" SET "timeZone" = $1 WHERE "id" = $2', ['Europe/Berlin', owner.userId]);
  const headers = { 'accept-language': 'en-GB' };
  const path = `/e/${linkPrefix}`;
  const day = await openPage(app, `${path}?timeZone=America/New_York&date=${date}`, { headers });
  expect(day.text).toContain(` ${hour} `);
  const [dateTime = ''] = day.dateTimes;
  const form = await openPage(app, `${path}?timeZone=America/New_York&dateTime=${dateTime}`, { headers });
  const booked = await openPage(app, path, { form: filledIn(form, { email: 'ira@example.com' }), headers });
  const own = new URL(booked.location ?? '', `${app.url}${path}`).pathname;
  const page = await openPage(app, own, { headers });
  expect(page.text).toContain(`, ${hour} – `);
  expect(page.text).toContain(`${ofHost} in your host’s time zone (Europe/Berlin)`);
  const { body } = await app.get('/v1/eventCalls', await app.apiKey(owner));
  const [call] = body.data.eventCalls;
  const startOf = (text: string) => {
    const entry = Object.values(sync.parseICS(text)).find((each) => each?.type === 'VEVENT');
    return (entry as unknown as { start: Date }).start.toISOString();
  };
  expect(startOf((await openPage(app, `${own}.ics`)).html)).toBe(call.dateTime);
  expect(new Date(dateTime).toISOString()).toBe(call.dateTime);
  await sendDue();
  const mails = await takeMails(mail);
  const invitee = mails.find(({ to }) => to === 'ira@example.com');
  const host = mails.find(({ to }) => to !== 'ira@example.com');
  expect(startOf(invitee?.calendar?.text ?? '')).toBe(call.dateTime);
  // The mail in English has the hours of the United States.
  expect(invitee?.text).toMatch(new RegExp(`${Number(hour.slice(0, 2))}:00 – ${Number(hour.slice(0, 2))}:30.AM`));
  expect(host?.text).toMatch(new RegExp(`${Number(ofHost.slice(0, 2))}:00 – ${Number(ofHost.slice(0, 2))}:30.AM`));
});
