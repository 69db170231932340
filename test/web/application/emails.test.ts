import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { notification } from '../../support/notifications.ts';
import { fromNow } from '../../support/present.ts';
import { nextSerial } from '../../support/serial.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

const hourMs = 3_600_000;

describe.skipIf(!hasBrowser)(`Settings → Emails${unlessBrowser}`, () => {
  const app = appForTests();

  async function mailOf(host: Member, inviteeName: string, changes: object = {}): Promise<void> {
    const id = await app.call(host, { inviteeName, dateTime: fromNow((30 + nextSerial()) * hourMs) });
    const [call] = await app.sql<Record<string, unknown>>('SELECT * FROM "EventCall" WHERE "id" = $1', [id]);
    await notification(app, call ?? {}, changes);
  }

  browserTest('an owner finds what was not sent, and the call that it is about', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const sent = { status: 'SENT', attempts: 1, lastError: null, sentAt: fromNow(-2 * hourMs) };
    await mailOf(owner, 'Ira Cole');
    await mailOf(owner, 'Sam Stone', { ...sent, kind: 'REMINDER', recipient: 'HOST' });
    await mailOf(owner, 'Kim Park', { status: 'WAITING', isHeldBack: true, dueAt: fromNow(3 * hourMs) });
    const { page, complaints } = await openAs(newPage, app, owner, '/');
    await page.getByRole('link', { name: 'Emails' }).first().click();
    const rows = page.getByRole('table', { name: 'Emails' }).locator('tbody').getByRole('row');
    await page.getByText('3 emails', { exact: true }).waitFor();
    expect(await rows.nth(0).textContent()).toMatch(/^InvitationInviteeKim ParkOn holdin [23] hours/);
    expect(await rows.nth(1).textContent()).toBe('ReminderHostSam StoneSent2 hours ago1');
    expect(await rows.nth(2).textContent()).toMatch(/^InvitationInviteeIra ColeFailed.*6No such user$/);
    await page.getByLabel('Status').selectOption('Failed');
    await page.waitForURL(/status=FAILED/);
    await page.getByText('1 email', { exact: true }).waitFor();
    await page.reload();
    await rows.getByRole('link', { name: 'Ira Cole' }).click();
    await page.getByRole('complementary', { name: 'The call' }).getByRole('heading', { name: 'Ira Cole' }).waitFor();
    expect(complaints).toEqual([]);
  });

  browserTest('a closer sees the emails about their own calls', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    await mailOf(owner, 'Ira Cole');
    const { page } = await openAs(newPage, app, closer, '/settings/emails');
    await page.getByText('No emails yet').waitFor();
    await mailOf(closer, 'Sam Stone');
    await page.reload();
    await page.getByText('1 email', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Ira Cole' }).count()).toBe(0);
  });

  browserTest('each look has no serious finding, and fits a phone', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await mailOf(owner, 'Ira Cole', { lastError: `The mail server rejected the email. ${'x'.repeat(200)}` });
    const { page } = await openAs(newPage, app, owner, '/settings/emails', forAxe);
    await page.getByText('1 email', { exact: true }).waitFor();
    expect(await findingsInAllLooks(page, 'emails')).toEqual([]);
  });
});
