import { afterAll, afterEach, expect, test } from 'vitest';
import { NoticeWorker } from '#src/jobs/calendars/notices.ts';
import type { Mailer } from '#src/services/accounts/mailer.ts';
import { testSecretKey, useApp } from '../../support/app.ts';
import { answerWith, useCalendarServer } from '../../support/calendar-feeds.ts';
import { calendarWorkers, connectCalendars } from '../../support/calendar-workers.ts';
import { takeMails } from '../../support/call-mails.ts';
import { mailServer } from '../../support/mail-server.ts';

const mail = await mailServer();
const app = await useApp({ mailer: mail.mailer });
const server = await useCalendarServer();
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

test('a credential that is refused is a mail at once', async () => {
  const { id, emails, noticedAt } = await readCalendar();
  await app.sql('UPDATE "CalendarConnection" SET "secret" = $2 WHERE "id" = $1', [id, Buffer.alloc(64)]);
  await passMinutes(5, 5);
  const mails = await takeMails(mail);
  expect(mails.map(({ to }) => to).sort()).toEqual([...emails].sort());
  expect(mails.find(({ to }) => to === emails[0])?.subject).toBe(
    'Your calendar connection was refused by its provider',
  );
  const [ofHost, ofOwner] = emails.map((email) => mails.find(({ to }) => to === email)?.text);
  expect(ofHost).toContain('SECRET_KEY');
  // The exact problem is the member's own matter.
  expect(ofOwner).toContain('The provider refuses the credential.');
  expect(ofOwner).not.toContain('SECRET_KEY');
  expect(mails.map(({ text }) => text).join('')).not.toContain(testSecretKey);
  expect(await noticedAt()).toBe(minutes(5));
  await passMinutes(6, 40);
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
