import { afterAll, afterEach, expect, test } from 'vitest';
import { NoticeWorker } from '#src/jobs/calendars/notices.ts';
import type { Mailer } from '#src/services/accounts/mailer.ts';
import { storeConnection } from '#src/services/calendars/store-connection.ts';
import { testSecretKey, useApp } from '../../support/app.ts';
import { answerWith, useCalendarServer } from '../../support/calendar-feeds.ts';
import { calendarWorkers, connectCalendars } from '../../support/calendar-workers.ts';
import { takeMails } from '../../support/call-mails.ts';
import { credential, multistatus, resource, useDavServer } from '../../support/dav-server.ts';
import { mailServer } from '../../support/mail-server.ts';

const mail = await mailServer();
const app = await useApp({ mailer: mail.mailer });
const server = await useCalendarServer();
const davServer = await useDavServer();
const { readDue, errors } = calendarWorkers(app);
const start = '2026-03-04T12:00:00.000Z';
afterAll(() => mail.close());

afterEach(async () => {
  app.clock.set(start);
  mail.refuses = false;
  await takeMails(mail);
  await app.sql('DELETE FROM "CalendarConnection"');
  expect(errors.splice(0)).toEqual([]);
});

const minutes = (count: number) => new Date(Date.parse(start) + count * 60_000).toISOString();

function noticeWorker(mailer: Pick<Mailer, 'send'> = mail.mailer) {
  const failures: unknown[] = [];
  const worker = new NoticeWorker({
    ...{ db: app.context.db, clock: app.context.clock, mailer },
    ...{ baseUrl: 'http://api.test', appUrl: 'http://app.test', onError: (error) => failures.push(error) },
  });
  const send = async () => {
    await worker.run();
    await worker.settled();
  };
  return { send, failures };
}

const notices = noticeWorker();

async function emailOf({ userId }: { readonly userId: number }): Promise<string> {
  const [user] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [userId]);
  return user?.email as string;
}

/** A closer whose calendar was read at noon, in a workspace with two owners and somebody else. */
async function readCalendar() {
  const owner = await app.workspace();
  const second = await app.member(owner.workspaceId, 'OWNER');
  await app.member(owner.workspaceId, 'ADMIN');
  const host = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Ada', lastName: 'Hart' });
  const address = server.address();
  const id = await connectCalendars(app, host, { kind: 'ICS', url: address.url });
  await readDue();
  const emails = await Promise.all([host, owner, second].map(emailOf));
  const noticedAt = async () => {
    const [row] = await app.sql<{ noticedAt: string | null }>(
      'SELECT "noticedAt" FROM "CalendarConnection" WHERE "id" = $1',
      [id],
    );
    return row?.noticedAt ? new Date(row.noticedAt).toISOString() : null;
  };
  return { host, address, id, emails, noticedAt };
}

/** Lets the time pass in steps of a minute, as a worker that runs sees it. */
async function passMinutes(from: number, until: number) {
  for (let minute = from; minute <= until; minute++) {
    app.clock.set(minutes(minute));
    await readDue();
    await notices.send();
  }
}

test('an outage is one mail to the host and to each owner, when what is known has become too old; the next outage is another', async () => {
  const { address, emails, noticedAt } = await readCalendar();
  address.answer = answerWith(503);
  await passMinutes(1, 14);
  expect([mail.received, await noticedAt()]).toEqual([[], null]);
  await passMinutes(15, 60);
  const mails = await takeMails(mail);
  expect(mails.map(({ to }) => to).sort()).toEqual([...emails].sort());
  const ofHost = mails.find(({ to }) => to === emails[0]);
  expect(ofHost?.subject).toBe('Your calendar connection cannot be read');
  expect(ofHost?.text).toContain('503');
  expect(ofHost?.text).toContain('http://app.test/settings/calendars');
  expect(mails.find(({ to }) => to === emails[1])?.subject).toBe('A calendar connection of Ada Hart cannot be read');
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3);
  expect(await noticedAt()).not.toBeNull();
  address.answer = undefined;
  await passMinutes(61, 80);
  expect([mail.received, await noticedAt()]).toEqual([[], null]);
  address.answer = answerWith(503);
  await passMinutes(81, 110);
  expect((await takeMails(mail)).map(({ to }) => to).sort()).toEqual([...emails].sort());
  expect(errors).toEqual([]);
});

test('a credential that is refused again and again is a mail when the calendar is disconnected', async () => {
  const { id, emails, noticedAt } = await readCalendar();
  await app.sql(
    `UPDATE "CalendarConnection" SET "secret" = $2, "readableUntil" = "readableUntil" + interval '1 day' WHERE "id" = $1`,
    [id, Buffer.alloc(64)],
  );
  // Read after 5, 6, 8, 13 and 23 minutes.
  await passMinutes(5, 22);
  expect([mail.received, await noticedAt()]).toEqual([[], null]);
  await passMinutes(23, 23);
  const mails = await takeMails(mail);
  expect(mails.map(({ to }) => to).sort()).toEqual([...emails].sort());
  expect(mails.find(({ to }) => to === emails[0])?.subject).toBe(
    'Your calendar connection was rejected by its provider',
  );
  const [ofHost, ofOwner] = emails.map((email) => mails.find(({ to }) => to === email)?.text);
  expect(ofHost).toContain('SECRET_KEY');
  // The exact problem is the member's own matter.
  expect(ofOwner).toContain('The provider rejects the credential.');
  expect(ofOwner).not.toContain('SECRET_KEY');
  expect(mails.map(({ text }) => text).join('')).not.toContain(testSecretKey);
  expect(await noticedAt()).toBe(minutes(23));
  await passMinutes(24, 90);
  expect(mail.received).toEqual([]);
});

