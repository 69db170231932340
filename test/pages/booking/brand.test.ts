import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses } from '../../support/booking-pages.ts';
import type { Member } from '../../support/factories.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp(manyAddresses);
let owner: Member;
let path: string;

beforeEach(async () => {
  owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/brand-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix });
  path = `/e/${linkPrefix}`;
});

const set = async (input: object) => {
  const document = 'mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { id } }';
  const { body } = await app.graphql(document, await app.session(owner), { input });
  expect(body.errors).toBeUndefined();
};
const open = async (at: string, headers: Record<string, string> = {}) => {
  const response = await fetch(app.url + at, { headers: { 'accept-language': 'en-US', ...headers } });
  return {
    status: response.status,
    text: await response.text(),
    policy: response.headers.get('content-security-policy'),
  };
};

test('an accent colour is a style of its own, which the policy allows by its hash', async () => {
  const plain = await open(path);
  await set({ accentColor: '#0e7490' });
  const { text, policy } = await open(path);
  expect(text).toContain('--fill:#0e7490;--accent-ink:#ffffff');
  const sources = (of: string | null) => /style-src ([^;]*)/.exec(of ?? '')?.[1]?.split(' ').length;
  expect([sources(plain.policy), sources(policy)]).toEqual([1, 2]);
  expect(policy).not.toContain('unsafe-inline');
});

test('the product is named below a page, unless the workspace says otherwise', async () => {
  expect((await open(path)).text).toContain('Scheduling by Slotline');
  await set({ showsBranding: false });
  expect((await open(path)).text).not.toContain('Slotline</p>');
});

describe('the language of the workspace', () => {
  test('is that of a visitor whose browser names none that the pages have', async () => {
    await set({ language: 'fr' });
    expect((await open(path, { 'accept-language': 'sw' })).text).toContain('<html lang="fr"');
    expect((await open(path, { 'accept-language': 'sw, de' })).text).toContain('<html lang="de"');
    expect((await open(`${path}?lang=es`, { 'accept-language': 'sw' })).text).toContain('<html lang="es"');
  });
});

test('the week begins on the day of the workspace', async () => {
  const firstDay = (text: string) => /<th scope="col"><abbr title="(\w+)"/.exec(text)?.[1];
  expect(firstDay((await open(path)).text)).toBe('Sunday');
  await set({ firstWeekday: 'MONDAY' });
  expect(firstDay((await open(path)).text)).toBe('Monday');
});

test('hours are those of the region, else those of the workspace, else those that the visitor chose', async () => {
  const hours = async (query = '', headers = {}) => {
    const { text } = await open(`${path}?date=2026-03-05${query}`, headers);
    return [...text.matchAll(/name="dateTime" value="[^"]+">([^<]+)</g)].map(([, hour]) => hour)[0];
  };
  expect(await hours()).toMatch(/^\d+:\d\d\sAM$/);
  expect(await hours('', { 'accept-language': 'de-DE' })).toMatch(/^\d\d:\d\d$/);
  await set({ hourFormat: 'H24' });
  expect(await hours()).toMatch(/^\d\d:\d\d$/);
  expect(await hours('&hours=H12')).toMatch(/^\d+:\d\d\sAM$/);
  expect(await hours('&hours=H99')).toMatch(/^\d\d:\d\d$/);
});

test('a page over two workspaces has the settings of neither', async () => {
  const other = await app.workspace();
  const [username = ''] = path.slice('/e/'.length).split('/');
  await app.insert('Membership', { workspaceId: other.workspaceId, userId: owner.userId, role: 'CLOSER' });
  const linkPrefix = `${username}/other-${nextSerial()}`;
  await bookableEvent(app, { ...other, userId: owner.userId }, { linkPrefix });
  await set({ accentColor: '#0e7490', language: 'fr', showsBranding: false });
  await app.sql('UPDATE "User" SET "username" = $1 WHERE "id" = $2', [username, owner.userId]);
  const { text } = await open(`/e/${username}`, { 'accept-language': 'sw' });
  for (const each of [path, `/e/${linkPrefix}`]) expect(text).toContain(`href="..${each}"`);
  expect(text).toContain('<html lang="en"');
  expect(text).toContain('Scheduling by Slotline');
  expect(text).not.toContain('#0e7490');
});

describe('the page of a team', () => {
  test('lists the published events of all members, by the link of the workspace', async () => {
    const link = `team-${nextSerial()}`;
    await set({ name: 'Lumen & Co', link });
    const { status, text } = await open(`/e/${link}`);
    expect(status).toBe(200);
    expect(text).toContain('Book a time with Lumen &#38; Co');
    expect(text).toContain(`href="..${path}"`);
  });

  test('is gone without a link, and for another link', async () => {
    const link = `team-${nextSerial()}`;
    await set({ link });
    await set({ link: `${link}-new` });
    expect([(await open(`/e/${link}`)).status, (await open(`/e/${link}-new`)).status]).toEqual([404, 200]);
    await set({ link: null });
    expect((await open(`/e/${link}-new`)).status).toBe(404);
  });

  test('lists no event that is not published or not listed, and is gone with the last one', async () => {
    const link = `team-${nextSerial()}`;
    await set({ link });
    await app.sql('UPDATE "Event" SET "isListed" = false WHERE "workspaceId" = $1', [owner.workspaceId]);
    expect((await open(`/e/${link}`)).status).toBe(404);
  });
});
