import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Pasted addresses and numbers${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('are entered, changed and searched as they are meant', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const stored = async () => {
      const text = 'SELECT "email", "phoneNumber" FROM "Contact" WHERE "workspaceId" = $1';
      return (await app.sql(text, [owner.workspaceId]))[0];
    };
    const { page } = await openAs(newPage, app, owner, '/contacts');
    await page.getByRole('button', { name: 'Add contact' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Nia');
    await dialog.getByLabel('Email', { exact: true }).fill('\u202ainfo&nia@пример.рф\u202c');
    await dialog.getByLabel('Phone', { exact: true }).fill('\u202a+49 176 1234567\u202c');
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await notice(page, 'Nia is added').waitFor();
    expect(await stored()).toMatchObject({ email: 'info&nia@xn--e1afmkfd.xn--p1ai', phoneNumber: '+491761234567' });
    await page.getByRole('button', { name: 'Edit…' }).click();
    await dialog.getByLabel('Email', { exact: true }).fill('mailto:nia@example.com');
    await dialog.getByLabel('Phone', { exact: true }).fill('tel:+1-204-555-0103');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved').waitFor();
    expect(await stored()).toMatchObject({ email: 'nia@example.com', phoneNumber: '+12045550103' });
    const other = { previewId: `contact_${owner.workspaceId}`, firstName: 'Ola', phoneNumber: '+12045550104' };
    await app.insert('Contact', { workspaceId: owner.workspaceId, ...other });
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('(204) 555-0103');
    await page.getByText('1 contact', { exact: true }).waitFor();
  });
});
