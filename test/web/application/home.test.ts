import { afterAll, beforeAll, describe } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { addressOf, webApp } from '../../support/web-app.ts';

const demo = { ownerEmail: 'demo@example.com', ownerPassword: 'a demo password', key: 'service_demo' };

describe.skipIf(!hasBrowser)(`from the home page into the application${unlessBrowser}`, () => {
  let app: TestApp;
  let owner: Member;
  beforeAll(async () => {
    app = await webApp({ demo });
    owner = await app.workspace();
    await app.sql('UPDATE "User" SET "email" = $2 WHERE "id" = $1', [owner.userId, demo.ownerEmail]);
    await app.sql('UPDATE "Workspace" SET "isDemo" = true, "name" = \'The demo\' WHERE "id" = $1', [owner.workspaceId]);
  });
  afterAll(() => app.close());

  browserTest('one click enters the demo, and the next visit leads back to it', async ({ newPage, expect }) => {
    const { page, complaints, origins } = await newPage();
    await page.goto(addressOf(app));
    await page.getByRole('button', { name: 'Enter the demo' }).click();
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Account and workspace: The demo' }).waitFor();
    expect(await app.sql('SELECT "userId" FROM "Session"')).toEqual([{ userId: owner.userId }]);

    await page.goto(addressOf(app));
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Enter the demo' }).count()).toBe(0);

    await page.getByRole('button', { name: /^Account and workspace/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await app.sql('SELECT "userId" FROM "Session"')).toEqual([]);
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([addressOf(app)]);
  });

  browserTest('who is not signed in comes back to the page after signing in', async ({ newPage, expect }) => {
    const { page } = await newPage();
    await page.goto(`${addressOf(app)}/settings/developer/api-keys?x=1`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/settings/developer/api-keys?x=1');
  });
});