/** A calendar at a server with a password, which was read at noon, and is then read after 2, 3, 5, 10, 20, 30, … minutes. */
async function readDavCalendar() {
  const host = await app.workspace();
  const secret = { kind: 'CALDAV', url: davServer.url, ...credential } as const;
  const externalId = `${davServer.url}work/`;
  const calendar = { externalId, name: 'Work', timeZone: null, isWritable: true, isPrimary: true };
  const found = { name: 'Ada', calendars: [calendar] };
  davServer.answer(({ method }) => (method === 'REPORT' ? multistatus() : multistatus(resource('/work/', ''))));
  await storeConnection(app.context, [host.workspaceId, host.userId], { secret, found, connectionId: null });
  await readDue();
  const answer = (status: number) => davServer.answer(() => ({ status }));
  const disconnectedAt = async () => {
    const [row] = await app.sql<{ disconnectedAt: string | null }>('SELECT "disconnectedAt" FROM "CalendarConnection"');
    return row?.disconnectedAt ? new Date(row.disconnectedAt).toISOString() : null;
  };
  return { answer, disconnectedAt };
}

const cannotBeRead = 'Your calendar connection cannot be read';
const wasRefused = 'Your calendar connection was rejected by its provider';

test('after an outage that was noticed, a credential that is refused is one mail more, which says to connect again', async () => {
  const { answer, disconnectedAt } = await readDavCalendar();
  answer(503);
  await passMinutes(1, 20);
  const [outage, ...othersOfOutage] = await takeMails(mail);
  expect([outage?.subject, othersOfOutage]).toEqual([cannotBeRead, []]);
  answer(401);
  await passMinutes(21, 49);
  expect([mail.received, await disconnectedAt()]).toEqual([[], null]);
  await passMinutes(50, 50);
  const [refusal, ...others] = await takeMails(mail);
  expect([refusal?.subject, others, await disconnectedAt()]).toEqual([wasRefused, [], minutes(50)]);
  expect(refusal?.text).toContain('Reconnect it');
  // Mail programs show one of two messages with the same id.
  expect(refusal?.messageId).not.toBe(outage?.messageId);
  await passMinutes(51, 300);
  answer(503);
  await passMinutes(301, 400);
  expect(mail.received).toEqual([]);
});

test('a notice of the outage that is sent while the calendar is disconnected is not taken for one of that', async () => {
  const { answer, disconnectedAt } = await readDavCalendar();
  answer(401);
  // Refused after 2 minutes; two later refusals disconnect.
  app.clock.set(minutes(2));
  await readDue();
  answer(503);
  app.clock.set(minutes(20));
  await readDue();
  answer(401);
  app.clock.set(minutes(30));
  await readDue();
  app.clock.set(minutes(40));
  const sending = noticeWorker({
    async send(each) {
      await readDue();
      return mail.mailer.send(each);
    },
  });
  await sending.send();
  expect((await takeMails(mail)).map(({ subject }) => subject)).toEqual([cannotBeRead]);
  expect(await disconnectedAt()).toBe(minutes(40));
  await notices.send();
  expect((await takeMails(mail)).map(({ subject }) => subject)).toEqual([wasRefused]);
  await passMinutes(41, 90);
  expect(mail.received).toEqual([]);
});

test('nobody is alarmed after an hour without a worker, before a read has failed', async () => {
  const { address, noticedAt } = await readCalendar();
  address.answer = answerWith(503);
  // One failure before the hour says nothing of the time after it.
  await passMinutes(5, 6);
  app.clock.set(minutes(70));
  await notices.send();
  expect([mail.received, await noticedAt()]).toEqual([[], null]);
  address.answer = undefined;
  await readDue();
  await notices.send();
  expect(mail.received).toEqual([]);
  address.answer = answerWith(503);
  app.clock.set(minutes(140));
  await notices.send();
  expect(mail.received).toEqual([]);
  await readDue();
  await notices.send();
  expect(await takeMails(mail)).toHaveLength(3);
});

test('two workers send each mail once', async () => {
  const { address } = await readCalendar();
  address.answer = answerWith(503);
  app.clock.set(minutes(20));
  await readDue();
  const second = noticeWorker();
  await Promise.all([notices.send(), second.send()]);
  expect(await takeMails(mail)).toHaveLength(3);
});

test('mails that no server takes are tried again as the same messages', async () => {
  const { address, noticedAt } = await readCalendar();
  address.answer = answerWith(503);
  mail.refuses = true;
  app.clock.set(minutes(20));
  await readDue();
  const seen: (string | undefined)[] = [];
  const refused = noticeWorker({
    send: (each) => {
      seen.push(each.messageId);
      return mail.mailer.send(each);
    },
  });
  await refused.send();
  expect([await noticedAt(), refused.failures.length]).toEqual([null, 3]);
  mail.refuses = false;
  await notices.send();
  expect(mail.received).toEqual([]);
  app.clock.set(minutes(24));
  await notices.send();
  const mails = await takeMails(mail);
  expect(mails.map(({ messageId }) => messageId).sort()).toEqual([...seen].sort());
  expect(await noticedAt()).toBe(minutes(24));
});

test('an owner whose own calendar it is gets one mail', async () => {
  const owner = await app.workspace();
  const address = server.address();
  await connectCalendars(app, owner, { kind: 'ICS', url: address.url });
  address.answer = answerWith(404);
  await passMinutes(16, 16);
  expect((await takeMails(mail)).map(({ subject }) => subject)).toEqual(['Your calendar connection cannot be read']);
});
