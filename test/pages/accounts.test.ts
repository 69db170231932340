import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import type { Mail } from '../../src/domain/mails/mail.ts';
import { acceptAs, acceptWithNewAccount } from '../../src/services/accounts/accept-invitation.ts';
import { resetPassword } from '../../src/services/accounts/password-reset.ts';
import { confirmSignUp } from '../../src/services/accounts/sign-up.ts';
import { type TestApp, testApp, useApp } from '../support/app.ts';
import { mailServer } from '../support/mail-server.ts';
import { password, person, setPassword, signInMutation } from '../support/people.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();
const mail = await mailServer();
const mailing = await useApp({ mailer: mail.mailer, databaseUrl: app.databaseUrl });
afterAll(async () => {
  await mailing.background.settled();
  await mail.close();
});

const address = () => `page-${nextSerial()}@example.com`;

interface Shown {
  readonly status: number;
  readonly html: string;
  readonly location: string | null;
  readonly session: string | undefined;
  readonly headers: Headers;
}

async function shown(response: Response): Promise<Shown> {
  const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith('session='));
  return {
    ...{ status: response.status, html: await response.text(), location: response.headers.get('location') },
    ...{ session: session?.slice('session='.length).split(';')[0], headers: response.headers },
  };
}

/** Opens a page and submits its form, as a browser without script does, at once or at that time. */
async function submit(
  node: TestApp,
  path: string,
  fields: Record<string, string>,
  session?: string,
  time?: string,
): Promise<Shown> {
  const own = session ? `session=${session}` : '';
  const opened = await fetch(node.url + path, { headers: { cookie: own } });
  const cookie = [own, ...opened.headers.getSetCookie().map((each) => each.split(';')[0])].filter(Boolean).join('; ');
  const csrf = /name="csrf" value="([^"]+)"/.exec(await opened.text())?.[1] ?? '';
  const body = new URLSearchParams({ csrf, ...fields });
  if (time !== undefined) node.clock.set(time);
  return shown(await fetch(node.url + path, { method: 'POST', redirect: 'manual', headers: { cookie }, body }));
}

const owner = { firstName: 'Ada', lastName: 'Price', workspaceName: 'Lime', timeZone: 'UTC', password };
const viewer = async (session: string | undefined) =>
  (await app.graphql('{ viewer { role user { email } workspace { name } } }', session)).body.data.viewer;
async function sent(email: string) {
  await mailing.background.settled();
  return mail.received.filter(({ to }) => to.includes(email));
}
const signIn = async (email: string, secret: string) =>
  (await app.graphql(signInMutation, undefined, { email, password: secret })).status;

