import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/lib/secrets/password.ts';
import { useApp } from '../support/app.ts';
import {
  browserTest,
  forAxe,
  hasBrowser,
  looks,
  screenshot,
  seriousFindings,
  setLook,
  unlessBrowser,
} from '../support/browser.ts';
import { openPage, postPage } from '../support/consent-pages.ts';
import { type Person, password, person, signInMutation } from '../support/people.ts';

const app = await useApp({ ownAddress: true });
const weak = 'password1';
const weakHash = await hashPassword(weak);
const better = 'a whole new battery';

async function weakPerson(): Promise<Person> {
  const ada = await person(app);
  await app.sql('UPDATE "User" SET "passwordHash" = $2 WHERE "id" = $1', [ada.userId, weakHash]);
  return ada;
}

const cookiesOf = (headers: Headers) => headers.getSetCookie().map((each) => each.split(';')[0]);

/** Posts a form, and returns the cookies that the browser has then. */
async function submit(path: string, fields: Record<string, string>, cookie = '') {
  const page = await openPage(app, path, cookie);
  const own = [cookie, ...cookiesOf(page.headers)].filter(Boolean).join('; ');
  const posted = await postPage(app, path, { cookie: own, fields: { ...page.fields, ...fields } });
  return { ...posted, cookie: cookiesOf(posted.headers).find((each) => each?.startsWith('session=')) };
}

const signIn = (email: string, secret: string, path = '/sign-in') => submit(path, { email, password: secret });

describe('the sign-in with a weak password', () => {
  test('leads to the page that asks for another, and from there to the next page', async () => {
    const ada = await weakPerson();
    const signedIn = await signIn(ada.email, weak, '/sign-in?next=%2Fcalls%3Fsearch%3Dx');
    expect([signedIn.status, signedIn.location]).toEqual([303, './stronger-password?next=%2Fcalls%3Fsearch%3Dx']);
    const path = String(signedIn.location).slice(1);
    const page = await openPage(app, path, signedIn.cookie);
    expect(page.text).toContain(`<bdi>${ada.email}</bdi>`);
    expect(page.text).toContain('<a href="./calls?search=x">Not now</a>');
    const elsewhere = await app.session(ada);
    const changed = await submit(path, { currentPassword: weak, newPassword: better }, signedIn.cookie);
    expect([changed.status, changed.location]).toEqual([303, './calls?search=x']);
    expect((await app.graphql('{ viewer { role } }', elsewhere)).status).toBe(401);
    expect((await app.graphql('{ viewer { role } }', signedIn.cookie?.slice('session='.length))).status).toBe(200);
    expect((await signIn(ada.email, better)).location).toBe('./overview');
  });

  test('asks again at the next sign-in, and keeps to this server', async () => {
    const ada = await weakPerson();
    expect((await signIn(ada.email, weak)).location).toBe('./stronger-password?next=%2Foverview');
    const { location, cookie } = await signIn(ada.email, weak, '/sign-in?next=https%3A%2F%2Fevil.test%2Fx');
    expect(location).toBe('./stronger-password');
    for (const [next, leadsTo] of [
      ['https://evil.test/x', './'],
      ['/stronger-password', './'],
      ['/stronger-password?next=/calls', './calls'],
    ] as const) {
      const page = await openPage(app, `/stronger-password?${new URLSearchParams({ next })}`, cookie);
      expect(page.text).toContain(`<a href="${leadsTo}">Not now</a>`);
    }
  });

  test('by an invitation asks as well', async () => {
    const [ada, inviter] = [await weakPerson(), await app.workspace()];
    const query = `mutation { createInvitation(input: { email: "${ada.email}", role: SETTER }) { link } }`;
    const { body } = await app.graphql(query, await app.session(inviter));
    const { pathname, search } = new URL(body.data.createInvitation.link);
    expect((await submit(pathname + search, { password: weak })).location).toBe('./stronger-password');
    const other = await person(app);
    const again = await app.graphql(query.replace(ada.email, other.email), await app.session(inviter));
    const link = new URL(again.body.data.createInvitation.link);
    expect((await submit(link.pathname + link.search, { password })).location).toBe('./');
  });

  test('says so over GraphQL, and gives a session', async () => {
    const ada = await weakPerson();
    const query = signInMutation.replace('workspaceId', 'passwordIsWeak');
    const answer = async (secret: string, { email } = ada) =>
      (await app.graphql(query, undefined, { email, password: secret })).body.data.signIn;
    expect(await answer(weak)).toMatchObject({ passwordIsWeak: true, token: expect.stringMatching(/^service_ses_/) });
    expect(await answer(password, await person(app))).toMatchObject({ passwordIsWeak: false });
  });
});

describe('/stronger-password', () => {
  const path = '/stronger-password?next=%2Fcalls';

  test('names the fields that are wrong, and shows no password', async () => {
    const { cookie } = await signIn((await weakPerson()).email, weak);
    const attempt = (currentPassword: string, newPassword: string) =>
      submit(path, { currentPassword, newPassword }, cookie);
    for (const [current, next, id, text] of [
      ['wrong', better, 'currentPassword', 'Is not your current password.'],
      [weak, 'sunshine1', 'newPassword', 'Must not be a common password'],
      [weak, 'short-7', 'newPassword', 'Must be at least 8 characters.'],
      [weak, weak, 'newPassword', 'Must differ from the current password.'],
    ] as const) {
      const { status, text: html } = await attempt(current, next);
      expect([status, html.includes(`id="${id}-error"`), html.includes(text)]).toEqual([400, true, true]);
      expect([html.includes(`value="${current}"`), html.includes(`value="${next}"`)]).toEqual([false, false]);
    }
  });

  test('leads who is not signed in to the sign-in, and back', async () => {
    const { status, headers } = await openPage(app, path);
    expect([status, headers.get('location')]).toEqual([303, `./sign-in?next=${encodeURIComponent(path)}`]);
  });

  test('ends after ten wrong passwords, as the sign-in does', async () => {
    const ada = await weakPerson();
    const { cookie } = await signIn(ada.email, weak);
    const fields = { currentPassword: 'wrong', newPassword: better };
    for (let count = 0; count < 10; count++) expect((await submit(path, fields, cookie)).status).toBe(400);
    expect((await submit(path, { ...fields, currentPassword: weak }, cookie)).status).toBe(429);
  });

  describe.skipIf(!hasBrowser)(`in a browser${unlessBrowser}`, () => {
    browserTest('axe finds nothing serious, wide and narrow, light and dark', async ({ newPage }) => {
      const { page } = await newPage(forAxe);
      await page.goto(`${app.url}/sign-in`);
      await page.getByLabel('Email').fill((await weakPerson()).email);
      await page.getByLabel('Password').fill(weak);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Choose a stronger password' }).waitFor();
      for (const isWrong of [false, true]) {
        if (isWrong) {
          await page.getByLabel('Current password').fill(weak);
          await page.getByLabel('New password').fill('sunshine1');
          await page.getByRole('button', { name: 'Change password' }).click();
          await page.getByText('Must not be a common password').waitFor();
        }
        for (const look of looks) {
          await setLook(page, look);
          expect(await seriousFindings(page, 'all')).toEqual([]);
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
          expect(overflow).toBeLessThanOrEqual(0);
          await screenshot(page, `stronger-password-${isWrong ? 'wrong-' : ''}${look.colorScheme}-${look.width}`);
        }
      }
    });
  });
});
