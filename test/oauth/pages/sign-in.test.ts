import { beforeEach, describe, expect, test } from 'vitest';
import { testApp, useApp } from '../../support/app.ts';
import { openPage, postPage } from '../../support/consent-pages.ts';
import { type Fields, oauthApp } from '../../support/oauth.ts';
import { type Person, password, person, setPassword } from '../../support/people.ts';

let owner: Person;
const next = '/oauth/authorize?client_id=ocl_x&state=a%20b';
const path = `/sign-in?next=${encodeURIComponent(next)}`;
const app = await useApp();
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  owner = await person(app);
});

/** Opens the page in a new browser, which gets a cookie with it. */
async function opened(at = path) {
  const { fields, headers } = await openPage(app, at);
  const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';');
  return { fields, cookie };
}

async function signIn(input: Fields = {}, { at = path, headers = {} as Record<string, string> } = {}) {
  const { fields, cookie } = await opened(at);
  return postPage(app, at, { cookie, headers, fields: { ...fields, email: owner.email, password, ...input } });
}

const sessionIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('session='))
    ?.split(/[=;]/)[1];

describe('the page', () => {
  test('asks for an email address and a password, with labels and a language', async () => {
    const { status, text } = await openPage(app, path);
    expect(status).toBe(200);
    for (const shown of [
      '<html lang="en">',
      '<title>Sign in – Slotline</title>',
      '<label for="email">Email</label>',
      '<input id="email" name="email" type="email" autocomplete="username"',
      '<label for="password">Password</label>',
      '<input id="password" name="password" type="password" autocomplete="current-password"',
    ])
      expect(text).toContain(shown);
  });

  test('can be shown in no frame, and its form leads nowhere else', async () => {
    const { headers } = await openPage(app, path);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'$/,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^browser=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('is passed over by who is signed in already', async () => {
    const { status, headers } = await openPage(app, path, `session=${await app.session(owner)}`);
    expect([status, headers.get('location')]).toEqual([303, `.${next}`]);
  });
});

