import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { hashPassword } from '../../src/lib/secrets/password.ts';
import { useApp } from '../support/app.ts';
import { browserTest, hasBrowser, signIn, unlessBrowser } from '../support/browser.ts';
import { authorizePath } from '../support/consent-pages.ts';
import { holdingEvent, hour, useHoldingApp } from '../support/held-bookings.ts';
import { type Fields, type OAuthApp, oauthApp } from '../support/oauth.ts';
import { type Person, password, person } from '../support/people.ts';
import { nextSerial } from '../support/serial.ts';

// Chromium applies `form-action` of a page to every redirect that follows its form, and says nothing to the person where it
// stops one: so every form that may end at another site is sent here by a browser, with and without script.

const own = { ownAddress: true, appUrl: 'own', baseUrl: 'own' } as const;
const { app, takeMails } = await useHoldingApp(own);
/** The link of the mail to this address, which other mails may come before. */
const linkTo = async (email: string) => (await takeMails()).find(({ to }) => to.includes(email))?.link;
/** The same without mail, where a sign-up makes the account at once. */
const withoutMail = await useApp({ ...own, databaseUrl: app.databaseUrl });

/** The sites of others. The first redirects its visitors to the second, as the callbacks of many apps do. */
async function site(respond: (path: string) => Record<string, string> = () => ({})): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const headers = respond(url);
    response.writeHead('location' in headers ? 302 : 200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end('<!doctype html><html lang="en"><title>Elsewhere</title><h1>Elsewhere</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const second = await site();
const first = await site((path) => ({ location: second + path }));

const weak = 'password1';
const weakHash = await hashPassword(weak);
const scope = 'contacts:read';
const wrongScope = { scope: 'deals:write' };
const refused = { error: 'invalid_scope', state: 'a b&c' };
const free = { kind: 'EMAIL_DOMAIN' as const, values: ['free.example'] };

interface OAuthCase {
  readonly page: Page;
  readonly owner: Person;
  readonly client: OAuthApp;
  /** Opens the consent page with these parameters. */
  readonly ask: (fields?: Fields, url?: string) => Promise<void>;
  readonly press: (name: string) => Promise<void>;
  readonly enter: (email?: string, typed?: string) => Promise<void>;
  /** Takes a requested scope away from the app, so that the next request for it is refused. */
  readonly forbid: () => Promise<unknown>;
}

/** What a person does on the way to an app, and the parameters with which the app is called. */
const ways: Readonly<Record<string, [steps: (way: OAuthCase) => Promise<void>, query: object, row?: object]>> = {
  'sign-in, before a scope that the app may not request': [
    async ({ ask, enter }) => {
      await ask(wrongScope);
      await enter();
    },
    refused,
  ],
  'sign-in, before a response type that there is not': [
    async ({ ask, enter }) => {
      await ask({ response_type: 'token' });
      await enter();
    },
    { error: 'unsupported_response_type', state: 'a b&c' },
  ],
  'sign-in, before a public app without a challenge': [
    async ({ ask, enter }) => {
      await ask();
      await enter();
    },
    { error: 'invalid_request', state: 'a b&c' },
    { clientType: 'PUBLIC' },
  ],
  'sign-in with a wrong password, and with the right one': [
    async ({ ask, enter }) => {
      await ask(wrongScope);
      await enter(undefined, 'wrong');
      await enter();
    },
    refused,
  ],
  'sign-in, then Allow': [
    async ({ ask, enter, press }) => {
      await ask({ scope });
      await enter();
      await press('Allow access');
    },
    { code: expect.stringMatching(/^service_ac_/), state: 'a b&c' },
  ],
  'sign-in, then Deny': [
    async ({ ask, enter, press }) => {
      await ask({ scope });
      await enter();
      await press('Deny');
    },
    { error: 'access_denied', state: 'a b&c' },
  ],
  'Allow of what the app may no longer request': [
    async ({ ask, enter, forbid, press }) => {
      await ask({ scope });
      await enter();
      await forbid();
      await press('Allow access');
    },
    refused,
  ],
  'sign-in with a weak password that is kept': [
    async ({ page, owner, ask, enter }) => {
      await app.sql('UPDATE "User" SET "passwordHash" = $2 WHERE "id" = $1', [owner.userId, weakHash]);
      await ask(wrongScope);
      await enter(undefined, weak);
      await page.getByRole('link', { name: 'Not now' }).click();
    },
    refused,
  ],
  'sign-in with a weak password that is changed': [
    async ({ page, owner, ask, enter, press }) => {
      await app.sql('UPDATE "User" SET "passwordHash" = $2 WHERE "id" = $1', [owner.userId, weakHash]);
      await ask(wrongScope);
      await enter(undefined, weak);
      await page.getByLabel('Current password').fill(weak);
      await page.getByLabel('New password').fill('a whole new battery');
      await press('Change password');
    },
    refused,
  ],
  'another account': [
    async ({ ask, enter, forbid, press }) => {
      await ask({ scope });
      await enter();
      await press('Use a different account');
      await forbid();
      await enter((await person(app)).email);
    },
    refused,
  ],
  'sign-up': [
    async ({ page, ask, press }) => {
      await ask(wrongScope, withoutMail.url);
      await page.getByRole('link', { name: 'Sign up' }).click();
      await page.getByLabel('Email').fill(`new-${nextSerial()}@example.com`);
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Workspace name').fill('Lime');
      await page.getByLabel('Password').fill(password);
      await press('Create workspace');
    },
    refused,
  ],
  'sign-up, and back to the sign-in': [
    async ({ page, ask, enter }) => {
      await ask(wrongScope);
      await page.getByRole('link', { name: 'Sign up' }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await enter();
    },
    refused,
  ],
  'sign-out in another tab, and sign-in': [
    async ({ page, owner, ask, enter, press }) => {
      await signIn(page, app.url, await app.session(owner));
      await page.goto(`${app.url}/sign-out`);
      await press('Sign out');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await ask(wrongScope);
      await enter();
    },
    refused,
  ],
};

interface BookingCase {
  readonly page: Page;
  /** Shows the times of the event, or the form for a time. */
  readonly open: (query?: string) => Promise<void>;
  readonly fill: (email?: string) => Promise<void>;
  readonly change: (columns: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Makes the limit hold the next booking. */
  readonly crowd: () => Promise<unknown>;
}

const thanks = { redirectUrl: `${first}/thanks` };
const sorry = { disqualifiedUrl: `${first}/sorry` };
const isBooked = { pathname: '/thanks', query: { callId: expect.stringMatching(/^call_/) } };
const isNotBooked = { pathname: '/sorry', query: {} };

/** What an invitee does on the pages of an event with such columns, and where they come out. */
const bookings: Readonly<
  Record<
    string,
    [event: object, steps: (booking: BookingCase) => Promise<void>, end: { pathname: string; query: object }]
  >
> = {
  'the form of a call': [
    thanks,
    async ({ open, fill }) => {
      await open();
      await fill();
    },
    isBooked,
  ],
  'the form of a call whose event got its address meanwhile': [
    {},
    async ({ open, fill, change }) => {
      await open();
      await change(thanks);
      await fill();
    },
    isBooked,
  ],
  'the form of somebody whom a rule disqualifies': [
    { ...sorry, disqualificationRules: [free] },
    async ({ open, fill }) => {
      await open();
      await fill('ada@free.example');
    },
    isNotBooked,
  ],
  'a form that comes before the times': [
    { ...sorry, disqualificationRules: [free], bookingFlow: 'FORM_FIRST' },
    async ({ open, fill }) => {
      await open('');
      await fill('ada@free.example');
    },
    isNotBooked,
  ],
  'the confirmation of a held booking': [
    thanks,
    async ({ page, open, fill, crowd }) => {
      await crowd();
      await open();
      await fill();
      await page.waitForSelector('text=Confirm your booking', { timeout: 10_000 });
      await page.goto(app.url + (await linkTo('ada@example.com')));
      await page.click('button.primary');
    },
    isBooked,
  ],
  'the confirmation of a held booking that a rule refuses meanwhile': [
    {},
    async ({ page, open, fill, crowd, change }) => {
      await crowd();
      await open();
      await fill('ada@free.example');
      await page.waitForSelector('text=Confirm your booking', { timeout: 10_000 });
      await page.goto(app.url + (await linkTo('ada@free.example')));
      await change({ ...sorry, disqualificationRules: JSON.stringify([free]) });
      await page.click('button.primary');
    },
    isNotBooked,
  ],
};

describe.skipIf(!hasBrowser)(`a form that leads to another site${unlessBrowser}`, () => {
  describe.each([
    ['with script', true],
    ['without script', false],
  ])('%s', (_, javaScriptEnabled) => {
    browserTest.for(Object.entries(ways))('%s', async ([, [steps, query, row]], { newPage }) => {
      const { page, complaints } = await newPage({ javaScriptEnabled });
      const owner = await person(app);
      const redirectUri = `${first}/callback`;
      const client = { ...(await oauthApp(app, owner, { redirectUris: [redirectUri], ...row })), redirectUri };
      await steps({
        ...{ page, owner, client },
        ask: async (fields, url = app.url) => void (await page.goto(url + authorizePath(client, fields))),
        press: (name) => page.getByRole('button', { name }).click(),
        enter: async (email = owner.email, typed = password) => {
          await page.getByLabel('Email').fill(email);
          await page.getByLabel('Password').fill(typed);
          await page.getByRole('button', { name: 'Sign in' }).click();
        },
        forbid: async () => {
          await page.getByRole('heading').first().waitFor();
          await app.sql('UPDATE "OAuthClient" SET "allowedScopes" = $2 WHERE "clientId" = $1', [
            client.clientId,
            ['eventCalls:read'],
          ]);
        },
      });
      await page.waitForURL(`${second}/callback?**`);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(query);
      expect(complaints.filter((complaint) => !complaint.includes('status of 401'))).toEqual([]);
    });

    browserTest.for(Object.entries(bookings))('%s', async ([, [draft, steps, end]], { newPage }) => {
      const event = await holdingEvent(app, draft);
      const { page, complaints } = await newPage({
        ...{ javaScriptEnabled, locale: 'en-GB' },
        extraHTTPHeaders: { 'x-forwarded-for': event.office },
      });
      await steps({
        page,
        open: async (query = `?dateTime=${hour(1)}&timeZone=UTC`) =>
          void (await page.goto(app.url + event.path + query)),
        fill: async (email = 'ada@example.com') => {
          await page.fill('#name', 'Ada Vale');
          await page.fill('#email', email);
          await page.click('.details button.primary');
        },
        change: async (columns) => {
          for (const [column, value] of Object.entries(columns)) {
            await app.sql(`UPDATE "Event" SET "${column}" = $2 WHERE "id" = $1`, [event.eventId, value]);
          }
        },
        crowd: () => event.fill(10),
      });
      await page.waitForURL(`${second}${end.pathname}**`);
      const { pathname, searchParams } = new URL(page.url());
      expect({ pathname, query: Object.fromEntries(searchParams) }).toMatchObject(end);
      expect(complaints).toEqual([]);
    });
  });
});
