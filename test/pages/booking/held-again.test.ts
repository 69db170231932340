import { expect, test } from 'vitest';
import { type BookingPage, filledIn, openPage } from '../../support/booking-pages.ts';
import { holdingEvent, hour, useHoldingApp } from '../../support/held-bookings.ts';

const { app, takeMails } = await useHoldingApp();

const ada = { name: 'Ada Vale', email: 'ada@example.com' };
const callOf = ({ location }: BookingPage) => /([^/]+)\?event=booked$/.exec(location ?? '')?.[1];

/** A form whose booking is held, the way to send it again, and the link that its mail had. */
async function heldForm() {
  const event = await holdingEvent(app);
  await event.fill(10);
  const page = await openPage(app, `${event.path}?dateTime=${hour(1)}&timeZone=UTC`);
  const form = filledIn(page, ada);
  const send = (address = event.office) => openPage(app, event.path, { form, headers: { 'x-forwarded-for': address } });
  expect((await send()).text).toContain('Open the link in it by 12:15 PM');
  return { event, send, link: await linkOf() };
}

async function linkOf() {
  const [sent, ...others] = await takeMails();
  expect(others).toEqual([]);
  return sent?.link ?? '';
}

const confirm = (link: string) => openPage(app, link, { form: new URLSearchParams({ do: 'confirm' }) });

test('a form that is sent again after its booking was confirmed leads to the booking', async () => {
  const { event, send, link } = await heldForm();
  const booked = await confirm(link);
  const again = await send();
  expect([again.status, callOf(again)]).toEqual([303, callOf(booked)]);
  expect(await event.calls()).toHaveLength(11);
  expect([await event.holds(), await takeMails()]).toEqual([[], []]);
});

test('a form that is sent again after its link has expired is another attempt, with a mail of its own', async () => {
  const { event, send, link } = await heldForm();
  try {
    app.clock.set('2026-03-04T12:14:59.000Z');
    expect((await send()).text).toContain('Open the link in it by 12:15 PM');
    expect(await takeMails()).toEqual([]);
    app.clock.set('2026-03-04T12:20:00.000Z');
    expect((await send()).text).toContain('Open the link in it by 12:35 PM');
    const next = await linkOf();
    expect(next).not.toBe(link);
    expect((await send()).text).toContain('Open the link in it by 12:35 PM');
    expect(await takeMails()).toEqual([]);
    const booked = await confirm(next);
    expect([booked.status, callOf(await send())]).toEqual([303, callOf(booked)]);
    expect(await event.calls()).toHaveLength(11);
  } finally {
    app.clock.set('2026-03-04T12:00:00.000Z');
  }
});

test('after the link has expired, a network with room books at once', async () => {
  const { event, send } = await heldForm();
  try {
    app.clock.set('2026-03-04T12:20:00.000Z');
    const booked = await send('198.51.100.1');
    expect([booked.status, callOf(booked)]).toEqual([303, expect.any(String)]);
    expect(await event.calls()).toHaveLength(11);
    expect(await takeMails()).toEqual([]);
  } finally {
    app.clock.set('2026-03-04T12:00:00.000Z');
  }
});

test('confirmed bookings count among those of their event', async () => {
  const { event, link } = await heldForm();
  const form = (number: number) =>
    event.book(hour(200 + number), { name: 'N', email: `n${number}@example.com` }, `192.0.${number}.1`);
  // With the ten of the office there is room for 110 more in this minute.
  for (let number = 0; number < 109; number++) expect((await form(number)).status).toBe(303);
  expect((await confirm(link)).status).toBe(303);
  expect((await form(110)).status).toBe(429);
}, 60_000);
