import { beforeEach, describe, expect, test } from 'vitest';
import { texts } from '#src/site/booking/texts/by-language.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent, openAlways } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, openPage } from '../../support/booking-pages.ts';
import type { Member } from '../../support/factories.ts';
import { timeOff } from '../../support/schedules.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp(manyAddresses);
const { taken, notOpen, past, sameTime } = texts.en;

let owner: Member;
let eventId: number;
let linkPrefix: string;
let path: string;
const at = (hour: number) => `2026-03-05T${String(hour).padStart(2, '0')}:00:00.000Z`;
const form = (email: string, dateTime: string) => new URLSearchParams({ email, dateTime, timeZone: 'UTC' });
const book = (dateTime: string, email = 'ira@example.com') => openPage(app, path, { form: form(email, dateTime) });

beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  owner = await app.workspace();
  linkPrefix = `user-${owner.userId}/closed-${nextSerial()}`;
  path = `/e/${linkPrefix}`;
  eventId = await bookableEvent(app, owner, { linkPrefix });
});

const change = (columns: string) =>
  app.sql(`UPDATE "Event" SET ${columns} WHERE "workspaceId" = $1 AND "id" = $2`, [owner.workspaceId, eventId]);

interface Row {
  readonly name: string;
  readonly prepare: () => Promise<unknown>;
  readonly dateTime?: string;
  readonly says: string;
}

/** What happens to 10 o'clock before it is chosen. */
const rows: Row[] = [
  { name: 'a time that another call has', prepare: () => book(at(10), 'first@example.com'), says: taken },
  {
    name: 'a time within the buffer of another call',
    async prepare() {
      await book(at(9), 'first@example.com');
      await change('"bufferAfter" = 30');
    },
    says: taken,
  },
  {
    name: 'a time that never was open',
    prepare: async () => undefined,
    dateTime: '2026-03-05T10:07:00.000Z',
    says: notOpen,
  },
  { name: 'a time within the notice', prepare: () => change('"minimumNotice" = 2880'), says: notOpen },
  { name: 'a time beyond the booking window', prepare: () => change('"bookingWindow" = 0'), says: notOpen },
  {
    name: 'a time of which the host is off',
    prepare: () => timeOff(app, owner, { startTime: at(8), endTime: at(12) }),
    says: notOpen,
  },
  {
    name: 'a time on a full day',
    async prepare() {
      await book(at(15), 'first@example.com');
      await change('"dailyLimit" = 1');
    },
    says: notOpen,
  },
  {
    name: 'a time of which the host, who has a call then, is also off',
    async prepare() {
      await book(at(10), 'first@example.com');
      await timeOff(app, owner, { startTime: at(8), endTime: at(12) });
    },
    says: notOpen,
  },
  {
    name: 'a time of a host who left',
    async prepare() {
      const other = await app.member(owner.workspaceId, 'CLOSER');
      await openAlways(app, other, { eventId, hours: { sunday: [[0, 60]] } });
      await app.sql('DELETE FROM "EventHost" WHERE "workspaceId" = $1 AND "userId" = $2', [
        owner.workspaceId,
        owner.userId,
      ]);
    },
    says: notOpen,
  },
  { name: 'a time that has passed', prepare: async () => app.clock.set(at(11)), says: past },
];

describe.each(rows)('$name', ({ prepare, says, dateTime = at(10) }) => {
  test('is called what it is: in the address, and when the form is sent', async () => {
    const page = await openPage(app, `${path}?dateTime=${at(10)}&timeZone=UTC`);
    await prepare();
    const sent = await openPage(app, path, {
      form: filledIn(page, { name: 'Ira', email: 'ira@example.com', dateTime }),
    });
    const opened = await openPage(app, `${path}?dateTime=${dateTime}&timeZone=UTC`);
    expect([sent.status, opened.status]).toEqual([400, 200]);
    for (const { text } of [sent, opened]) {
      expect([taken, notOpen, past].filter((each) => text.includes(each))).toEqual([says]);
    }
    const german = await openPage(app, `${path}?dateTime=${dateTime}&lang=de`);
    const key = ({ [taken]: 'taken', [notOpen]: 'notOpen', [past]: 'past' } as const)[says] ?? 'failed';
    expect(german.text).toContain(texts.de[key]);
  });

  test('is called so when a call is moved there', async () => {
    const { location } = await book('2026-03-06T10:00:00.000Z');
    const own = new URL(location ?? '', `${app.url}${path}`).pathname;
    await prepare();
    const moved = await openPage(app, own, { form: new URLSearchParams({ do: 'move', dateTime, timeZone: 'UTC' }) });
    const opened = await openPage(app, `${own}?move=1&dateTime=${dateTime}&timeZone=UTC`);
    expect([moved.status, opened.status]).toEqual([400, 200]);
    for (const { text } of [moved, opened]) {
      expect([taken, notOpen, past].filter((each) => text.includes(each))).toEqual([says]);
    }
  });
});

test('a call is not said to have lost its own time', async () => {
  const { location } = await book(at(10));
  const own = new URL(location ?? '', `${app.url}${path}`).pathname;
  expect((await openPage(app, `${own}?move=1&dateTime=${at(10)}`)).text).toContain(sameTime);
  // Half an hour later only the call itself is in the way, and then the grid.
  const near = await openPage(app, `${own}?move=1&dateTime=2026-03-05T10:30:00.000Z`);
  expect(near.text).toContain(notOpen);
});

test('with two hosts, a time is taken when the one who had it open has a call', async () => {
  const other = await app.member(owner.workspaceId, 'CLOSER');
  await openAlways(app, other, { eventId, hours: { sunday: [[0, 60]] } });
  await book(at(10), 'first@example.com');
  expect((await openPage(app, `${path}?dateTime=${at(10)}`)).text).toContain(taken);
});
