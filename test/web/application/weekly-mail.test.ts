import { afterAll, beforeAll, describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { type MailServer, mailServer } from '../../support/mail-server.ts';
import { person } from '../../support/people.ts';
import { appForTests, notice, openAs, webApp } from '../../support/web-app.ts';

const path = '/settings/account';

describe.skipIf(!hasBrowser)(`The weekly email in Settings → Account${unlessBrowser}`, () => {
  let mail: MailServer;
  beforeAll(async () => {
    mail = await mailServer();
  });
  afterAll(() => mail?.close());
  const app = appForTests(() => webApp({ mailer: mail.mailer }));

  browserTest('is switched on and off, for this workspace alone', async ({ newPage, expect }) => {
    const me = await person(app);
    const other = await app.workspace();
    await app.insert('Membership', { workspaceId: other.workspaceId, userId: me.userId, role: 'CLOSER' });
    const { page } = await openAs(newPage, app, me, path);
    const profile = page.getByRole('region', { name: 'Profile' });
    const weekly = profile.getByRole('switch', { name: 'Weekly email' });
    const stored = () => app.sql('SELECT "workspaceId" FROM "WeeklyMail" WHERE "userId" = $1', [me.userId]);
    for (const isOn of [true, false]) {
      await weekly.setChecked(isOn, { force: true });
      await profile.getByRole('button', { name: 'Save' }).click();
      await expect.poll(stored).toEqual(isOn ? [{ workspaceId: me.workspaceId }] : []);
      await notice(page, 'Saved').first().waitFor();
      await page.reload();
      expect(await weekly.isChecked()).toBe(isOn);
    }
  });
});

describe.skipIf(!hasBrowser)(`The weekly email of a server without emails${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('cannot be switched on', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await person(app), path);
    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByText('This server sends no emails').waitFor();
    expect(await profile.getByRole('switch', { name: 'Weekly email' }).isDisabled()).toBe(true);
  });
});