describe('signing in', () => {
  test('begins a session, and goes on', async () => {
    const { status, location, headers } = await signIn({}, { at: '/sign-in?next=%2Fcalls%3Fsearch%3Dx' });
    expect([status, location]).toEqual([303, './calls?search=x']);
    const session = sessionIn(headers);
    expect(headers.getSetCookie()).toEqual([`session=${session}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax`]);
    const { body } = await app.graphql('{ viewer { user { email } } }', session);
    expect(body.data.viewer.user.email).toBe(owner.email);
  });

  test.each([
    ['//evil.example/', './'],
    ['https://evil.example/', './'],
    ['https:evil.example', './'],
    ['/\\evil.example', './'],
    ['\\\\evil.example', './'],
    ['javascript:alert(1)', './'],
    ['data:text/html,x', './'],
    ['http://[', './'],
    ['/\t/evil.example', './'],
    ['/docs/../sign-up', './sign-up'],
    ['/.//evil.example', './/evil.example'],
    ['@evil.example', './@evil.example'],
    ['/docs?a=\r\nSet-Cookie: x=1', './docs?a=Set-Cookie:%20x=1'],
  ])('goes on within here alone: %j', async (target, expected) => {
    const { location, headers } = await signIn({}, { at: `/sign-in?next=${encodeURIComponent(target)}` });
    expect(location).toBe(expected);
    expect(new URL(location ?? '', 'http://app.test/sign-in').origin).toBe('http://app.test');
    expect(headers.getSetCookie()).toHaveLength(1);
  });

  test.each([
    [next, `.${next}`],
    ['/docs/../oauth/authorize?a="><script>', './oauth/authorize?a=%22%3E%3Cscript%3E'],
    ['/sign-in?next=%2Foauth%2Fauthorize', './oauth/authorize'],
    ['/calendars/oauth/callback?code=x', './calendars/oauth/callback?code=x'],
  ])('ends on a page that opens %j, which may redirect to another origin', async (target, expected) => {
    const at = `/sign-in?next=${encodeURIComponent(target)}`;
    const { status, location, refreshTo, text, headers } = await signIn({}, { at });
    expect([status, location, refreshTo]).toEqual([200, null, expected]);
    expect(text).toContain(`<a class="button primary" href="${expected.replaceAll('&', '&#38;')}">Continue</a>`);
    expect(text).not.toContain('<script');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(sessionIn(headers)).toMatch(/^service_ses_/);
  });

  test('without a page to go on to, owners come to the numbers, and others to their day', async () => {
    expect((await signIn({}, { at: '/sign-in' })).location).toBe('./overview');
    expect((await signIn({}, { at: '/sign-in?next=%2F' })).location).toBe('./');
    for (const [role, home] of [
      ['ADMIN', './overview'],
      ['CLOSER', './'],
      ['SETTER', './'],
    ] as const) {
      const { userId } = await app.member(owner.workspaceId, role);
      const email = await setPassword(app, userId);
      expect([role, (await signIn({ email }, { at: '/sign-in' })).location]).toEqual([role, home]);
    }
  });

  const wrong = '<p class="note error" id="problem" role="alert">Wrong email or password.</p>';
  test.each<[string, Fields, number, string]>([
    ['a wrong password', { password: 'wrong' }, 401, wrong],
    ['an unknown address', { email: 'nobody@example.com' }, 401, wrong],
    ['no password', { password: '' }, 401, wrong],
    ['no address', { email: '' }, 400, 'Enter your email address and password.'],
    ['what is no address', { email: '"><script>' }, 400, 'Enter your email address and password.'],
    ['a password without end', { password: 'x'.repeat(201) }, 400, 'Enter your email address and password.'],
  ])('%s is shown on the page', async (_, input, status, message) => {
    const answer = await signIn(input);
    expect([answer.status, answer.location]).toEqual([status, null]);
    expect(answer.text).toContain(message);
    expect(answer.text).not.toContain('<script');
    expect(sessionIn(answer.headers)).toBeUndefined();
  });

  test('keeps the address that was typed, and never the password', async () => {
    const { text } = await signIn({ password: 'my secret pass' });
    expect(text).toContain(`value="${owner.email}"`);
    expect(text).not.toContain('my secret pass');
  });

  test('a user who has left every workspace sees that', async () => {
    await app.sql('DELETE FROM "Membership" WHERE "userId" = $1', [owner.userId]);
    const { status, text } = await signIn();
    expect([status, text.includes('You are not a member of any workspace.')]).toEqual([403, true]);
  });

  test('repeated failures are throttled, and count together with those of signIn', async () => {
    const attempt = async () => (await signIn({ password: 'wrong' })).status;
    const statuses = [];
    while (statuses.length < 40 && statuses.at(-1) !== 429) statuses.push(await attempt());
    expect(statuses.at(-1)).toBe(429);
    const { text, headers } = await signIn({ password: 'wrong' });
    expect(text).toMatch(/Too many attempts\. Please try again in \d+ (seconds|minutes)\./);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const query = `mutation { signIn(input: { email: "${owner.email}", password: "wrong" }) { token } }`;
    expect((await app.graphql(query)).status).toBe(429);
  });
});

describe('the app that brought the person', () => {
  test('is named by the link that continues to it', async () => {
    const client = await oauthApp(app, owner, { name: 'Dialer <b>' });
    const at = `/sign-in?next=${encodeURIComponent(`/oauth/authorize?client_id=${client.clientId}`)}`;
    expect((await signIn({}, { at })).text).toContain('>Continue to <bdi>Dialer &#60;b&#62;</bdi></a>');
  });

  test('is named, and no other', async () => {
    const client = await oauthApp(app, owner, { name: 'Dialer <b>' });
    const to = (target: string) => openPage(app, `/sign-in?next=${encodeURIComponent(target)}`);
    const { text } = await to(`/oauth/authorize?client_id=${client.clientId}`);
    expect(text).toContain('Sign in to your account to continue to <strong><bdi>Dialer &#60;b&#62;</bdi></strong>.');
    for (const target of [
      '/oauth/authorize?client_id=ocl_x',
      `/docs?client_id=${client.clientId}`,
      '/oauth/authorize',
    ]) {
      expect((await to(target)).text).toContain('<p class="soft">Sign in to your account to continue.</p>');
    }
  });
});

