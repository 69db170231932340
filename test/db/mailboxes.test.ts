import { beforeEach, expect, test } from 'vitest';
import { consumeMailbox, peekMailbox, releaseMailbox } from '#src/db/writes/mailboxes.ts';
import { useServices } from '../support/service-context.ts';

const services = await useServices();
const { db } = services.context;
beforeEach(() => db.pool.query('DELETE FROM "Mailbox"'));

const start = Date.parse('2026-03-04T12:00:00.000Z');
const hour = 3_600_000;
let lastMail = 0;

interface Counted {
  readonly email?: string;
  readonly workspaceId?: number;
  readonly mail?: string;
  /** Milliseconds after the start. */
  readonly at?: number;
}

/** Whether a mail may go, or after how many milliseconds. */
async function consume({ email = 'ira@example.com', workspaceId = 1, mail, at = 0 }: Counted = {}) {
  lastMail += 1;
  const counted = { email, workspaceId, mail: mail ?? `1.${lastMail}` };
  const reached = await db.write((client) => consumeMailbox(client, counted, new Date(start + at)));
  return reached ? reached.freeAt.getTime() - start : 'goes';
}

async function consumeTimes(count: number, counted: Counted = {}) {
  const answers = [];
  for (let time = 0; time < count; time++) answers.push(await consume(counted));
  return answers;
}

const goes = (count: number) => Array.from({ length: count }, () => 'goes');

test('a mailbox gets five mails an hour about a workspace, another workspace counts apart', async () => {
  expect(await consumeTimes(6)).toEqual([...goes(5), hour]);
  expect(await consume({ workspaceId: 2 })).toBe('goes');
  expect(await consume({ at: hour - 1 })).toBe(hour);
  expect(await consume({ at: hour })).toBe('goes');
});

test('a mailbox gets twenty mails a day of a server', async () => {
  for (const workspaceId of [1, 2, 3, 4]) expect(await consumeTimes(5, { workspaceId })).toEqual(goes(5));
  expect(await consume({ workspaceId: 5, at: 2 * hour })).toBe(24 * hour);
  expect(await consume({ workspaceId: 5, at: 24 * hour })).toBe('goes');
});

test('addresses of one mailbox are one', async () => {
  for (const email of ['Ira.Moss@gmail.com', 'iramoss+a@gmail.com', 'iramoss+b@googlemail.com', 'i.ramoss@gmail.com'])
    await consume({ email });
  expect(await consume({ email: 'IRAMOSS+c@gmail.com' })).toBe('goes');
  expect(await consume({ email: 'ira.moss+d@gmail.com' })).toBe(hour);
  expect(await consume({ email: 'ira.moss@example.com' })).toBe('goes');
});

test('of twenty that count at the same time, five go', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => consume()));
  expect(answers.filter((answer) => answer === 'goes')).toHaveLength(5);
});

test('another attempt of a mail counts in the place of the first', async () => {
  await consumeTimes(4);
  for (const at of [0, 1_000, 2_000]) expect(await consume({ mail: '1.again', at })).toBe('goes');
  expect(await consume({ at: 3_000 })).toBe(hour);
});

test('what is returned is free again, and a refused mail has nothing to return', async () => {
  await consumeTimes(4);
  const mail = { email: 'ira@example.com', workspaceId: 1, mail: '1.last' };
  const release = () => db.write((client) => releaseMailbox(client, mail, new Date(start)));
  expect(await consume(mail)).toBe('goes');
  await release();
  expect(await consume({ mail: '1.other' })).toBe('goes');
  await release();
  expect(await consume()).toBe(hour);
});

test('what is not committed is not counted', async () => {
  const now = new Date(start);
  for (let time = 0; time < 6; time++) {
    const work = db.write(async (client) => {
      await consumeMailbox(client, { email: 'ira@example.com', workspaceId: 1, mail: `2.${time}` }, now);
      throw new Error('The transaction fails');
    });
    await expect(work).rejects.toThrow('The transaction fails');
  }
  expect(await consumeTimes(6)).toEqual([...goes(5), hour]);
});

test('a look says the same and counts nothing', async () => {
  const look = (mail = '3.look') =>
    db.write((client) => peekMailbox(client, { email: 'ira@example.com', workspaceId: 1, mail }, new Date(start)));
  for (let time = 0; time < 6; time++) expect(await look()).toBeUndefined();
  await consumeTimes(4);
  await consume({ mail: '3.own' });
  expect(await look()).toEqual({ freeAt: new Date(start + hour), mails: 5, ms: hour });
  expect(await look('3.own')).toBeUndefined();
});

test('the table has neither addresses nor mails of the day before', async () => {
  await consume({ mail: '1.old' });
  await consume({ mail: '1.new', at: 24 * hour });
  const { rows } = await db.pool.query('SELECT * FROM "Mailbox"');
  expect(rows.map(({ mails, expiresAt }) => [mails.map(({ mail }: { mail: string }) => mail), expiresAt])).toEqual([
    [['1.new'], new Date(start + 48 * hour).toISOString()],
  ]);
  expect(JSON.stringify(rows)).not.toContain('ira');
});
