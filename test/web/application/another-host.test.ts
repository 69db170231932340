import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, appForTests, notice, openAs } from '../../support/web-app.ts';

const dayMs = 86_400_000;

describe.skipIf(!hasBrowser)(`Another host${unlessBrowser}`, () => {
  const app = appForTests();
  const record = (page: Page) => page.getByRole('complementary', { name: 'The call' });
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Give the call with Ira Cole to another host' });
  const dateTime = `${fromNow(3 * dayMs).slice(0, 10)}T09:00:00.000Z`;

  const mondayOf = (at: string) => {
    const day = new Date(at);
    return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
  };

  /** A call of the owner in three days, of an event that two closers host as well: Cleo is free then, and Max is away. */
  async function place() {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const eventId = await app.event(owner, { name: 'Demo call' });
    const [cleo, max] = [await app.member(workspaceId, 'CLOSER'), await app.member(workspaceId, 'CLOSER')] as const;
    await named(cleo, 'Cleo', 'Hart');
    await named(max, 'Max', 'Reed');
    for (const host of [owner, cleo, max]) await openAlways(app, host, { eventId });
    const startTime = `${dateTime.slice(0, 10)}T00:00:00Z`;
    await app.insert('TimeOff', { workspaceId, userId: max.userId, startTime, endTime: fromNow(5 * dayMs) });
    const callId = await app.call(owner, { eventId, inviteeName: 'Ira Cole', dateTime });
    const host = async () => (await stored(callId)).userId;
    return { owner, cleo, max, callId, host, path: `/calls/${(await stored(callId)).previewId}` };
  }

  const named = ({ userId }: Member, firstName: string, lastName: string) =>
    app.sql('UPDATE "User" SET "firstName" = $2, "lastName" = $3 WHERE "id" = $1', [userId, firstName, lastName]);

  async function stored(id: number): Promise<{ userId: number; previewId: string }> {
    const [call] = await app.sql<{ userId: number; previewId: string }>('SELECT * FROM "EventCall" WHERE "id" = $1', [
      id,
    ]);
    if (!call) throw new Error('There is no such call');
    return call;
  }

  browserTest('a key opens the hosts, and says of each whether they are free', async ({ newPage, expect }) => {
    const { owner, cleo, host, path } = await place();
    const { page, complaints } = await openAs(newPage, app, owner, path);
    await record(page).getByRole('button', { name: 'Another host…' }).waitFor();
    await page.keyboard.press('h');
    const dialog = dialogOf(page);
    await dialog.getByText('Free at this time').waitFor();
    await dialog.getByText(/time off/i).waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(2);
    await dialog.getByRole('button', { name: 'Give the call' }).click();
    await dialog.getByText('Choose a host').waitFor();
    await dialog.getByLabel('Cleo Hart').check();
    await dialog.getByRole('button', { name: 'Give the call' }).click();
    await notice(page, 'Cleo Hart has the call').waitFor();
    await record(page)
      .getByText(/^Given from .* to Cleo Hart by/)
      .waitFor();
    expect(await host()).toBe(cleo.userId);
    expect(complaints).toEqual([]);
  });

  browserTest('a key gives it away in the week and in the list, where no call is open', async ({ newPage, expect }) => {
    const { owner, cleo, max, host } = await place();
    await app.call(owner, { inviteeName: 'Over Past', dateTime: fromNow(-dayMs) });
    const { page } = await openAs(newPage, app, owner, `/calls?view=week&week=${mondayOf(dateTime)}`);
    await page.getByRole('link', { name: /Ira Cole/ }).focus();
    await page.keyboard.press('h');
    await dialogOf(page).getByLabel('Cleo Hart').check();
    await dialogOf(page).getByRole('button', { name: 'Give the call' }).click();
    await notice(page, 'Cleo Hart has the call').waitFor();
    expect(await host()).toBe(cleo.userId);
    await page.goto(`${addressOf(app)}/calls?when=all`);
    // Nobody else takes a call that is over.
    await page.getByRole('link', { name: 'Over Past' }).focus();
    await page.keyboard.press('h');
    await page.getByRole('link', { name: 'Ira Cole' }).focus();
    await page.keyboard.press('h');
    await dialogOf(page).getByLabel('Max Reed').check();
    await dialogOf(page).getByLabel('Also if the host is not free').check();
    await dialogOf(page).getByRole('button', { name: 'Give the call' }).click();
    await notice(page, 'Max Reed has the call').waitFor();
    expect(await host()).toBe(max.userId);
  });

  browserTest('who is not free gets it where an owner says so', async ({ newPage, expect }) => {
    const { owner, max, host, path } = await place();
    const { page } = await openAs(newPage, app, owner, path);
    await record(page).getByRole('button', { name: 'Another host…' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Max Reed').check();
    await dialog.getByRole('button', { name: 'Give the call' }).click();
    await dialog.getByText('Is not available at the time of the call').waitFor();
    expect(await host()).toBe(owner.userId);
    await dialog.getByLabel('Also if the host is not free').check();
    await dialog.getByRole('button', { name: 'Give the call' }).click();
    await notice(page, 'Max Reed has the call').waitFor();
    expect(await host()).toBe(max.userId);
  });

  browserTest('a closer sees no reasons of others, and can force nothing', async ({ newPage, expect }) => {
    const { owner, cleo, callId, host, path } = await place();
    const move = `mutation { rescheduleEventCall(input: { id: ${callId}, userId: ${cleo.userId}, dateTime: "${dateTime}" }) { id } }`;
    expect((await app.graphql(move, await app.apiKey(owner))).body.errors).toBeUndefined();
    const { page } = await openAs(newPage, app, cleo, path);
    await record(page).getByRole('button', { name: 'Another host…' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Max Reed').check();
    expect(await dialog.getByText(/time off/i).count()).toBe(0);
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Give the call' }).click();
    await dialog.getByText('Is not available at the time of the call').waitFor();
    expect(await host()).toBe(cleo.userId);
  });

  browserTest('each look has no serious finding, and fits a phone', async ({ newPage, expect }) => {
    const { owner, path } = await place();
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await record(page).getByRole('button', { name: 'Another host…' }).click();
    await dialogOf(page).getByText('Free at this time').waitFor();
    expect(await findingsInAllLooks(page, 'call-host')).toEqual([]);
  });
});
