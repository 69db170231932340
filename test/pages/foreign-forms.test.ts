import { afterAll, describe, expect, test } from 'vitest';
import { type TestApp, useApp } from '../support/app.ts';
import { authorizePath, openPage, postPage } from '../support/consent-pages.ts';
import { mailServer } from '../support/mail-server.ts';
import { oauthApp } from '../support/oauth.ts';
import { password, person, setPassword } from '../support/people.ts';
import { nextSerial } from '../support/serial.ts';

// The browser says which page sends a form: every form of the server takes it from pages of its own alone.

const app = await useApp();
const mail = await mailServer();
const mailing = await useApp({ mailer: mail.mailer, databaseUrl: app.databaseUrl });
afterAll(async () => {
  await mail.close();
});
const demoOwner = await app.workspace();
await app.sql('UPDATE "Workspace" SET "isDemo" = true WHERE "id" = $1', [demoOwner.workspaceId]);
const demo = { ownerEmail: await setPassword(app, demoOwner.userId), ownerPassword: password, key: 'service_x' };
const demoNode = await useApp({ demo, databaseUrl: app.databaseUrl });

interface Door {
  readonly node: TestApp;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The status of a form that is taken. */
  readonly done: number;
}

const address = () => `form-${nextSerial()}@example.com`;
const newOwner = { firstName: 'Ada', lastName: 'Price', workspaceName: 'Lime', timeZone: 'UTC', password };

async function linkOf(email: string): Promise<string> {
  await mailing.background.settled();
  return mail.received.find(({ to }) => to.includes(email))?.link ?? '';
}

/** What the mail server sends after a form of that page. */
async function mailedLink(path: string, email: string): Promise<string> {
  const { fields, headers } = await openPage(mailing, path);
  const cookie = String(headers.getSetCookie()[0]?.split(';')[0]);
  await postPage(mailing, path, { cookie, fields: { ...fields, email } });
  return linkOf(email);
}

async function invitationLink(): Promise<string> {
  const query = `mutation { createInvitation(input: { email: "${address()}", role: SETTER }) { link } }`;
  const { body } = await app.graphql(query, await app.session(await app.workspace()));
  return body.data.createInvitation.link.slice('http://app.test'.length);
}

const doors: Readonly<Record<string, () => Promise<Door>>> = {
  'sign-in': async () => {
    const { email } = await person(app);
    return { node: app, path: '/sign-in?account=other', fields: { email, password }, done: 303 };
  },
  'sign-out': async () => ({ node: app, path: '/sign-out', fields: {}, done: 303 }),
  'sign-up': async () => ({ node: app, path: '/sign-up', fields: { ...newOwner, email: address() }, done: 303 }),
  'end of the sign-up': async () => {
    const path = await mailedLink('/sign-up', address());
    return { node: mailing, path, fields: newOwner, done: 303 };
  },
  'forgotten password': async () => ({
    ...{ node: mailing, path: '/forgot-password', done: 200 },
    fields: { email: address() },
  }),
  'new password': async () => {
    const path = await mailedLink('/forgot-password', (await person(app)).email);
    return { node: mailing, path, fields: { password: 'a whole new battery' }, done: 200 };
  },
  'stronger password': async () => ({
    ...{ node: app, path: '/stronger-password', done: 303 },
    fields: { currentPassword: password, newPassword: 'a whole new battery' },
  }),
  invitation: async () => ({
    ...{ node: app, path: await invitationLink(), done: 303 },
    fields: { firstName: 'Ira', password },
  }),
  demo: async () => ({ node: demoNode, path: '/demo', fields: {}, done: 303 }),
  consent: async () => {
    const client = await oauthApp(app, await app.workspace());
    return { node: app, path: authorizePath(client), fields: { decision: 'allow' }, done: 303 };
  },
};

/** Opens the form in a browser with a session. `post` sends it with these headers. */
async function opened(door: Door) {
  const session = await app.session(await person(app));
  const own = `session=${session}`;
  const { fields, headers } = await openPage(door.node, door.path, own);
  const cookie = [own, ...headers.getSetCookie().map((each) => each.split(';')[0])].join('; ');
  const form = { ...fields, ...door.fields };
  const post = (more: Record<string, string>, csrf: string | undefined = fields.csrf) =>
    postPage(door.node, door.path, { cookie, fields: { ...form, csrf }, headers: more });
  const lives = async () => (await app.graphql('{ viewer { role } }', session)).status === 200;
  return { post, lives };
}

const foreign: readonly Record<string, string>[] = [
  { origin: 'http://evil.test' },
  { origin: 'https://app.test' },
  { origin: 'http://app.test:81' },
  { origin: 'http://app.test.evil.test' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://app.test' },
  { 'sec-fetch-site': 'same-site', origin: 'http://app.test' },
  { 'sec-fetch-site': 'none' },
];
const ours: readonly Record<string, string>[] = [
  {},
  { origin: 'null' },
  { origin: 'http://app.test' },
  { 'sec-fetch-site': 'same-origin', origin: 'null' },
];

describe.each(Object.entries(doors))('the form of the %s', (_, door) => {
  test('from a page of another origin does nothing, and is good afterwards', async () => {
    const made = await door();
    const { post, lives } = await opened(made);
    for (const headers of foreign) {
      const { status, headers: answered } = await post(headers);
      expect([headers, status, answered.getSetCookie()]).toEqual([headers, 403, []]);
      expect(await lives()).toBe(true);
    }
    expect((await post({})).status).toBe(made.done);
  });

  test.each(ours)('from a page of ours with %j is taken', async (headers) => {
    const made = await door();
    const { post } = await opened(made);
    expect((await post(headers)).status).toBe(made.done);
  });

  test('without a page or with the origin of none needs its token', async () => {
    const made = await door();
    const { post, lives } = await opened(made);
    for (const headers of ours.slice(0, 3)) {
      const { status, headers: answered } = await post(headers, 'wrong');
      expect([headers, status === made.done]).toEqual([headers, false]);
      expect(answered.getSetCookie().filter((each) => each.startsWith('session='))).toEqual([]);
    }
    expect(await lives()).toBe(true);
  });
});
