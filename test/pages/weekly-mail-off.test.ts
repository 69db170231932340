import { beforeEach, describe, expect, test } from 'vitest';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { weeklyMailOffUrl, weeklyMailPurpose } from '#src/services/weekly-mails/switch.ts';
import { testSecretKey, useApp } from '../support/app.ts';
import { openPage, postPage } from '../support/consent-pages.ts';
import type { Member } from '../support/factories.ts';

const app = await useApp();
const links = new SignedTexts(testSecretKey, weeklyMailPurpose);
const pathOf = ({ workspaceId, userId }: Member) =>
  weeklyMailOffUrl({ weeklyMailLinks: links, appUrl: '' }, [workspaceId, userId]);

let member: Member;
beforeEach(async () => {
  member = await app.workspace();
  await app.insert('WeeklyMail', { ...member, week: '2026-03-09', dueAt: '2026-03-08T18:00:00Z' });
});

const isOn = async ({ workspaceId, userId } = member) =>
  (await app.sql('SELECT FROM "WeeklyMail" WHERE "workspaceId" = $1 AND "userId" = $2', [workspaceId, userId]))
    .length === 1;
const oneClick = (path: string, headers: Record<string, string> = {}) =>
  app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: 'List-Unsubscribe=One-Click',
  });

describe('the link of a weekly mail', () => {
  test('changes nothing when it is opened, as a program that checks mails does', async () => {
    const { status, body } = await app.request(pathOf(member));
    expect([status, await isOn()]).toEqual([200, true]);
    expect(body).toContain('Switch off');
  });

  test('switches the mail off by its button, without a session', async () => {
    const other = await app.member(member.workspaceId, 'CLOSER');
    await app.insert('WeeklyMail', { ...other, week: '2026-03-09', dueAt: '2026-03-08T18:00:00Z' });
    const { fields, headers } = await openPage(app, pathOf(member));
    const cookie = String(headers.getSetCookie()[0]?.split(';')[0]);
    const { status, text } = await postPage(app, pathOf(member), { cookie, fields });
    expect(status).toBe(200);
    expect(text).toContain('The weekly email is off');
    expect([await isOn(), await isOn(other)]).toEqual([false, true]);
  });

  test('switches it off with one request of a program for mail, which has no cookie (RFC 8058), also again', async () => {
    expect((await oneClick(pathOf(member))).status).toBe(200);
    expect(await isOn()).toBe(false);
    expect((await oneClick(pathOf(member))).status).toBe(200);
  });

  test('takes a form without its token from no other page', async () => {
    const form = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'x=1' };
    expect((await app.request(pathOf(member), form)).status).toBe(403);
    expect(await isOn()).toBe(true);
  });

  test.each([
    ['changed', (path: string) => path.replace('token=', 'token=1')],
    ['cut off', (path: string) => path.slice(0, -1)],
    ['missing', (path: string) => path.split('?')[0] ?? ''],
    [
      'of another purpose',
      (_: string, { workspaceId, userId }: Member) =>
        `/weekly-mail/off?token=${new SignedTexts(testSecretKey, 'cursors').sign(`${workspaceId}.${userId}`)}`,
    ],
  ])('that is %s is refused', async (_, changed) => {
    const path = changed(pathOf(member), member);
    for (const { status } of [await app.request(path), await oneClick(path)]) expect(status).toBe(404);
    expect(await isOn()).toBe(true);
  });
});
