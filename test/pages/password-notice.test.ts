import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, useApp } from '../support/app.ts';
import { mailServer } from '../support/mail-server.ts';
import { type Person, password, person } from '../support/people.ts';

const mail = await mailServer();
const app = await useApp({ mailer: mail.mailer });
const withoutMail = await useApp({ databaseUrl: app.databaseUrl });
afterAll(() => mail.close());
beforeEach(() => {
  mail.received.length = 0;
});

const next = 'a whole new battery';

const change = async (node: TestApp, member: Person, currentPassword = password) =>
  node.graphql(
    'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { sessionsEnded } }',
    await app.session(member),
    { input: { currentPassword, newPassword: next } },
  );

async function received() {
  await app.background.settled();
  return Promise.all(mail.received.map(({ source }) => simpleParser(source)));
}

test('a changed password is mailed with the time where the person is, the address, and the way to reset it', async () => {
  const ada = await person(app);
  await app.sql(`UPDATE "User" SET "timeZone" = 'Asia/Tokyo' WHERE "id" = $1`, [ada.userId]);
  expect((await change(app, ada)).body.data.changePassword).toEqual({ sessionsEnded: 0 });
  const mails = await received();
  expect(mails.map(({ subject, to }) => [subject, [to].flat()[0]?.text])).toEqual([
    ['Your password was changed', ada.email],
  ]);
  expect(mails[0]?.text).toContain('When: March 4, 2026 at 9:00:00 PM GMT+9\nFrom: 127.0.0.1');
  expect(mails[0]?.text).toContain('http://app.test/forgot-password');
  expect(JSON.stringify(mails)).not.toContain(next);
});

test('a password that a link resets is mailed too, once', async () => {
  const ada = await person(app);
  const form = (path: string, fields: Record<string, string>) => submit(`${app.url}${path}`, fields);
  await form('/forgot-password', { email: ada.email });
  const [{ text } = { text: '' }] = await received();
  const link = /\/reset-password\?token=\S+/.exec(text ?? '')?.[0] ?? '';
  mail.received.length = 0;
  expect([await form(link, { password: next }), await form(link, { password: 'another one of them' })]).toEqual([
    200, 410,
  ]);
  expect((await received()).map(({ subject }) => subject)).toEqual(['Your password was changed']);
});

test('a refused change mails nothing, and neither does a server without mail', async () => {
  const [ada, bo] = [await person(app), await person(app)];
  expect((await change(app, ada, 'not the password')).body.errors[0].extensions.code).toBe('VALIDATION_FAILED');
  expect((await change(withoutMail, bo)).body.data.changePassword).toEqual({ sessionsEnded: 0 });
  await withoutMail.background.settled();
  expect(await received()).toEqual([]);
});

/** Opens a page and submits its form, as a browser without script does. Returns the status. */
async function submit(url: string, fields: Record<string, string>): Promise<number> {
  const opened = await fetch(url);
  const cookie = opened.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const csrf = /name="csrf" value="([^"]+)"/.exec(await opened.text())?.[1] ?? '';
  const body = new URLSearchParams({ csrf, ...fields });
  return (await fetch(url, { method: 'POST', redirect: 'manual', headers: { cookie }, body })).status;
}
