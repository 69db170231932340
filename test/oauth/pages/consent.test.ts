import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { authorizePath, openPage, type Posted, postPage } from '../../support/consent-pages.ts';
import type { Member } from '../../support/factories.ts';
import {
  callWith,
  challengeFor,
  exchangeCode,
  type Fields,
  newVerifier,
  type OAuthApp,
  oauthApp,
} from '../../support/oauth.ts';

let owner: Member;
let cookie: string;
let client: OAuthApp;
const app = await useApp();
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  owner = await app.workspace();
  cookie = `session=${await app.session(owner)}`;
  client = await oauthApp(app, owner);
});

const open = (fields: Fields = {}, sentCookie = cookie) => openPage(app, authorizePath(client, fields), sentCookie);
const post = (fields: Fields, query: Fields = {}, more: Posted = {}) =>
  postPage(app, authorizePath(client, query), { cookie, ...more, fields });
/** What a person does: opens the page, and answers. */
async function decide(decision: string, { query = {}, sentCookie = cookie, more = {} as Fields } = {}) {
  const { fields } = await open(query, sentCookie);
  const answer = { decision, ...fields, workspaceId: String(owner.workspaceId), ...more };
  return postPage(app, authorizePath(client, query), { cookie: sentCookie, fields: answer });
}
const cookieOf = async (member: Member) => `session=${await app.session(member)}`;
const queryOf = (location: string | null) => Object.fromEntries(new URL(location ?? '').searchParams);
const connections = () => app.sql('SELECT "id" FROM "OAuthGrant" WHERE "clientId" = $1', [client.clientId]);
const statusOf = (status: string) =>
  app.sql('UPDATE "OAuthClient" SET "status" = $2 WHERE "clientId" = $1', [client.clientId, status]);

/** What `GET /v1/me` gives every app. */
const account = '<p>See your name and email address, and the name of your workspace</p>';

