import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { weeklyLeaseMs } from '#src/db/writes/weekly-mails.ts';
import { WeeklyMailWorker } from '#src/jobs/weekly-mails/worker.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import type { Mailer } from '#src/services/accounts/mailer.ts';
import { weeklyMailPurpose } from '#src/services/weekly-mails/switch.ts';
import { testSecretKey, useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { isAutomatic, mailServer } from '../../support/mail-server.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { untilDone } from '../../support/until-done.ts';

const mail = await mailServer();
const app = await useApp({ mailer: mail.mailer });
afterAll(() => mail.close());

/** A Wednesday. The next Monday is the 23rd; Berlin's clocks go forward on the 29th. */
const start = '2026-03-18T12:00:00.000Z';
const monday = '2026-03-23T07:00:00.000Z';

function workerWith(mailer: Pick<Mailer, 'send'> = mail.mailer, db = app.context.db) {
  const errors: unknown[] = [];
  const worker = new WeeklyMailWorker({
    ...{ db, clock: app.clock, mailer, baseUrl: 'http://api.test', appUrl: 'http://app.test' },
    weeklyMailLinks: new SignedTexts(testSecretKey, weeklyMailPurpose),
    onError: (error) => errors.push(error),
  });
  return { worker, errors, sendDue: () => untilDone(worker) };
}
const { sendDue, errors } = workerWith();

let owner: Member;
let closer: Member;
beforeEach(async () => {
  await app.sql('DELETE FROM "WeeklyMail"');
  mail.received.length = 0;
  mail.answer = undefined;
  errors.length = 0;
  app.clock.set(start);
  owner = await app.workspace({ timeZone: 'Europe/Berlin' });
  closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Nash' });
  for (const { userId } of [owner, closer])
    await app.sql('UPDATE "User" SET "timeZone" = \'Europe/Berlin\' WHERE "id" = $1', [userId]);
});

async function switchMail(member: Member, weeklyMail = true) {
  const { body } = await app.graphql(
    'mutation ($input: UpdateViewerInput!) { updateViewer(input: $input) { memberships { workspaceId weeklyMail } } }',
    await app.session(member, { expiresAt: '2027-01-01T00:00:00Z' }),
    { input: { weeklyMail } },
  );
  return body.data.updateViewer.memberships;
}

const call = (host: Member, dateTime: string, more: object = {}) => app.call(host, { dateTime, ...more } as never);
const received = () => Promise.all(mail.received.map(({ source }) => simpleParser(source)));
const passTo = async (instant: string) => {
  app.clock.set(instant);
  await sendDue();
};

describe('the mail of a week', () => {
  test('comes once on Monday from 8:00 in the zone of the member, each week, also after a change of the clocks', async () => {
    await switchMail(closer);
    await call(closer, '2026-03-20T10:00:00Z', { outcome: 'WON' });
    await call(closer, '2026-03-27T10:00:00Z', { outcome: 'WON' });
    await passTo('2026-03-23T06:59:59Z');
    expect(mail.received).toHaveLength(0);
    await passTo(monday);
    expect(mail.received).toHaveLength(1);
    for (const later of ['2026-03-23T07:00:30Z', '2026-03-25T12:00:00Z', '2026-03-30T05:59:59Z']) await passTo(later);
    expect(mail.received).toHaveLength(1);
    await passTo('2026-03-30T06:00:00Z');
    expect((await received()).map(({ subject }) => subject)).toEqual([
      'Your week, March 16 – 22, 2026: 1 booked, 1 held, 1 won',
      'Your week, March 23 – 29, 2026: 1 booked, 1 held, 1 won',
    ]);
    expect(errors).toEqual([]);
  });

  test('has the numbers of the own calls for a closer, and of the team for an owner, with links and headers', async () => {
    await switchMail(closer);
    await switchMail(owner);
    await call(closer, '2026-03-16T10:00:00Z', { outcome: 'WON' });
    await call(closer, '2026-03-17T10:00:00Z');
    await call(owner, '2026-03-18T10:00:00Z', { outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' });
    await call(closer, '2026-03-10T10:00:00Z', { outcome: 'WON' });
    const time = '2026-03-19T10:00:00Z';
    const dealId = await deal(app, closer, { value: '900.00', time });
    await transaction(app, closer, { dealId, value: '300.00', time });
    await transaction(app, owner, { value: '50.00', time });
    const goal = { workspaceId: owner.workspaceId, month: '2026-03-01', number: 'WON', target: '4' };
    await app.insert('Goal', goal);
    await app.insert('Goal', { ...goal, userId: closer.userId, target: '3' });
    await passTo(monday);
    const mails = await received();
    const textTo = (firstName: string) => mails.find(({ text }) => text?.includes(`Hello ${firstName},`))?.text ?? '';
    expect(mails).toHaveLength(2);
    const own = textTo('Cleo');
    expect(own).toContain('Booked: 2 (+1)\nHeld: 1 (±0)\nShow rate: 100%, 1 of 1 (±0 points)\nWon: 1 (±0)');
    expect(own).toContain('1 call of the week awaits its outcome.');
    expect(own).toContain('Cash, USD: 300.00 (+300.00)');
    expect(own).toContain(
      'Goal of the team for March, won calls: 2 of 4 (50%)\nYour goal for March, won calls: 2 of 3 (67%)',
    );
    const { workspaceId } = owner;
    expect(own).toContain(`http://app.test/overview?period=2026-03-16..2026-03-22&workspace=${workspaceId}`);
    expect(own).not.toContain('Cleo Nash');
    const team = textTo('Ada');
    expect(team).toContain('Booked: 3 (+2)');
    expect(team).toContain('Cash, USD: 350.00 (+350.00)');
    expect(team).toContain('Cleo Nash: 2 booked, 1 held, show rate 100%, 1 won');
    expect(team).toContain('Ada Price: 1 booked, 0 held, show rate 0%, 0 won');
    expect(team).not.toContain('Your goal');
    for (const { source } of mail.received) {
      expect(isAutomatic(source)).toBe(true);
      expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
      expect(source).toMatch(/^List-Unsubscribe: ?\r?\n? ?<http:\/\/app\.test\/weekly-mail\/off\?token=\S+>/m);
    }
  });

  test('compares the cash with that of the week before, also where one of the two has none', async () => {
    await switchMail(closer);
    await call(closer, '2026-03-20T10:00:00Z');
    await transaction(app, closer, { value: '250.00', time: '2026-03-12T10:00:00Z' });
    await transaction(app, closer, { value: '100.00', time: '2026-03-20T10:00:00Z' });
    await transaction(app, closer, { value: '70.00', currency: 'EUR', time: '2026-03-12T10:00:00Z' });
    await passTo(monday);
    expect((await received())[0]?.text).toContain('Cash, EUR: 0.00 (−70.00)\nCash, USD: 100.00 (−150.00)');
  });

  test('says how far the goals of the month got in which the week ended', async () => {
    await switchMail(closer);
    const goal = { workspaceId: owner.workspaceId, userId: closer.userId, number: 'BOOKED', target: '4' };
    await app.insert('Goal', { ...goal, month: '2026-05-01' });
    await app.insert('Goal', { ...goal, month: '2026-06-01' });
    await call(closer, '2026-05-20T10:00:00Z');
    await call(closer, '2026-05-29T10:00:00Z');
    await passTo('2026-06-01T06:00:00Z');
    expect(errors).toEqual([]);
    const text = (await received())[0]?.text;
    expect(text).toContain('Your goal for May, booked calls: 2 of 4 (50%)');
    expect(text).not.toContain('for June');
  });

  test('is not sent where there was no call in this week and the one before', async () => {
    await switchMail(closer);
    await call(owner, '2026-03-20T10:00:00Z');
    await call(closer, '2026-03-08T10:00:00Z');
    await passTo(monday);
    expect(mail.received).toHaveLength(0);
    // The week before counts: nobody asks why no mail has come.
    await call(closer, '2026-03-20T10:00:00Z');
    await passTo('2026-03-30T06:00:00Z');
    expect((await received())[0]?.subject).toBe('Your week, March 23 – 29, 2026: 0 booked, 0 held, 0 won');
  });

  test('waits until the week of the workspace has ended', async () => {
    await app.sql('UPDATE "User" SET "timeZone" = \'Pacific/Auckland\' WHERE "id" = $1', [closer.userId]);
    await switchMail(closer);
    await call(closer, '2026-03-22T20:00:00Z');
    await passTo('2026-03-22T19:00:00Z');
    expect(mail.received).toHaveLength(0);
    await passTo('2026-03-22T23:00:00Z');
    expect((await received())[0]?.subject).toContain('March 16 – 22, 2026: 1 booked');
  });

  test('follows a member who moves to another zone', async () => {
    await switchMail(closer);
    await call(closer, '2026-03-20T10:00:00Z');
    await passTo('2026-03-22T18:00:00Z');
    await app.sql('UPDATE "User" SET "timeZone" = \'America/New_York\' WHERE "id" = $1', [closer.userId]);
    await passTo(monday);
    expect(mail.received).toHaveLength(0);
    await passTo('2026-03-23T12:00:00Z');
    expect(mail.received).toHaveLength(1);
    // Back in the east, where it is Monday morning no more.
    await app.sql('UPDATE "User" SET "timeZone" = \'Asia/Tokyo\' WHERE "id" = $1', [closer.userId]);
    await passTo('2026-03-23T23:00:00Z');
    expect(mail.received).toHaveLength(1);
  });

  test('begins with the next Monday, and is left out a day after its time', async () => {
    app.clock.set('2026-03-23T07:00:01Z');
    await switchMail(closer);
    await call(closer, '2026-03-20T10:00:00Z');
    await passTo('2026-03-23T12:00:00Z');
    expect(mail.received).toHaveLength(0);
    await passTo('2026-03-31T06:00:00Z');
    expect(mail.received).toHaveLength(0);
    await call(closer, '2026-04-01T10:00:00Z');
    await passTo('2026-04-06T06:00:00Z');
    expect(mail.received).toHaveLength(1);
  });
});

describe('each mail comes once', () => {
  beforeEach(async () => {
    await switchMail(closer);
    await call(closer, '2026-03-20T10:00:00Z');
    app.clock.set(monday);
  });

  test('with two workers at once', async () => {
    const workers = [workerWith(), workerWith(), workerWith()];
    await Promise.all(workers.map(({ sendDue: send }) => send()));
    expect(mail.received).toHaveLength(1);
  });

  test('after a process was killed before it sent', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const killed = workerWith({ send: () => promise });
    await killed.worker.run();
    await sendDue();
    expect(mail.received).toHaveLength(0);
    app.clock.set(new Date(Date.parse(monday) + weeklyLeaseMs + 1_000).toISOString());
    await sendDue();
    expect(mail.received).toHaveLength(1);
    // The process that was taken for dead ends no lease but its own.
    resolve();
    await killed.worker.settled();
    await sendDue();
    expect(mail.received).toHaveLength(1);
  });

  test('and is recorded once the database is back, although the lease has ended', async () => {
    let isAway = true;
    const db = new Proxy(app.context.db, {
      get: (target, name) =>
        name === 'writeOne' && isAway && mail.received.length > 0
          ? () => Promise.reject(new Error('The database is away'))
          : Reflect.get(target, name),
    });
    const cutOff = workerWith(mail.mailer, db);
    await cutOff.worker.run();
    await expect.poll(() => cutOff.errors.length, { timeout: 30_000 }).toBeGreaterThan(0);
    app.clock.set(new Date(Date.parse(monday) + 2 * weeklyLeaseMs).toISOString());
    isAway = false;
    await cutOff.worker.settled();
    await cutOff.sendDue();
    expect(mail.received).toHaveLength(1);
  });

  test('is tried again after a temporary refusal with the same Message-ID, and not after one for good', async () => {
    mail.answer = { to: 'content', code: 451, text: 'Later' };
    await sendDue();
    mail.answer = undefined;
    await passTo('2026-03-23T07:00:59Z');
    expect(mail.received).toHaveLength(0);
    await passTo('2026-03-23T07:01:00Z');
    const [first] = await received();
    expect(first?.messageId).toMatch(/^<weekly\.\d+\.\d+\.2026-03-23@api\.test>$/);
    await call(closer, '2026-03-27T10:00:00Z');
    mail.answer = { to: 'recipient', code: 550, text: 'No such user' };
    await passTo('2026-03-30T06:00:00Z');
    mail.answer = undefined;
    await passTo('2026-03-30T12:00:00Z');
    expect(mail.received).toHaveLength(1);
  });
});

describe('switched off', () => {
  test('by the member, it comes no more; in another workspace it stays on', async () => {
    const other = await app.workspace({ timeZone: 'Europe/Berlin' });
    await app.insert('Membership', { workspaceId: other.workspaceId, userId: closer.userId, role: 'CLOSER' });
    await switchMail({ ...closer, workspaceId: other.workspaceId });
    expect(await switchMail(closer)).toEqual(
      expect.arrayContaining([
        { workspaceId: closer.workspaceId, weeklyMail: true },
        { workspaceId: other.workspaceId, weeklyMail: true },
      ]),
    );
    await switchMail(closer);
    await switchMail(closer, false);
    await call(closer, '2026-03-20T10:00:00Z');
    await call({ ...closer, workspaceId: other.workspaceId }, '2026-03-20T10:00:00Z');
    await passTo(monday);
    expect(mail.received).toHaveLength(1);
  });

  test('with the membership: who has left gets none, and none after coming back', async () => {
    await switchMail(closer);
    await call(closer, '2026-03-17T10:00:00Z');
    const session = await app.session(owner, { expiresAt: '2027-01-01T00:00:00Z' });
    const { body } = await app.graphql(`mutation { removeUser(input: { id: ${closer.userId} }) { userId } }`, session);
    expect(body.errors).toBeUndefined();
    await passTo(monday);
    expect(mail.received).toHaveLength(0);
    expect(await app.sql('SELECT FROM "WeeklyMail"')).toEqual([]);
  });

  test('for a member whom a node of an earlier version has removed, without an error and for good', async () => {
    await switchMail(closer);
    await call(closer, '2026-03-17T10:00:00Z');
    await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "userId" = $1', [closer.userId]);
    await passTo(monday);
    expect([mail.received.length, errors]).toEqual([0, []]);
    expect(await app.sql('SELECT FROM "WeeklyMail"')).toEqual([]);
  });
});