describe('two tabs', () => {
  const browserCookie = ({ headers }: { headers: Headers }) => String(headers.getSetCookie()[0]?.split(';')[0]);
  const submit = (cookie: string, csrf: string | undefined, headers = {}) =>
    postPage(app, path, { cookie, headers, fields: { csrf, email: owner.email, password } });

  test('opened one after the other share the cookie, and both sign in', async () => {
    const first = await openPage(app, path);
    const cookie = browserCookie(first);
    const second = await openPage(app, path, cookie);
    expect(second.headers.getSetCookie()).toEqual([]);
    for (const { fields } of [second, first]) expect((await submit(cookie, fields.csrf)).status).toBe(200);
  });

  test('opened at once keep the cookie of the second, and both sign in where the browser vouches for the form', async () => {
    const [first, second] = await Promise.all([openPage(app, path), openPage(app, path)]);
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'null' };
    for (const { fields } of [first, second]) {
      expect((await submit(browserCookie(second), fields.csrf, headers)).status).toBe(200);
    }
  });

  test('keep one session of one person: that of the first tab ends, and the browser has the second', async () => {
    const page = await openPage(app, path);
    const cookie = browserCookie(page);
    const session = sessionIn((await submit(cookie, page.fields.csrf)).headers);
    const again = await submit(`${cookie}; session=${session}`, page.fields.csrf);
    const second = sessionIn(again.headers);
    expect([again.status, second]).toEqual([200, expect.stringMatching(/^service_ses_/)]);
    expect(second).not.toBe(session);
    expect((await app.graphql('{ viewer { role } }', session)).status).toBe(401);
    expect((await app.graphql('{ viewer { role } }', second)).status).toBe(200);
    const sessions = await app.sql('SELECT FROM "Session" WHERE "userId" = $1', [owner.userId]);
    expect(sessions).toHaveLength(1);
  });
});

test('another account is requested by a link, and ends the session before', async () => {
  const other = await person(app);
  const session = await app.session(owner);
  const address = `${path}&account=other`;
  const page = await openPage(app, address, `session=${session}`);
  expect(page.status).toBe(200);
  const cookie = `${String(page.headers.getSetCookie()[0]?.split(';')[0])}; session=${session}`;
  const answer = await postPage(app, address, { cookie, fields: { ...page.fields, email: other.email, password } });
  expect([answer.status, answer.refreshTo]).toEqual([200, `.${next}`]);
  expect(sessionIn(answer.headers)).not.toBe(session);
  expect((await app.graphql('{ viewer { role } }', session)).status).toBe(401);
});

describe('a form that is not ours', () => {
  const right = () => ({ email: owner.email, password });

  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ])('from %s signs nobody in', async (_, headers) => {
    const answer = await signIn({}, { headers });
    expect([answer.status, sessionIn(answer.headers)]).toEqual([403, undefined]);
  });

  test('without the token, or with that of another browser, starts no session and shows the form again', async () => {
    const [mine, other] = [await opened(), await opened()];
    const attempts = [
      { cookie: mine.cookie, fields: right() },
      { cookie: mine.cookie, fields: { ...right(), csrf: other.fields.csrf } },
      { cookie: '', fields: { ...right(), csrf: mine.fields.csrf } },
    ];
    for (const attempt of attempts) {
      const answer = await postPage(app, path, attempt);
      expect([answer.status, sessionIn(answer.headers)]).toEqual([403, undefined]);
      expect(answer.text).toContain('This page was open for too long, or cookies are turned off.');
      expect(answer.text).toContain('name="csrf"');
    }
  });
});

test('on https the cookies are secure and bound to their host', async () => {
  const secure = await testApp({ appUrl: 'https://app.test', databaseUrl: app.databaseUrl });
  try {
    const { fields, headers } = await openPage(secure, path);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-browser=\w+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const input = { ...fields, email: owner.email, password };
    const answer = await postPage(secure, path, { cookie: String(cookie.split(';')[0]), fields: input });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=\w+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
  } finally {
    await secure.close();
  }
});