describe('the page', () => {
  test('says who asks for what, where it leads, and how long it lasts', async () => {
    await app.sql('UPDATE "OAuthClient" SET "homepageUrl" = $2 WHERE "clientId" = $1', [
      client.clientId,
      'https://dialer.example/about',
    ]);
    const { status, text, workspaces } = await open();
    expect(status).toBe(200);
    for (const shown of [
      '<title>Connect Dialer – Slotline</title>',
      '<html lang="en">',
      '<bdi>Dialer</bdi> wants access to your workspace',
      '<a href="https://dialer.example/about" target="_blank" rel="noopener noreferrer nofollow">dialer.example</a>',
      `<span class="label">Your account</span>\n${account}`,
      '<span class="label">Contacts</span>\n<p>See the contacts of the workspace</p>',
      '<span class="label">Calls</span>\n<p>See booked calls and their outcomes</p>',
      'Access lasts 1 hour at a time. The app can renew it until you revoke access or the app has not renewed it for 30 days.',
      'You will be sent back to <strong>dialer.example</strong>.',
    ])
      expect(text).toContain(shown);
    expect(text.match(/<li>/g)).toHaveLength(3);
    expect(text).not.toContain('approv');
    expect(workspaces).toEqual([{ id: owner.workspaceId, name: 'Acme' }]);
  });

  test('shows only what is requested', async () => {
    const { text } = await open({ scope: 'contacts:read' });
    expect(text.match(/<p>See .*<\/p>/g)).toEqual([account, '<p>See the contacts of the workspace</p>']);
  });

  test('groups many scopes by resource, and marks those that change something', async () => {
    await app.sql('UPDATE "OAuthClient" SET "allowedScopes" = $2 WHERE "clientId" = $1', [
      client.clientId,
      ['deals:write', 'contacts:read', 'contacts:write', 'deals:read', 'fields:read'],
    ]);
    const { text } = await open();
    expect([...text.matchAll(/<span class="label">([^<]*)<\/span>/g)].map(([, name]) => name)).toEqual([
      'Your account',
      'Contacts',
      'Deals',
      'Custom fields',
    ]);
    expect(text.match(/<p>(See|Create,?) [^\n]*<\/p>/g)).toEqual([
      account,
      '<p>See the contacts of the workspace</p>',
      '<p>Create, change and erase contacts <span class="mark">Can change</span></p>',
      '<p>See deals and products</p>',
      '<p>Create, change and delete deals and products <span class="mark">Can change</span></p>',
      '<p>See custom fields and their answers</p>',
    ]);
  });

  test('shows the logo where there is one', async () => {
    expect((await open()).text).not.toContain('<img');
    await app.sql(`UPDATE "OAuthClient" SET "logo" = 'x', "logoType" = 'image/png' WHERE "clientId" = $1`, [
      client.clientId,
    ]);
    expect((await open()).text).toContain(`<img class="logo" src="logos/${client.clientId}" alt=""`);
  });

  test('escapes what an app calls itself', async () => {
    const name = `<script>alert("1")</script>'&`;
    await app.sql('UPDATE "OAuthClient" SET "name" = $2 WHERE "clientId" = $1', [client.clientId, name]);
    const { text } = await open({ state: '"><script>alert(2)</script>' });
    expect(text).not.toContain('<script');
    expect(text).toContain('<bdi>&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;</bdi>');
  });

  test('cannot be framed, runs no script, is not cached and sends no referrer', async () => {
    const { headers } = await open();
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  test('is shown by GET, answered by POST, and knows nothing else', async () => {
    const answer = await app.request(authorizePath(client), { method: 'PUT', headers: { cookie } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await app.request(authorizePath(client), { method: 'HEAD', headers: { cookie } })).status).toBe(200);
  });

  test('is limited together with the endpoints that do the same', async () => {
    await app.sql('UPDATE "Workspace" SET "rateLimitPoints" = 1 WHERE "id" = $1', [owner.workspaceId]);
    expect((await open()).status).toBe(200);
    const { status, headers } = await open();
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
  });
});

describe('without a session', () => {
  const ended = async () => `session=${await app.session(owner, { expiresAt: '2026-03-04T11:59:59.999Z' })}`;

  test.each<[string, () => Promise<string>]>([
    ['nobody', async () => ''],
    ['one that has ended', ended],
    ['one that never was', async () => `session=service_ses_${'0'.repeat(43)}`],
    ['an API key', async () => `session=${await app.apiKey(owner)}`],
  ])('%s is sent to the sign-in, and back from there', async (_, makeCookie) => {
    const { status, headers } = await open({}, await makeCookie());
    expect(status).toBe(303);
    const location = new URL(headers.get('location') ?? '', `http://app.test/web/oauth/authorize`);
    expect(location.pathname).toBe('/web/sign-in');
    expect(location.searchParams.get('next')).toBe(authorizePath(client));
  });

  test('an answer is none, and nothing is connected', async () => {
    const { fields } = await open();
    const { location } = await post({ decision: 'allow', ...fields }, {}, { cookie: '' });
    expect(location).toMatch(/^\.\.\/sign-in\?next=/);
    expect(await connections()).toEqual([]);
  });
});

describe('Allow access', () => {
  test('sends the browser back with a code for what was shown, in the chosen workspace', async () => {
    const verifier = newVerifier();
    const { status, location, headers } = await decide('allow', {
      query: { scope: 'eventCalls:read', ...challengeFor(verifier) },
    });
    expect(status).toBe(303);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(location?.startsWith(`${client.redirectUri}?`)).toBe(true);
    const { code, ...rest } = queryOf(location);
    expect(rest).toEqual({ state: 'a b&c', iss: 'http://api.test' });
    const { body } = await exchangeCode(app, client, String(code), { code_verifier: verifier });
    expect(body.scope).toBe('eventCalls:read');
    expect(await callWith(app, body.access_token)).toBe(200);
  });

  test('confirms with the redirect what was granted, to which app, where and for how long', async () => {
    const { text, location } = await decide('allow', { query: { scope: 'eventCalls:read' } });
    for (const shown of [
      '<h1><bdi>Dialer</bdi> is connected</h1>',
      '<p class="label">Workspace</p>\n<p><bdi>Acme</bdi></p>',
      'Access lasts 1 hour at a time. The app can renew it until you revoke access or the app has not renewed it for 30 days.',
      `href="${location?.replaceAll('&', '&#38;')}">Continue to dialer.example</a>`,
    ])
      expect(text).toContain(shown);
    expect(text.match(/<p>See .*<\/p>/g)).toEqual([account, '<p>See booked calls and their outcomes</p>']);
  });

  test('gives what was on the page, also when the app is allowed more by now', async () => {
    const { fields } = await open();
    await app.sql('UPDATE "OAuthClient" SET "allowedScopes" = $2 WHERE "clientId" = $1', [
      client.clientId,
      ['contacts:read', 'eventCalls:read', 'users:write'],
    ]);
    const { location } = await post({ decision: 'allow', ...fields });
    const { body } = await exchangeCode(app, client, String(queryOf(location).code));
    expect(body.scope).toBe('contacts:read eventCalls:read');
  });

  test('lets the person choose among all workspaces that they are in', async () => {
    const other = await app.insert('Workspace', { name: 'Beta <1>' });
    await app.insert('Membership', { workspaceId: other.id, userId: owner.userId, role: 'SETTER' });
    const { workspaces, text } = await open();
    expect(workspaces.map(({ id }) => id).sort()).toEqual([owner.workspaceId, other.id].sort());
    expect(text).toContain(`<option value="${owner.workspaceId}" selected>Acme</option>`);
    expect(text).toContain('>Beta &#60;1&#62;</option>');
    expect((await decide('allow', { more: { workspaceId: String(other.id) } })).status).toBe(303);
    expect(await app.sql('SELECT "workspaceId" FROM "OAuthGrant" WHERE "clientId" = $1', [client.clientId])).toEqual([
      { workspaceId: other.id },
    ]);
  });

  test.each(['', '0', '-1', '1.5', 'x', '9999999999', '1e3x'])('in workspace %j is refused', async (workspaceId) => {
    expect(await decide('allow', { more: { workspaceId } })).toMatchObject({ status: 403, location: null });
    expect(await connections()).toEqual([]);
  });

  test('in a workspace that the person is not in is refused', async () => {
    const { workspaceId } = await app.workspace();
    const { status, location, text } = await decide('allow', { more: { workspaceId: String(workspaceId) } });
    expect([status, location]).toEqual([403, null]);
    expect(text).toContain('<h1>Access denied</h1>');
    expect(text).toContain('Use a different account');
    expect(await connections()).toEqual([]);
  });

  test('a connection that cannot be renewed is shown as such', async () => {
    await app.sql(`UPDATE "OAuthClient" SET "grantTypes" = '{AUTHORIZATION_CODE}' WHERE "clientId" = $1`, [
      client.clientId,
    ]);
    expect((await open()).text).toContain('Access lasts 1 hour at a time. The app can never do more than you can.');
  });
});

test('Deny sends the browser back with access_denied, and connects nothing', async () => {
  const { status, location } = await decide('deny');
  expect(status).toBe(303);
  expect(location?.startsWith(`${client.redirectUri}?`)).toBe(true);
  expect(queryOf(location)).toMatchObject({ error: 'access_denied', state: 'a b&c', iss: 'http://api.test' });
  expect(await connections()).toEqual([]);
});

test('Use another account ends the session, and returns after the next sign-in', async () => {
  const { location, headers } = await decide('other-account');
  expect(new URL(location ?? '', 'http://app.test/oauth/authorize').searchParams.get('next')).toBe(
    authorizePath(client),
  );
  expect(headers.getSetCookie()).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  expect((await open()).status).toBe(303);
});

describe('a form that is not ours', () => {
  const foreign: [string, Record<string, string>][] = [
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['our origin on another port', { origin: 'http://app.test:81' }],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['a sister of ours', { 'sec-fetch-site': 'same-site', origin: 'http://app.test' }],
    ['nowhere that a form is', { 'sec-fetch-site': 'none' }],
  ];

  test.each(foreign)('from %s is refused', async (_, headers) => {
    for (const decision of ['allow', 'deny', 'other-account']) {
      const { fields } = await open();
      const answer = await post({ decision, ...fields }, {}, { headers });
      expect(answer).toMatchObject({ status: 403, location: null });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await connections()).toEqual([]);
    expect((await open()).status).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ['our own origin', { origin: 'http://app.test' }],
    ['our own page, in a browser of today', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ])('from %s is taken', async (_, headers) => {
    const { fields } = await open();
    expect((await post({ decision: 'allow', ...fields }, {}, { headers })).status).toBe(303);
  });

  test('with the token of another request, person or permission is refused', async () => {
    const { fields } = await open();
    const stranger = await cookieOf(await app.member(owner.workspaceId, 'CLOSER'));
    const wider = `${fields.scope} users:write`;
    const attempts: [Fields, Fields, Posted][] = [
      [{ ...fields, csrf: undefined }, {}, {}],
      [{ ...fields, csrf: '' }, {}, {}],
      [{ ...fields, csrf: `${fields.csrf}x` }, {}, {}],
      [{ ...fields, scope: wider }, {}, {}],
      [{ ...fields, scope: undefined }, {}, {}],
      [fields, { state: 'other' }, {}],
      [fields, {}, { cookie: stranger }],
    ];
    for (const [form, query, more] of attempts) {
      expect(await post({ decision: 'allow', ...form }, query, more)).toMatchObject({ status: 403, location: null });
    }
    expect(await connections()).toEqual([]);
    expect((await post({ decision: 'allow', ...fields })).status).toBe(303);
  });

  test('without a decision, with one that there is not, or of another type is refused', async () => {
    const { fields } = await open();
    expect((await post(fields)).status).toBe(403);
    expect((await post({ ...fields, decision: 'maybe' })).status).toBe(403);
    const body = JSON.stringify({ ...fields, decision: 'allow' });
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { cookie, 'content-type': type };
      const answer = await app.request(authorizePath(client), { method: 'POST', redirect: 'manual', headers, body });
      expect(answer.status).toBe(403);
    }
    expect(await connections()).toEqual([]);
  });

  test('is refused at a length that no form has', async () => {
    const { fields } = await open();
    expect((await post({ decision: 'allow', ...fields, more: 'x'.repeat(70_000) })).status).toBe(413);
  });
});

/** The text of a page as it is read. */
function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

describe('a request that is wrong', () => {
  const noApp = 'This app does not exist. It may have been removed.';
  const notThere = 'The app wants to send you to an address that is not registered for it.';
  test.each<[string, Fields, string]>([
    ['an unknown app', { client_id: 'ocl_unknown' }, noApp],
    ['no app', { client_id: undefined }, 'The app sent a request that we do not understand.'],
    ['an address that is not registered', { redirect_uri: 'https://evil.example/' }, notThere],
    ['an address with a slash more', { redirect_uri: 'https://dialer.example/callback/' }, notThere],
    ['an address in other letters', { redirect_uri: 'https://DIALER.example/callback' }, notThere],
    ['no address', { redirect_uri: undefined }, notThere],
  ])('%s is shown on the page, with links to other pages of ours alone', async (_, query, reason) => {
    const { status, text, headers } = await open(query);
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(text).toContain('<h1>This app cannot be connected</h1>');
    expect(text).toContain(`<p>${reason}</p>`);
    const links = [...text.matchAll(/<a rel="noreferrer" href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, shown]) => [
      shown,
      href?.split('?')[0],
    ]);
    expect(links).toEqual([['Slotline home', '../']]);
    expect(text.match(/href=/g)).toHaveLength(1);
    expect(text).not.toContain('<form');
  });

  test('leads to the website of the app where it has one', async () => {
    const homepageUrl = 'https://dialer.example/about';
    await app.sql('UPDATE "OAuthClient" SET "homepageUrl" = $2 WHERE "clientId" = $1', [client.clientId, homepageUrl]);
    const { text } = await open({ redirect_uri: 'https://evil.example/' });
    expect(text).toContain(`<a rel="noreferrer" href="${homepageUrl}">Website of Dialer</a>`);
    expect(text).not.toContain('evil.example"');
  });

  const mistakes: [string, Fields, string][] = [
    ['a scope that the app is not allowed', { scope: 'users:write' }, 'invalid_scope'],
    ['a scope that there is not', { scope: 'everything' }, 'invalid_scope'],
    ['a method that is plain', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
  ];

  test.each(mistakes)('%s is sent to the app at once, whether or not it is approved', async (_, query, error) => {
    for (const status of ['PENDING', 'REJECTED', 'APPROVED']) {
      await statusOf(status);
      const { headers, ...answer } = await open(query);
      expect(answer.status).toBe(303);
      const sent = queryOf(headers.get('location'));
      expect(sent).toEqual({
        ...{ error, error_description: expect.any(String), state: 'a b&c', iss: 'http://api.test' },
        ...(query.scope && { scope: query.scope }),
      });
      expect(answer.text).toContain('<h1>The app sent an invalid request</h1>');
      if (query.scope) expect(sent.error_description).toBe(`This app may not request these scopes: ${query.scope}`);
    }
  });

  test('shows its developers what was received, as text', async () => {
    const scope = 'deals:write "<b>';
    const { text } = await open({ redirect_uri: 'https://evil.example/<i>', scope });
    const shown = `Received: client_id "${client.clientId}"; redirect_uri "https://evil.example/<i>"; scope "deals:write \\"<b>".`;
    expect(unescaped(text)).toContain(shown);
    expect(text).not.toMatch(/<[bi]>/);
    const { text: bare } = await open({ redirect_uri: undefined, scope: undefined });
    expect(unescaped(bare)).toContain(`Received: client_id "${client.clientId}"; no redirect_uri; no scope.`);
    const { text: long } = await open({ redirect_uri: `https://evil.example/${'x'.repeat(3000)}` });
    expect(unescaped(long)).toMatch(/redirect_uri "https:\/\/evil\.example\/x{279}"/);
  });
});
