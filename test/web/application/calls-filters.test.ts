import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, appForTests, openAs, readsOf } from '../../support/web-app.ts';

const hourMs = 3_600_000;

describe.skipIf(!hasBrowser)(`Filters of calls${unlessBrowser}`, () => {
  const app = appForTests();
  const at = (hours: number) => fromNow(hours * hourMs);
  const dayAt = (hours: number) => at(hours).slice(0, 10);
  const names = (page: Page) =>
    page.getByRole('table', { name: 'Calls' }).locator('tbody').getByRole('link').allTextContents();
  const searchOf = (page: Page) => new URL(page.url()).searchParams;

  /** Three calls to come, booked and changed in another order than they begin. */
  async function threeCalls(host: Member) {
    const days = (count: number) => ({ createdAt: at(-24 * count), updatedAt: at(-24 * count + 1) });
    const first = { inviteeName: 'Ann First', inviteeEmail: 'ann@example.com', dateTime: at(5), ...days(10) };
    const second = { inviteeName: 'Bea Second', inviteeEmail: 'bea@example.com', dateTime: at(6), ...days(30) };
    const third = { inviteeName: 'Cal Third', inviteeEmail: 'cal@example.com', dateTime: at(7), ...days(20) };
    return [await app.call(host, first), await app.call(host, second), await app.call(host, third)] as const;
  }

  browserTest('the days of booking and change stand in the address', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await threeCalls(owner);
    const { page, complaints } = await openAs(newPage, app, owner, '/calls');
    const reads = readsOf(page, 'Calls');
    await page.getByText('3 calls').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Booked from').fill(dayAt(-24 * 25));
    await page.getByText('2 calls', { exact: true }).waitFor();
    await page.getByLabel('Booked to').fill(dayAt(-24 * 15));
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['Cal Third']);
    expect(searchOf(page).get('createdFrom')).toBe(dayAt(-24 * 25));
    expect(reads.at(-1)).toMatchObject({ createdFrom: dayAt(-24 * 25), createdTo: dayAt(-24 * 15) });
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('3 calls').waitFor();
    expect(await page.getByLabel('Booked from').inputValue()).toBe('');
    await page.getByLabel('Changed from').fill(dayAt(-24 * 40));
    await page.getByLabel('Changed to').fill(dayAt(-24 * 25));
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['Bea Second']);
    expect(reads.at(-1)).toMatchObject({ updatedFrom: dayAt(-24 * 40), updatedTo: dayAt(-24 * 25) });
    await page.reload();
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(await page.getByLabel('Changed to').inputValue()).toBe(dayAt(-24 * 25));
    expect(complaints).toEqual([]);
  });

  browserTest('the order is that of the period until another is chosen', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const ids = await threeCalls(owner);
    await app.call(owner, { inviteeName: 'Pat Past', dateTime: at(-5) });
    const { page } = await openAs(newPage, app, owner, '/calls');
    const reads = readsOf(page, 'Calls');
    await page.getByText('3 calls').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    const order = page.getByLabel('Order');
    expect(await order.inputValue()).toBe('dateTime-asc');
    const orders = { 'Booked last': 'ACB', 'Changed first': 'BCA', 'Highest id first': 'CBA', 'Latest first': 'CBA' };
    for (const [title, initials] of Object.entries(orders)) {
      await order.selectOption(title);
      await expect.poll(async () => (await names(page)).map((name) => name[0]).join('')).toBe(initials);
    }
    expect(reads.at(-1)).toMatchObject({ orderColumn: 'dateTime', orderBy: 'desc', eventType: 'UPCOMING' });
    expect(searchOf(page).get('orderBy')).toBe('desc');
    // Clearing the filters leaves the order as it is, which is none of them.
    expect(await page.getByRole('button', { name: 'Clear' }).count()).toBe(0);
    await order.selectOption('Earliest first');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByRole('radiogroup', { name: 'When' }).getByText('All').click();
    await page.getByText('4 calls').waitFor();
    expect(await order.inputValue()).toBe('dateTime-desc');
    expect(reads.at(-1)).toMatchObject({ orderColumn: 'dateTime', orderBy: 'desc' });
    await page.goto(`${addressOf(app)}/calls?ids=${ids[2]},${ids[0]}&orderColumn=id&orderBy=asc`);
    await page.getByText('2 calls', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['Ann First', 'Cal Third']);
  });

  browserTest('ids and emails are typed, and what is none stays to be mended', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const [, second, third] = await threeCalls(owner);
    const { page, complaints } = await openAs(newPage, app, owner, '/calls');
    const reads = readsOf(page, 'Calls');
    await page.getByText('3 calls').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    const emails = page.getByRole('combobox', { name: 'Invitee emails' });
    await emails.fill('Ann@Example.com');
    await emails.press('Enter');
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(reads.at(-1)).toMatchObject({ inviteeEmails: ['Ann@Example.com'] });
    await emails.fill('bea@example');
    await emails.press('Enter');
    await page.getByText('“bea@example” is not an email address').waitFor();
    expect(await emails.inputValue()).toBe('bea@example');
    expect(searchOf(page).get('emails')).toBe('Ann@Example.com');
    await emails.press('End');
    await emails.pressSequentially('.com,');
    await page.getByText('2 calls', { exact: true }).waitFor();
    expect(await page.getByText('is not an email address').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('3 calls').waitFor();

    const ids = page.getByRole('combobox', { name: 'Call ids' });
    await ids.fill(`${second} twelve ${third}`);
    await ids.press(',');
    await page.getByText('2 calls', { exact: true }).waitFor();
    await page.getByText('“twelve” is not an id').waitFor();
    expect(reads.at(-1)).toMatchObject({ ids: [second, third] });
    // What was typed and is no filter goes with the filters.
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('3 calls').waitFor();
    expect(await page.getByText('is not an id').count()).toBe(0);
    expect(await ids.inputValue()).toBe('');
    expect(complaints).toEqual([]);
  });

  browserTest('a mistyped address shows a list', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await threeCalls(owner);
    const wrong = 'createdFrom=2026-02-30&updatedTo=soon&ids=1,x&emails=a,b@c&orderColumn=name&orderBy=up&contact=9e12';
    const { page } = await openAs(newPage, app, owner, `/calls?${wrong}`);
    const reads = readsOf(page, 'Calls');
    await page.getByText('3 calls').waitFor();
    await page.goto(`${addressOf(app)}/calls?emails=a,bea@example.com,b@c`);
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(reads.at(-1)).toMatchObject({ inviteeEmails: ['bea@example.com'] });
  });

  browserTest('of many members and events the server finds those that are typed', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    await app.sql(
      `WITH added AS (
         INSERT INTO "User" ("email", "username", "firstName", "lastName")
         SELECT 'm' || n || '-${workspaceId}@example.com', 'm' || n || '-${workspaceId}', 'Member', to_char(n, 'fm000')
         FROM generate_series(1, 120) AS n RETURNING "id")
       INSERT INTO "Membership" ("workspaceId", "userId", "role") SELECT ${workspaceId}, "id", 'CLOSER' FROM added`,
    );
    const zoe = await app.member(workspaceId, 'CLOSER', { firstName: 'Zoe', lastName: 'Zimmer' });
    const [{ email } = { email: '' }] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [
      zoe.userId,
    ]);
    for (let count = 0; count < 101; count++) await app.event(owner, { name: `Call ${count}` });
    const eventId = await app.event(owner, { name: 'Zenith review' });
    await app.call(zoe, { eventId, inviteeName: 'Ira Zoe', dateTime: at(4) });
    await app.call(owner, { inviteeName: 'Ira Owner', dateTime: at(5) });
    const { page } = await openAs(newPage, app, owner, '/calls');
    await page.getByText('2 calls', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    const host = page.getByRole('combobox', { name: 'Host' });
    await host.click();
    await page.getByRole('option', { name: 'Member 001' }).waitFor();
    expect(await page.getByRole('option', { name: 'Zoe Zimmer' }).count()).toBe(0);
    // The email address is not in the name of the choice.
    await host.fill(email);
    await page.getByRole('option', { name: 'Zoe Zimmer' }).click();
    await page.getByText('1 call', { exact: true }).waitFor();
    const filters = page.getByRole('region', { name: 'Filters' });
    await filters.getByText('Zoe Zimmer').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Event' }).fill('zenith');
    await page.getByRole('option', { name: 'Zenith review' }).click();
    await page.waitForURL(new RegExp(`events=.*${eventId}`));
    // They show their names also where no list was searched for them.
    await page.goto(`${addressOf(app)}/calls?hosts=${zoe.userId},999999&events=${eventId}`);
    await filters.getByText('Zoe Zimmer').waitFor();
    await filters.getByText('Zenith review').waitFor();
    await filters.getByText('Member 999999').waitFor();
    await page.getByText('1 call', { exact: true }).waitFor();
    await page.goto(`${addressOf(app)}/calls?setters=${zoe.userId}`);
    await page.getByText('No call fits these filters').waitFor();
  });

  browserTest('a closer has these filters too, for the own calls', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const [foreign] = await threeCalls(owner);
    const own = await app.call(closer, { inviteeName: 'Mia Mine', dateTime: at(9) });
    const { page } = await openAs(newPage, app, closer, `/calls?ids=${foreign},${own}&orderColumn=id`);
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['Mia Mine']);
    expect(await page.getByLabel('Order').inputValue()).toBe('id-desc');
    expect(await page.getByRole('combobox', { name: 'Host' }).count()).toBe(0);
  });

  browserTest('an answer has the name of its field', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const callId = await app.call(owner, { inviteeName: 'Ira Cole', dateTime: at(4), previewId: 'call_named' });
    const [fieldId] = await app.answers(owner.workspaceId, callId, {
      secondary: [{ identifier: 'monthly-revenue', answer: ['5000'] }],
    });
    await app.sql('UPDATE "CustomField" SET "name" = $1, "hidden" = true WHERE "id" = $2', [
      'Revenue per month',
      fieldId,
    ]);
    const { page } = await openAs(newPage, app, owner, '/calls/call_named');
    const answers = page.getByRole('region', { name: 'Answers' });
    await answers.getByText('Revenue per month').waitFor();
    await answers.getByText('5000').waitFor();
    expect(await answers.getByText('Monthly revenue').count()).toBe(0);
  });
});
