import { readFile } from 'node:fs/promises';
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
  /** What the server gets for a period of whole days in UTC, which is the zone of these people. */
  const instants = (name: string, from: number, to: number) => ({
    [`${name}From`]: `${dayAt(from)}T00:00:00.000Z`,
    [`${name}To`]: `${dayAt(to)}T23:59:59.999Z`,
  });
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

  browserTest('periods stand in the address, and a chip for each filter', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await threeCalls(owner);
    const { page, complaints } = await openAs(newPage, app, owner, '/calls');
    const reads = readsOf(page, 'Calls');
    await page.getByText('3 calls').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Booked' }).selectOption('Between…');
    await page.getByLabel('Booked from').fill(dayAt(-24 * 25));
    await page.getByLabel('Booked to').fill(dayAt(-24 * 15));
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['Cal Third']);
    expect(searchOf(page).get('booked')).toBe(`${dayAt(-24 * 25)}..${dayAt(-24 * 15)}`);
    expect(reads.at(-1)).toMatchObject(instants('created', -24 * 25, -24 * 15));
    await page.getByRole('combobox', { name: 'Changed' }).selectOption('Last 7 days');
    await page.getByText('No upcoming call fits these filters').waitFor();
    await page.getByRole('button', { name: /^Remove the filter: Booked: / }).click();
    await page.getByRole('button', { name: 'Remove the filter: Changed: last 7 days' }).waitFor();
    expect(searchOf(page).get('changed')).toBe('last-7');
    expect(reads.at(-1)).toMatchObject(instants('updated', -24 * 6, 0));
    await page.goto(`${addressOf(app)}/calls?changed=last-30`);
    await page.getByText('2 calls', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('Changed: last 30 days').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(complaints).toEqual([]);
  });

  browserTest('a filter that fits no call of the tab leads to all calls', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Wim Won', dateTime: at(-5), outcome: 'WON' });
    const { page } = await openAs(newPage, app, owner, '/calls?outcomes=WON');
    await page.getByText('No upcoming call fits these filters').waitFor();
    await page.getByRole('button', { name: 'Search all calls' }).click();
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['Wim Won']);
    await page.getByText('Outcome is Won').waitFor();
    expect(searchOf(page).get('when')).toBe('all');
  });

  browserTest('the order is that of the period until a heading is pressed', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const ids = await threeCalls(owner);
    await app.call(owner, { inviteeName: 'Pat Past', dateTime: at(-5) });
    const { page } = await openAs(newPage, app, owner, '/calls');
    const reads = readsOf(page, 'Calls');
    const heading = (name: string) => page.getByRole('columnheader', { name });
    const initials = async () => (await names(page)).map((name) => name[0]).join('');
    await page.getByText('3 calls').waitFor();
    expect(await heading('When').getAttribute('aria-sort')).toBe('ascending');
    await heading('When').getByRole('button').click();
    await expect.poll(initials).toBe('CBA');
    expect(reads.at(-1)).toMatchObject({ orderColumn: 'dateTime', orderBy: 'desc', eventType: 'UPCOMING' });
    expect(searchOf(page).get('sort')).toBe('-dateTime');
    await heading('When').getByRole('button').click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    // A column that is not shown is chosen, and sorts too.
    await page.getByRole('button', { name: 'Columns and export of calls' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Booked' }).click();
    await page.keyboard.press('Escape');
    await heading('Booked').getByRole('button').click();
    await expect.poll(initials).toBe('ACB');
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('All').click();
    await page.getByText('4 calls').waitFor();
    await page.goto(`${addressOf(app)}/calls?ids=${ids[2]},${ids[0]}&sort=id`);
    await page.getByText('2 calls', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['Ann First', 'Cal Third']);
  });

  browserTest('a CSV file has all calls that fit, and no formula', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: '=1+1, "Bob"', inviteeEmail: 'bob@example.com', dateTime: at(5) });
    for (let count = 0; count < 101; count++)
      await app.call(owner, { inviteeName: `Ann ${count}`, dateTime: at(6 + count) });
    const { page } = await openAs(newPage, app, owner, '/calls');
    await page.getByText('102 calls').waitFor();
    await page.getByRole('button', { name: 'Columns and export of calls' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download as CSV' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    const [head, first, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toBe('\uFEFFWhen,Invitee,Email,Phone,Event,Host,Setter,Booked,Changed,Status');
    expect(first).toContain('"\'=1+1, ""Bob""",bob@example.com');
    expect(rows).toHaveLength(101);
    expect(file.suggestedFilename()).toMatch(/^calls-\d{4}-\d\d-\d\d\.csv$/);
  });

  browserTest('ids and emails are typed, and what is none stays to be fixed', async ({ newPage, expect }) => {
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
    const wrong = 'booked=2026-02-30..&changed=soon&ids=1,x&emails=a,b@c&sort=name&columns=-';
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
    await filters.getByText('Host is Zoe Zimmer').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Event' }).fill('zenith');
    await page.getByRole('option', { name: 'Zenith review' }).click();
    await page.waitForURL(new RegExp(`events=.*${eventId}`));
    // They show their names also where no list was searched for them.
    await page.goto(`${addressOf(app)}/calls?hosts=${zoe.userId},999999&events=${eventId}`);
    await filters.getByText('Host is Zoe Zimmer or Member 999999').waitFor();
    await filters.getByText('Event is Zenith review').waitFor();
    await page.getByText('1 call', { exact: true }).waitFor();
    await page.goto(`${addressOf(app)}/calls?setters=${zoe.userId}`);
    await page.getByText('No upcoming call fits these filters').waitFor();
  });

  browserTest('a closer has these filters too, for the own calls', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const [foreign] = await threeCalls(owner);
    const own = await app.call(closer, { inviteeName: 'Mia Mine', dateTime: at(9) });
    const { page } = await openAs(newPage, app, closer, `/calls?ids=${foreign},${own}`);
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['Mia Mine']);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Event' }).waitFor();
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