describe('/sign-up', () => {
  test('without a mail server makes the workspace at once, and enters the application', async () => {
    const email = address();
    const done = await submit(app, '/sign-up', { ...owner, email });
    expect([done.status, done.location]).toEqual([303, './']);
    expect(await viewer(done.session)).toEqual({ role: 'OWNER', user: { email }, workspace: { name: 'Lime' } });
    expect(done.headers.get('cache-control')).toBe('no-store');
    expect(done.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('offers every time zone, and keeps the one that was chosen', async () => {
    const { body: html } = await app.request('/sign-up');
    const select = /<select id="timeZone"[^>]*>([\s\S]*?)<\/select>/.exec(String(html))?.[1] ?? '';
    const values = new Set([...select.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value));
    expect(values.size).toBe(new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]).size);
    expect(select).toContain('<option value="UTC" selected>UTC</option>');
    expect(select).toContain('<option value="Europe/Kyiv" data-former>Kiev · Europe/Kyiv</option>');
    expect(select).not.toContain('Europe/Kiev');
    const bad = await submit(app, '/sign-up', { ...owner, email: 'nobody', timeZone: 'Europe/Berlin' });
    expect(bad.html).toContain('<option value="Europe/Berlin" selected>Berlin · Europe/Berlin</option>');
    const unknown = await submit(app, '/sign-up', { ...owner, email: address(), timeZone: 'Mars/Base' });
    expect([unknown.status, unknown.html.includes('id="timeZone-error"')]).toEqual([400, true]);
  });

  test('names the fields that are wrong, and keeps what was typed but the password', async () => {
    const bad = await submit(app, '/sign-up', { ...owner, email: 'nobody', firstName: '', password: 'short-7' });
    expect(bad.status).toBe(400);
    for (const field of ['email', 'firstName', 'password']) expect(bad.html).toContain(`id="${field}-error"`);
    expect(bad.html).toContain('value="nobody"');
    expect(bad.html).toContain('value="Lime"');
    expect(bad.html).not.toContain('short-7');
    const taken = await submit(app, '/sign-up', { ...owner, email: (await person(app)).email });
    expect([taken.status, taken.session]).toEqual([400, undefined]);
    expect(taken.html).toContain('Already has an account');
  });

  test('names a password that others would guess, as often as one is tried', async () => {
    const fields = { ...owner, workspaceName: 'Limestone', email: address() };
    for (const weak of ['password', '12345678', '        ', fields.email, 'limestone24', 'Ada Price']) {
      const { status, html, session } = await submit(app, '/sign-up', { ...fields, password: weak });
      expect([weak, status, html.includes('id="password-error"'), session]).toEqual([weak, 400, true, undefined]);
    }
    expect((await submit(app, '/sign-up', fields)).status).toBe(303);
  });

  test('with a mail server makes nothing before the link is followed, which works once', async () => {
    const email = address();
    expect((await submit(mailing, '/sign-up', { email })).status).toBe(200);
    const [{ link } = { link: '' }] = await sent(email);
    expect(await app.sql('SELECT 1 FROM "User" WHERE "email" = $1', [email])).toEqual([]);
    const both = await Promise.all([submit(mailing, link, owner), submit(mailing, link, owner)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 410]);
    const session = both.find(({ status }) => status === 303)?.session;
    expect((await viewer(session)).user).toEqual({ email });
    expect(JSON.stringify(mailing.logged)).not.toContain(link.slice(-43));
  });

  test('says the same of an address that has an account, which only its owner learns', async () => {
    const [known, unknown] = [(await person(app)).email, address()];
    const pages = await Promise.all([known, unknown].map((email) => submit(mailing, '/sign-up', { email })));
    const [one, other] = pages.map(({ html }, index) => html.replaceAll([known, unknown][index] as string, ''));
    expect(one).toBe(other);
    expect((await sent(known))[0]?.text).toContain('already has an account');
    expect((await sent(unknown))[0]?.link).toMatch(/^\/sign-up\/confirm\?token=/);
  });

  test('is refused where it is off, and from another site', async () => {
    const off = await testApp({ signUp: false, databaseUrl: app.databaseUrl });
    expect((await submit(off, '/sign-up', owner)).status).toBe(403);
    await off.close();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const foreign = await fetch(`${app.url}/sign-up`, { method: 'POST', headers, body: new URLSearchParams(owner) });
    expect(foreign.status).toBe(403);
    const noToken = await submit(app, '/sign-up', { ...owner, email: address(), csrf: 'wrong' });
    expect([noToken.status, noToken.session]).toEqual([403, undefined]);
  });
});

describe('/forgot-password', () => {
  test('sends a link that sets a password once, and ends all sessions and other links', async () => {
    const ada = await person(app);
    const session = await app.session(ada);
    await submit(mailing, '/forgot-password', { email: ada.email });
    // A link ends the one before, and both are created after their responses.
    await sent(ada.email);
    await submit(mailing, '/forgot-password', { email: ada.email.toUpperCase() });
    const [first, second] = (await sent(ada.email)).map(({ link }) => link) as [string, string];
    const set = () => submit(mailing, second, { password: 'a whole new battery' });
    expect((await Promise.all([set(), set()])).map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await viewer(session).catch(() => 'ended')).toBe('ended');
    expect((await submit(mailing, first, { password: 'yet another one' })).status).toBe(410);
    expect([await signIn(ada.email, password), await signIn(ada.email, 'a whole new battery')]).toEqual([401, 200]);
  });

  test('a link ends after an hour, and opening it does not use it up', async () => {
    const ada = await person(app);
    await submit(mailing, '/forgot-password', { email: ada.email });
    const [{ link } = { link: '' }] = await sent(ada.email);
    expect((await fetch(mailing.url + link)).status).toBe(200);
    expect((await submit(mailing, link, { password: 'short' })).html).toContain('id="password-error"');
    const weak = await submit(mailing, link, { password: ada.email });
    expect([weak.status, weak.html.includes('id="password-error"')]).toEqual([400, true]);
    mailing.clock.set('2026-03-04T13:00:00.001Z');
    expect((await fetch(mailing.url + link)).status).toBe(410);
    mailing.clock.set('2026-03-04T12:00:00.000Z');
  });

  test('responds with the same page for an address without an account', async () => {
    const [known, unknown] = [(await person(app)).email, address()];
    const pages = [];
    for (const email of [known, unknown]) {
      const { status, html } = await submit(mailing, '/forgot-password', { email });
      pages.push({ status, html: html.replaceAll(email, '') });
    }
    expect(pages[0]).toEqual(pages[1]);
    expect(await sent(unknown)).toEqual([]);
  });

  test('responds before it knows whether the address has an account, and before the e-mail is sent', async () => {
    const { email } = await person(app);
    const sending = Promise.withResolvers<void>();
    const recipients: string[] = [];
    const send = ({ to }: Mail) => {
      recipients.push(to);
      return sending.promise;
    };
    const node = await testApp({
      mailer: { send, verify: async () => undefined, close: () => undefined },
      databaseUrl: app.databaseUrl,
    });
    const lock = new pg.Client({ connectionString: app.databaseUrl });
    await lock.connect();
    // Whoever looks the address up waits until this transaction ends.
    await lock.query('BEGIN; LOCK TABLE "User" IN ACCESS EXCLUSIVE MODE');
    expect((await submit(node, '/forgot-password', { email })).status).toBe(200);
    expect(recipients).toEqual([]);
    await lock.end();
    await expect.poll(() => recipients).toEqual([email]);
    expect((await submit(node, '/forgot-password', { email })).status).toBe(200);
    sending.resolve();
    await node.background.settled();
    expect(recipients).toEqual([email, email]);
    await node.close();
  });

  test('is limited by the address that it is for, whether or not it has an account', async () => {
    const email = address();
    const statuses = [];
    for (let count = 0; count < 6; count++) {
      statuses.push((await submit(mailing, '/forgot-password', { email })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('without a mail server says who can make a link', async () => {
    expect((await (await fetch(`${app.url}/forgot-password`)).text()).includes('owner or admin')).toBe(true);
  });
});

describe('/invitation', () => {
  async function invite(email: string, role = 'SETTER') {
    const inviter = await app.workspace();
    const query = `mutation { createInvitation(input: { email: "${email}", role: ${role} }) { link } }`;
    const { body } = await app.graphql(query, await app.session(inviter));
    return { inviter, link: body.data.createInvitation.link.slice('http://app.test'.length) as string };
  }

  test('makes an account for a new address, once', async () => {
    const email = address();
    const { link } = await invite(email);
    const fields = { firstName: 'Ira', password };
    const both = await Promise.all([submit(app, link, fields), submit(app, link, fields)]);
    const joined = both.filter(({ status }) => status === 303);
    expect(joined).toHaveLength(1);
    expect(await viewer(joined[0]?.session)).toEqual({ role: 'SETTER', user: { email }, workspace: { name: 'Acme' } });
    expect((await submit(app, link, fields)).status).toBe(410);
  });

  test('asks who has an account for its password', async () => {
    const ada = await person(app);
    const { link, inviter } = await invite(ada.email);
    const wrong = await submit(app, link, { password: 'wrong' });
    expect([wrong.status, wrong.session]).toEqual([401, undefined]);
    const { session } = await submit(app, link, { password });
    expect((await viewer(session)).role).toBe('SETTER');
    const memberships = 'SELECT 1 FROM "Membership" WHERE "userId" = $1 AND "workspaceId" = $2';
    expect(await app.sql(memberships, [ada.userId, inviter.workspaceId])).toHaveLength(1);
  });

  test('takes one click of who is signed in with the address', async () => {
    const ada = await person(app);
    const { link } = await invite(ada.email, 'ADMIN');
    const { status, session } = await submit(app, link, {}, await app.session(ada));
    expect([status, (await viewer(session)).role]).toEqual([303, 'ADMIN']);
  });

  test('works no more when the inviter has left, or manages the role no more', async () => {
    const { link, inviter } = await invite(address(), 'ADMIN');
    await app.member(inviter.workspaceId, 'OWNER');
    await app.sql(`UPDATE "Membership" SET "role" = 'CLOSER' WHERE "userId" = $1`, [inviter.userId]);
    expect((await fetch(app.url + link)).status).toBe(410);
    await app.sql(`UPDATE "Membership" SET "role" = 'OWNER' WHERE "userId" = $1`, [inviter.userId]);
    expect((await fetch(app.url + link)).status).toBe(200);
    await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "userId" = $1', [inviter.userId]);
    expect((await fetch(app.url + link)).status).toBe(410);
  });

  test('is used up by one of two clicks at the same time', async () => {
    const ada = await person(app);
    const { link, inviter } = await invite(ada.email);
    const session = await app.session(ada);
    const holder = new pg.Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM "Invitation" WHERE "workspaceId" = $1 FOR UPDATE', [inviter.workspaceId]);
    const both = [1, 2].map(() => acceptAs(app.context, link.slice(-43), ada.userId));
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(() => app.sql(waiting)).toHaveLength(2);
    await holder.end();
    expect((await Promise.all(both)).filter((joined) => joined !== undefined)).toHaveLength(1);
    expect((await viewer(session)).user).toEqual({ email: ada.email });
  });

  test('ends the session that the browser had, whoever joins', async () => {
    const [ada, earlier] = [await person(app), await person(app)];
    for (const [email, fields] of [
      [ada.email, { password }],
      [address(), { firstName: 'Ira', password }],
    ] as const) {
      const before = await app.session(earlier);
      const { link } = await invite(email);
      const { status, session } = await submit(app, link, fields, before);
      expect([status, (await viewer(session)).user]).toEqual([303, { email }]);
      expect((await app.graphql('{ viewer { role } }', before)).status).toBe(401);
    }
    const [own, elsewhere] = [await app.session(ada), await app.session(ada)];
    const { session } = await submit(app, (await invite(ada.email)).link, {}, own);
    expect(session).not.toBe(own);
    expect((await app.graphql('{ viewer { role } }', own)).status).toBe(401);
    expect((await app.graphql('{ viewer { role } }', elsewhere)).status).toBe(200);
  });

  test('of a token that never was, or is none, is a page that says so', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), '%00']) {
      expect((await fetch(`${app.url}/invitation?token=${token}`)).status).toBe(410);
    }
  });
});

describe('a link', () => {
  const began = '2026-03-04T12:00:00.000Z';
  const linkOf = async (email: string) => (await sent(email))[0]?.link ?? '';
  const invited = async () => {
    const query = `mutation { createInvitation(input: { email: "${address()}", role: SETTER }) { link } }`;
    const { body } = await app.graphql(query, await app.session(await app.workspace()));
    return body.data.createInvitation.link.slice('http://app.test'.length) as string;
  };
  const reset = async () => {
    const { email } = await person(app);
    await submit(mailing, '/forgot-password', { email });
    return linkOf(email);
  };
  const signUp = async () => {
    const email = address();
    await submit(mailing, '/sign-up', { email });
    return linkOf(email);
  };

  test.each([
    ['of an invitation', app, invited, { firstName: 'Ira', password }, '2026-03-11T12:00:00.000Z', 303],
    ['to reset the password', mailing, reset, { password: 'a whole new battery' }, '2026-03-04T13:00:00.000Z', 200],
    ['to the end of a sign-up', mailing, signUp, owner, '2026-03-05T12:00:00.000Z', 303],
  ] as const)(
    '%s works to its last millisecond, and not in the next, opened or submitted',
    async (_, node, made, fields, end, done) => {
      node.clock.set(began);
      const links = [await made(), await made()] as const;
      const last = new Date(Date.parse(end) - 1).toISOString();
      node.clock.set(last);
      expect((await submit(node, links[0], fields, undefined, end)).status).toBe(410);
      expect((await fetch(node.url + links[1])).status).toBe(410);
      node.clock.set(last);
      expect((await fetch(node.url + links[0])).status).toBe(200);
      expect((await submit(node, links[1], fields, undefined, last)).status).toBe(done);
      node.clock.set(began);
    },
  );

  // The pages look at the link first, so these are for one that ends between the look and the use.
  test.each<[string, () => Promise<string>, string, (token: string) => Promise<unknown>]>([
    [
      'of an invitation makes no account',
      invited,
      '2026-03-11T12:00:00.000Z',
      (token) => acceptWithNewAccount(app.context, { token, firstName: 'Ira', lastName: '', password }),
    ],
    [
      'to the end of a sign-up makes none',
      signUp,
      '2026-03-05T12:00:00.000Z',
      (token) => confirmSignUp(mailing.context, { ...owner, token }),
    ],
    [
      'to reset the password sets none',
      reset,
      '2026-03-04T13:00:00.000Z',
      async (token) =>
        (await resetPassword(mailing.context, { token, password: 'a whole new battery', address: '' })) || undefined,
    ],
  ])('%s once it has ended', async (_, made, end, use) => {
    for (const node of [app, mailing]) node.clock.set(began);
    const tokens = [await made(), await made()].map((link) => link.slice(-43)) as [string, string];
    for (const node of [app, mailing]) node.clock.set(end);
    expect(await use(tokens[0])).toBeUndefined();
    for (const node of [app, mailing]) node.clock.set(new Date(Date.parse(end) - 1).toISOString());
    expect(await use(tokens[1])).toBeTruthy();
    for (const node of [app, mailing]) node.clock.set(began);
  });
});

test('/sign-out ends the session of the browser', async () => {
  const session = await app.session(await app.workspace());
  expect((await submit(app, '/sign-out', {}, session)).location).toBe('./sign-in');
  expect((await app.graphql('{ viewer { role } }', session)).status).toBe(401);
});

describe('/demo', () => {
  test('enters as the owner of the demo only where pages may show its credentials', async () => {
    const { workspaceId, userId } = await app.workspace();
    await app.sql('UPDATE "Workspace" SET "isDemo" = true WHERE "id" = $1', [workspaceId]);
    const demo = { ownerEmail: await setPassword(app, userId), ownerPassword: password, key: 'service_x' };
    const node = await testApp({ demo, databaseUrl: app.databaseUrl });
    const entered = await submit(node, '/demo', {});
    expect([entered.status, entered.location]).toEqual([303, './']);
    expect((await viewer(entered.session)).role).toBe('OWNER');
    const sameOrigin = { 'sec-fetch-site': 'same-origin' };
    const init = { method: 'POST', redirect: 'manual' } as const;
    expect((await fetch(`${node.url}/demo`, { ...init, headers: sameOrigin })).status).toBe(303);
    const foreign = await shown(
      await fetch(`${node.url}/demo`, { ...init, headers: { 'sec-fetch-site': 'cross-site' } }),
    );
    expect([foreign.status, foreign.session]).toEqual([403, undefined]);
    expect((await submit(app, '/demo', {})).status).toBe(404);
    const person = await app.member(workspaceId, 'OWNER');
    await app.sql(`UPDATE "Membership" SET "role" = 'CLOSER' WHERE "userId" = $1`, [userId]);
    const asPerson = await submit(node, '/demo', {});
    expect([asPerson.status, asPerson.session]).toEqual([404, undefined]);
    expect(await app.sql('SELECT 1 FROM "Session" WHERE "userId" = $1', [person.userId])).toEqual([]);
    await node.close();
  });
});
