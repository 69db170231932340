import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { contactNote } from '../../support/contact-notes.ts';
import { appForTests, loseAnswers, notice, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Notes of a contact${unlessBrowser}`, () => {
  const app = appForTests();
  const notes = (page: Page) => page.getByRole('region', { name: 'Story' });
  const entries = (page: Page) => notes(page).getByRole('listitem');
  const contactOf = async (workspaceId: number) => {
    const previewId = `contact_noted_${workspaceId}`;
    const row = { workspaceId, previewId, firstName: 'Nia', email: 'nia@example.com' };
    return { previewId, path: `/contacts/${previewId}`, ...(await app.insert('Contact', row)) };
  };
  const stored = async (workspaceId: number) =>
    (
      await app.sql<{ text: string }>('SELECT "text" FROM "ContactNote" WHERE "workspaceId" = $1 ORDER BY "id"', [
        workspaceId,
      ])
    ).map(({ text }) => text);

  browserTest('a note is added once, edited and deleted, and what is typed stays', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { path } = await contactOf(owner.workspaceId);
    const { page } = await openAs(newPage, app, owner, path);
    const text = notes(page).getByLabel('New note');
    await notes(page).getByRole('button', { name: 'Add the note' }).click();
    await notes(page).getByText('Write the note').waitFor();
    await text.fill('Likes tea.\nNo calls before ten.');
    await page.reload();
    await text.waitFor();
    expect(await text.inputValue()).toBe('Likes tea.\nNo calls before ten.');
    const restore = await loseAnswers(page);
    await notes(page).getByRole('button', { name: 'Add the note' }).click();
    await notes(page).getByText('The server could not be reached').waitFor();
    await restore();
    await notes(page).getByRole('button', { name: 'Add the note' }).click();
    await entries(page).filter({ hasText: 'No calls before ten.' }).waitFor();
    expect(await text.inputValue()).toBe('');
    expect(await stored(owner.workspaceId)).toEqual(['Likes tea.\nNo calls before ten.']);

    await entries(page)
      .getByRole('button', { name: /Actions for the note of/ })
      .click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('Likes coffee.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await entries(page).filter({ hasText: 'Likes coffee.' }).waitFor();
    await entries(page)
      .getByRole('button', { name: /Actions for the note of/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the note' }).click();
    await notice(page, 'The note is deleted').waitFor();
    await entries(page).filter({ hasText: 'Nothing yet' }).waitFor();
    expect(await stored(owner.workspaceId)).toEqual([]);
  });

  browserTest('a closer edits and deletes their own, and sees those of others', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const closer = await app.member(workspaceId, 'CLOSER');
    const { id: contactId, path } = await contactOf(workspaceId);
    await contactNote(app, owner, { contactId, text: 'Of the owner' });
    await contactNote(app, closer, { contactId, text: 'Of the closer' });
    const { page } = await openAs(newPage, app, closer, path);
    const own = entries(page).filter({ hasText: 'Of the closer' });
    await own.getByRole('button', { name: /Actions/ }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Edit…', 'Delete…']);
    await page.keyboard.press('Escape');
    expect(await entries(page).filter({ hasText: 'Of the owner' }).getByRole('button').count()).toBe(0);
    const { page: ownersPage } = await openAs(newPage, app, owner, path);
    await entries(ownersPage)
      .filter({ hasText: 'Of the closer' })
      .getByRole('button', { name: /Actions/ })
      .click();
    expect(await ownersPage.getByRole('menuitem').allTextContents()).toEqual(['Delete…']);
  });

  browserTest('what a colleague writes appears by itself', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { id: contactId, path } = await contactOf(owner.workspaceId);
    const { page } = await openAs(newPage, app, owner, path);
    await notes(page).getByLabel('New note').waitFor();
    const key = await app.apiKey(owner, { scopes: ['contacts:write'] });
    const document = `mutation { createContactNote(input: { contactId: ${contactId}, text: "From elsewhere" }) { id } }`;
    await app.graphql(document, key);
    await entries(page).filter({ hasText: 'From elsewhere' }).waitFor();
    expect(await entries(page).count()).toBe(1);
  });

  browserTest('each look has no serious finding, and fits a phone', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { id: contactId, path } = await contactOf(owner.workspaceId);
    await contactNote(app, owner, { contactId, text: `Likes ${'very '.repeat(60)}long notes\n${'x'.repeat(200)}` });
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await entries(page).first().waitFor();
    expect(await findingsInAllLooks(page, 'contact-notes')).toEqual([]);
  });
});
