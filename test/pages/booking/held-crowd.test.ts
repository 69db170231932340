import { expect, test } from 'vitest';
import { openPage } from '../../support/booking-pages.ts';
import { type HoldingEvent, holdingEvent, hour, useHoldingApp } from '../../support/held-bookings.ts';

const { app, takeMails } = await useHoldingApp();

const start = Date.parse('2026-03-04T12:00:00.000Z');
const wait = (minutes: number) => app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000).toISOString());

/** Sends a form as a program does, which reads no page. */
const send = ({ path, office }: HoldingEvent, dateTime: string, email: string) =>
  openPage(app, path, {
    form: new URLSearchParams({ name: 'Guest', email, dateTime, timeZone: 'UTC' }),
    headers: { 'x-forwarded-for': office },
  });

const open = async ({ linkPrefix }: HoldingEvent): Promise<string[]> => {
  const dates = `publicEventDates(linkPrefix: "${linkPrefix}", timeZone: "UTC", from: "2026-03-05", to: "2026-03-06")`;
  return (await app.graphql(`{ ${dates} { dateTimes } }`)).body.data.publicEventDates.dateTimes;
};

/** 30 bookings at once from one address, and what they leave. */
async function attack(emailOf: (number: number) => string, draft = {}) {
  const event = await holdingEvent(app, draft);
  const before = await open(event);
  const numbers = Array.from({ length: 30 }, (_, number) => number);
  const pages = await Promise.all(numbers.map((number) => send(event, hour(number), emailOf(number))));
  return {
    booked: pages.filter(({ status }) => status === 303).length,
    calls: (await event.calls()).length,
    taken: before.length - (await open(event)).length,
    held: (await event.holds()).length,
    mails: (await takeMails()).length,
  };
}

test('of 30 bookings at once with one mailbox a robot gets the calls to come of one invitee', async () => {
  const { booked, ...left } = await attack((number) => `robot+${number}@example.com`, { maxUpcomingPerInvitee: 3 });
  expect(booked).toBe(left.calls);
  expect(left.calls).toBeLessThanOrEqual(3);
  expect(left.taken).toBe(left.calls);
  expect(left.mails).toBe(left.held);
  expect(left.mails).toBeLessThanOrEqual(5);
});

test('of 30 bookings at once with mailboxes of their own ten are made, and the others take no time', async () => {
  const result = await attack((number) => `robot${number}@example.com`);
  expect(result).toEqual({ booked: 10, calls: 10, taken: 10, held: 20, mails: 20 });
});

test('200 people of a conference book within ten minutes behind one address', async () => {
  const event = await holdingEvent(app);
  const people = Array.from({ length: 200 }, (_, number) => ({
    email: `guest${number}@example.com`,
    at: hour(number),
  }));
  let booked = 0;
  // 22 of them in a minute: all of them are through in ten.
  for (let first = 0; first < people.length; first += 22) {
    const minute = people.slice(first, first + 22);
    for (const { email, at } of minute) {
      const { status } = await send(event, at, email);
      expect([email, [200, 303].includes(status)]).toEqual([email, true]);
      if (status === 303) booked += 1;
    }
    for (const { link, to } of await takeMails()) {
      // They read their mail with phones of their own.
      const page = await openPage(app, link, { form: new URLSearchParams({ do: 'confirm' }) });
      expect([to, page.status]).toEqual([to, 303]);
    }
    wait(1);
  }
  expect(app.clock.now().getTime() - start).toBeLessThanOrEqual(10 * 60_000);
  expect(booked).toBe(10);
  const emails = (await event.calls()).map(({ inviteeEmail }) => inviteeEmail);
  expect(new Set(emails)).toEqual(new Set(people.map(({ email }) => email)));
  expect(emails).toHaveLength(200);
  expect(await event.holds()).toEqual([]);
  // An hour later the network has its ten again.
  wait(60);
  expect((await send(event, hour(300), 'late@example.com')).status).toBe(303);
});

test('what is held does not close the event to others, as 120 bookings a minute would', async () => {
  const event = await holdingEvent(app);
  const networks = ['192.0.2', '198.51.100', '203.0.113'];
  for (const network of networks) await event.fill(10, `${network}.1`, 10 * networks.indexOf(network));
  wait(1);
  const robots = networks.flatMap((network) => [`${network}.1`, `${network}.2`]);
  for (const [robot, address] of robots.entries()) {
    const numbers = Array.from({ length: 22 }, (_, number) => number);
    const pages = await Promise.all(
      numbers.map((number) => send({ ...event, office: address }, hour(number), `robot${robot}.${number}@example.com`)),
    );
    expect(pages.map(({ status }) => status)).toEqual(numbers.map(() => 200));
  }
  expect(await event.holds()).toHaveLength(132);
  expect((await send(event, hour(50), 'guest@example.com')).status).toBe(303);
  await takeMails();
});
