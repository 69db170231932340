import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { password, person, signInMutation } from '../../support/people.ts';
import { addressOf, appForTests, loseAnswers, notice, openAs } from '../../support/web-app.ts';

const path = '/settings/account';
const newPassword = 'a new and better one';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0';

describe.skipIf(!hasBrowser)(`Settings → Account${unlessBrowser}`, () => {
  const app = appForTests();

  /** Returns the token of the new session; undefined where the password is wrong. */
  const signInElsewhere = async (email: string, secret: string, userAgent = 'curl/8.5.0') => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
      body: JSON.stringify({ query: signInMutation, variables: { email, password: secret } }),
    });
    const { data } = (await response.json()) as { data?: { signIn: { token: string } | null } };
    return data?.signIn?.token;
  };
  const isGood = async (token: string | undefined) => (await app.get('/v1/contacts', token)).status === 200;

  browserTest('the password is changed, which ends all other sessions', async ({ newPage, expect }) => {
    const me = await person(app);
    const elsewhere = await signInElsewhere(me.email, password);
    const { page, complaints, origins } = await openAs(newPage, app, me, path);
    const panel = page.getByRole('region', { name: 'Password' });
    const current = panel.getByLabel('Current password');
    const next = panel.getByLabel('New password');
    const save = panel.getByRole('button', { name: 'Change password' });
    await save.click();
    await panel.getByText('Enter your current password').waitFor();
    await current.fill('not the right one');
    await next.fill('short');
    await save.click();
    await panel.getByText('Must be at least 8 characters').waitFor();
    await next.fill(newPassword);
    await save.click();
    await panel.getByText('Is not your current password').waitFor();
    expect(await next.inputValue()).toBe(newPassword);
    expect(await isGood(elsewhere)).toBe(true);

    await current.fill(password);
    await page.keyboard.press('Enter');
    await notice(page, 'One other session has ended').waitFor();
    expect(await current.inputValue()).toBe('');
    expect(await isGood(elsewhere)).toBe(false);
    expect(await signInElsewhere(me.email, password)).toBeUndefined();
    expect(await isGood(await signInElsewhere(me.email, newPassword))).toBe(true);
    // A refused document is a 400, which the console shows.
    expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
    expect([...origins]).toEqual([addressOf(app)]);
  });

  browserTest('without an answer the page says how to learn what happened', async ({ newPage, expect }) => {
    const me = await person(app);
    const { page } = await openAs(newPage, app, me, path);
    const panel = page.getByRole('region', { name: 'Password' });
    await panel.getByLabel('Current password').fill(password);
    await panel.getByLabel('New password').fill(newPassword);
    const unbreak = await loseAnswers(page);
    await panel.getByRole('button', { name: 'Change password' }).click();
    await panel.getByText('We do not know whether your password was changed').waitFor();
    await unbreak();
    await panel.getByRole('button', { name: 'Change password' }).click();
    await panel.getByText('Is not your current password').waitFor();
    expect(await signInElsewhere(me.email, newPassword)).toBeDefined();

    // What can be repeated safely says so, and is done once.
    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByLabel('First name').fill('Grace');
    const restore = await loseAnswers(page);
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByText('Nothing is lost').waitFor();
    await restore();
    await profile.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved').waitFor();
  });

  browserTest('time zones have their present names, and are found by former ones too', async ({ newPage, expect }) => {
    const me = await person(app);
    await app.sql('UPDATE "User" SET "timeZone" = $1 WHERE "id" = $2', ['Asia/Calcutta', me.userId]);
    const { page } = await openAs(newPage, app, me, path);
    const zone = page.getByRole('region', { name: 'Profile' }).getByLabel('Time zone');
    await expect.poll(() => zone.inputValue()).toBe('Asia/Kolkata');
    for (const typed of ['Kyiv', 'Kiev']) {
      await zone.fill(typed);
      expect(await page.getByRole('option').allTextContents()).toEqual(['Europe/Kyiv']);
    }
    await page.getByRole('option', { name: 'Europe/Kyiv' }).click();
    expect(await zone.inputValue()).toBe('Europe/Kyiv');
    await page.getByRole('button', { name: 'Save' }).first().click();
    const stored = () => app.sql('SELECT "timeZone" FROM "User" WHERE "id" = $1', [me.userId]);
    await expect.poll(stored).toEqual([{ timeZone: 'Europe/Kyiv' }]);
    // A zone that no list has is still shown.
    await app.sql('UPDATE "User" SET "timeZone" = $1 WHERE "id" = $2', ['US/Pacific', me.userId]);
    await page.reload();
    await expect.poll(() => zone.inputValue()).toBe('US/Pacific');
  });

  browserTest('the meeting link is of this workspace, and can be taken away', async ({ newPage, expect }) => {
    const me = await person(app);
    const { page } = await openAs(newPage, app, me, path);
    const profile = page.getByRole('region', { name: 'Profile' });
    const link = profile.getByLabel('Meeting link');
    const save = profile.getByRole('button', { name: 'Save' });
    const stored = () =>
      app.sql('SELECT "workspaceId", "meetingLink" FROM "Membership" WHERE "userId" = $1', [me.userId]);
    await link.fill('javascript:alert(1)');
    await save.click();
    await profile.getByText('https://').waitFor();
    expect(await link.inputValue()).toBe('javascript:alert(1)');
    expect(await stored()).toEqual([{ workspaceId: me.workspaceId, meetingLink: null }]);
    for (const meetingLink of ['https://meet.example.com/ada', null]) {
      await link.fill(meetingLink ?? ' ');
      await save.click();
      await expect.poll(stored).toEqual([{ workspaceId: me.workspaceId, meetingLink }]);
      await notice(page, 'Saved').first().waitFor();
      await page.reload();
      expect(await link.inputValue()).toBe(meetingLink ?? '');
    }
  });

  browserTest(
    'sessions are listed with their devices, and signed out one by one or all',
    async ({ newPage, expect }) => {
      const me = await person(app);
      const firefox = await signInElsewhere(me.email, password, windows);
      const curl = await signInElsewhere(me.email, password);
      const { page } = await openAs(newPage, app, me, path);
      const panel = page.getByRole('region', { name: 'Sessions' });
      await panel.getByRole('row', { name: /This session/ }).waitFor();
      expect(
        await panel
          .getByRole('row', { name: /This session/ })
          .getByRole('button')
          .count(),
      ).toBe(0);
      const row = panel.getByRole('row', { name: /Firefox on Windows/ });
      expect(await row.textContent()).toContain('127.0.0.1');

      await panel.getByRole('button', { name: 'Sign out Firefox on Windows' }).focus();
      await page.keyboard.press('Enter');
      await notice(page, 'Firefox on Windows is signed out').waitFor();
      await row.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Sessions');
      expect([await isGood(firefox), await isGood(curl)]).toEqual([false, true]);

      await panel.getByRole('button', { name: 'Sign out all others' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign out all others?' });
      await dialog.getByText('One other session ends at once').waitFor();
      await dialog.getByRole('button', { name: 'Sign out all others' }).click();
      await notice(page, 'everywhere but here').waitFor();
      await panel.getByRole('row', { name: /curl/ }).waitFor({ state: 'detached' });
      expect(await panel.getByRole('button', { name: 'Sign out all others' }).count()).toBe(0);
      expect(await isGood(curl)).toBe(false);
    },
  );

  browserTest('axe finds nothing serious, light and dark, wide and narrow', async ({ newPage, expect }) => {
    const me = await person(app);
    await signInElsewhere(me.email, password, windows);
    const { page } = await openAs(newPage, app, me, path, forAxe);
    await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).waitFor();
    expect(await findingsInAllLooks(page, 'account')).toEqual([]);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findingsInAllLooks(page, 'account-sign-out-others')).toEqual([]);
  });
});
