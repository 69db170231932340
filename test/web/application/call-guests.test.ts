import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { fromNow } from '../../support/present.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';

const dayMs = 86_400_000;

describe.skipIf(!hasBrowser)(`Guests of a call${unlessBrowser}`, () => {
  const app = appForTests();
  const dateTime = `${fromNow(3 * dayMs).slice(0, 10)}T09:00:00.000Z`;

  async function place(guests: readonly string[]) {
    const owner = await app.workspace();
    const eventId = await app.event(owner, { name: 'Demo call' });
    const id = await app.call(owner, { eventId, inviteeName: 'Ira Cole', dateTime, guests });
    const stored = async () => {
      const sql = 'SELECT "previewId", "guests" FROM "EventCall" WHERE "id" = $1';
      const [call] = await app.sql<{ previewId: string; guests: string[] }>(sql, [id]);
      return call;
    };
    return { owner, stored, path: `/calls/${(await stored())?.previewId}` };
  }

  browserTest('are shown, added and removed on the page of the call', async ({ newPage, expect }) => {
    const { owner, stored, path } = await place(['sam@example.com']);
    const { page, complaints } = await openAs(newPage, app, owner, path);
    const record = page.getByRole('complementary', { name: 'The call' });
    await record.getByRole('link', { name: 'sam@example.com' }).waitFor();
    await record.getByRole('button', { name: 'Guests…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Guests of the call with Ira Cole' });
    const field = dialog.getByLabel('Guests');
    expect(await field.inputValue()).toBe('sam@example.com');
    await field.fill('lee@example.com, kim');
    await dialog.getByRole('button', { name: 'Save guests' }).click();
    await dialog.getByText('kim is not an email address').waitFor();
    await field.fill('lee@example.com, Kim Roy <kim@example.com>');
    await dialog.getByRole('button', { name: 'Save guests' }).click();
    await notice(page, 'The call has 2 guests').waitFor();
    await record.getByRole('link', { name: 'kim@example.com' }).waitFor();
    expect(await record.getByRole('link', { name: 'sam@example.com' }).count()).toBe(0);
    expect((await stored())?.guests).toEqual(['lee@example.com', 'kim@example.com']);
    expect(complaints).toEqual([]);
  });

  browserTest('each look of their dialog has no serious finding, and fits a phone', async ({ newPage, expect }) => {
    const { owner, path } = await place([]);
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await page.getByRole('button', { name: 'Guests…' }).click();
    await page.getByRole('dialog').getByLabel('Guests').waitFor();
    expect(await findingsInAllLooks(page, 'call-guests')).toEqual([]);
  });
});
