import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { addressOf, appForTests, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`A plus in an address of a page${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('belongs to the email or the number that it names', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    for (const [index, inviteeEmail] of ['ira+tag@example.com', 'ira@example.com'].entries()) {
      await app.call(owner, { inviteeEmail, dateTime: `2026-03-05T1${index}:00:00.000Z` });
      const contact = { previewId: `contact_${workspaceId}_${index}`, phoneNumber: `+491511234567${index}` };
      await app.insert('Contact', { workspaceId, ...contact });
    }
    const { page } = await openAs(newPage, app, owner, '/calls?when=all&emails=ira+tag@example.com');
    await page.getByText('1 call', { exact: true }).waitFor();
    await page.goto(`${addressOf(app)}/contacts?search=+4915112345670`);
    await page.getByText('1 contact', { exact: true }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search contacts' }).inputValue()).toBe('+4915112345670');
  });
});
