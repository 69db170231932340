import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { addressOf, appForTests, loseAnswers, notice, openAs } from '../../support/web-app.ts';

const path = '/settings/developer/api-keys';

describe.skipIf(!hasBrowser)(`Settings → Developer → API keys${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('a key is created, works, is rotated and revoked', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page, complaints, origins } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reports');
    await dialog.getByLabel('See the contacts of the workspace').check();
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    const secret = page.getByRole('dialog', { name: 'Your new API key' });
    const key = await secret.getByLabel('API key', { exact: true }).inputValue();
    expect((await app.get('/v1/contacts', key)).status).toBe(200);
    const done = secret.getByRole('button', { name: 'Done' });
    expect(await done.isDisabled()).toBe(true);
    await secret.getByRole('checkbox').check();
    await done.click();
    const row = page.getByRole('row', { name: /Reports/ });
    await row.getByText(`service_…${key.slice(-4)}`).waitFor();

    await row.getByRole('button', { name: 'Actions for Reports' }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByLabel('The old key ends').selectOption('Immediately');
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    const rotated = await secret.getByLabel('API key', { exact: true }).inputValue();
    await secret.getByRole('checkbox').check();
    await done.click();
    expect((await app.get('/v1/contacts', rotated)).status).toBe(200);
    expect((await app.get('/v1/contacts', key)).status).toBe(401);

    await page
      .getByRole('row', { name: new RegExp(rotated.slice(-4)) })
      .getByRole('button', { name: 'Actions for Reports' })
      .click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await notice(page, 'is revoked').waitFor();
    expect((await app.get('/v1/contacts', rotated)).status).toBe(401);
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([addressOf(app)]);
  });

  browserTest('a mistake is named at its field, and what was typed stays', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), path);
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reports');
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    await dialog.getByText('Choose at least one scope').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Reports');
  });

  browserTest(
    'between two pages no key is lost or shown twice where another is created',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      for (let n = 1; n <= 22; n += 1) {
        const key = { ...owner, name: `Key ${n}`, lastFour: 'aB3x', scopes: ['deals:read'] };
        const createdAt = `2026-01-01T10:${10 + n}:00Z`;
        await app.insert('ApiKey', { ...key, createdAt, hash: Buffer.from(`${owner.workspaceId} ${n}`) });
      }
      const { page } = await openAs(newPage, app, owner, path);
      const rows = page.locator('tbody tr');
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => rows.count()).toBe(22);
      await page.getByRole('button', { name: 'Create API key' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create an API key' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Key 23');
      await dialog.getByLabel('See deals').check();
      await dialog.getByRole('button', { name: 'Create the key' }).click();
      await page.getByRole('dialog', { name: 'Your new API key' }).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Done' }).click();
      const names = async () => (await rows.allTextContents()).flatMap((text) => text.match(/Key \d+/) ?? []);
      await expect.poll(names).toEqual(Array.from({ length: 23 }, (_, index) => `Key ${23 - index}`));
    },
  );

  browserTest('where the answer is lost, the page says that the key may be there', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reports');
    await dialog.getByLabel('See deals').check();
    const restore = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    await dialog.getByText('We do not know whether this was done').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Reports');
    await restore();
    await page.reload();
    await page.getByRole('row', { name: /Reports/ }).waitFor();
  });

  browserTest('a member without the role reads whom to ask', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, await app.member(owner.workspaceId, 'CLOSER'), path);
    await page.getByRole('heading', { name: 'Only owners and admins can open this page' }).waitFor();
    await page
      .getByRole('main')
      .getByText(/, owner \(/)
      .waitFor();
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  });
});
