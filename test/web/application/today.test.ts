import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { browserTest, forAxe, hasBrowser, type NewPage, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow, morningZone } from '../../support/present.ts';
import { addressOf, appForTests, loseAnswers, openAs } from '../../support/web-app.ts';
import { webhook } from '../../support/webhooks.ts';

const minuteMs = 60_000;
const grace = { firstName: 'Grace', lastName: 'Hall' };

describe.skipIf(!hasBrowser)(`Today${unlessBrowser}`, () => {
  const app = appForTests();
  const at = (minutes: number) => fromNow(minutes * minuteMs);

  /** Opens a page for a member whose day has begun, and whose calls of the next hours are of this day. */
  async function open(newPage: NewPage, member: Member, path: string, options?: BrowserContextOptions) {
    await app.sql('UPDATE "User" SET "timeZone" = $2 WHERE "id" = $1', [member.userId, morningZone()]);
    return openAs(newPage, app, member, path, options);
  }

  /** A call so many minutes from now, and one that ended without an outcome. */
  async function dayOf(host: Member) {
    const discovery = { callType: 'DISCOVERY_EVENT' } as const;
    await app.call(host, { inviteeName: 'Nora Next', dateTime: at(30), locationLink: 'https://zoom.example/j/1' });
    await app.call(host, { inviteeName: 'Pat Past', dateTime: at(-90) });
    await app.call(host, { inviteeName: 'Dee Discovery', dateTime: at(-60 * 26), ...discovery });
  }

  const outcomeOf = async (name: string) => {
    const [call] = await app.sql<object>(
      'SELECT "outcome", "noSaleReason", "notes" FROM "EventCall" WHERE "inviteeName" = $1 ORDER BY "id" DESC LIMIT 1',
      [name],
    );
    return call;
  };
  const rowOf = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Calls without an outcome' }).getByRole('listitem').filter({ hasText: name });

  browserTest('an owner sees the calls of the team, or the own ones', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    await app.call(owner, { inviteeName: 'Olga Own', dateTime: at(60) });
    await app.call(closer, { inviteeName: 'Tom Team', dateTime: at(120) });
    await app.call(closer, { inviteeName: 'Ted Over', dateTime: at(-90) });
    const { page, complaints, origins } = await open(newPage, owner, '/');
    await page.getByText('Tom Team').first().waitFor();
    await page
      .getByText(/Grace Hall/)
      .first()
      .waitFor();
    await page.getByRole('radiogroup', { name: 'Whose calls' }).getByText('Mine').click();
    await page.waitForURL(/who=me/);
    await page.getByText('Tom Team').first().waitFor({ state: 'detached' });
    await page.getByText('Olga Own').first().waitFor();
    await page.reload();
    await page.getByText('Olga Own').first().waitFor();
    expect(await page.getByText('Tom Team').count()).toBe(0);
    // What was answered for others stays with theirs.
    const whose = page.getByRole('radiogroup', { name: 'Whose calls' });
    await whose.getByText('Team').click();
    await rowOf(page, 'Ted Over').getByRole('button', { name: 'Won…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the outcome' }).click();
    await rowOf(page, 'Ted Over').getByRole('button', { name: 'Undo' }).waitFor();
    await whose.getByText('Mine').click();
    await page.getByText('Tom Team').first().waitFor({ state: 'detached' });
    expect(await rowOf(page, 'Ted Over').count()).toBe(0);
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([addressOf(app)]);
  });

  browserTest.for(['CLOSER', 'SETTER'] as const)('a %s sees the own calls alone', async (role, { newPage, expect }) => {
    const owner = await app.workspace();
    const member = await app.member(owner.workspaceId, role, grace);
    await app.call(owner, { inviteeName: 'Olga Owner', dateTime: at(60) });
    const own = role === 'SETTER' ? { setterId: member.userId } : {};
    await app.call(role === 'SETTER' ? owner : member, { inviteeName: 'Mia Mine', dateTime: at(90), ...own });
    await app.call(role === 'SETTER' ? owner : member, { inviteeName: 'Will Waiting', dateTime: at(-90), ...own });
    const { page } = await open(newPage, member, '/');
    await page.getByText('Mia Mine').first().waitFor();
    expect(await page.getByText('Olga Owner').count()).toBe(0);
    expect(await page.getByRole('radiogroup', { name: 'Whose calls' }).count()).toBe(0);
    await rowOf(page, 'Will Waiting').getByRole('button', { name: 'Won…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the outcome' }).click();
    await rowOf(page, 'Will Waiting').getByRole('button', { name: 'Undo' }).waitFor();
    expect(await outcomeOf('Will Waiting')).toMatchObject({ outcome: 'WON' });
  });

  browserTest('a new workspace has steps that tick themselves and are hidden for good', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    const { page, complaints } = await open(newPage, owner, '/');
    const panel = page.getByRole('region', { name: 'Get ready for your first call' });
    await panel.getByText('1 of 6 done').waitFor();
    const step = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
    await step('Invite a colleague').getByRole('img', { name: 'Done' }).waitFor();
    expect(await step('Create and publish an event').getByRole('link').getAttribute('href')).toBe('/events');
    expect(await step('Add your logo').getByRole('link').getAttribute('href')).toBe('/settings/workspace');
    expect(await step('Connect your calendar').getByRole('link').getAttribute('href')).toBe('/settings/calendars');
    expect(await step('Book a test call').getByRole('link').getAttribute('href')).toBe('/events?status=ACTIVATED');
    await bookableEvent(app, owner);
    await page.reload();
    await panel.getByText('3 of 6 done').waitFor();
    const isSteps = (request: Request) => request.postData()?.includes('"SetupSteps"') === true;
    const readAgain = page.waitForResponse((response) => isSteps(response.request()));
    await panel.getByRole('button', { name: 'Hide for good' }).click();
    await panel.waitFor({ state: 'detached' });
    await (await readAgain).finished();
    // On the next visit it is gone before the steps are read again.
    await page.getByRole('link', { name: 'Calls' }).first().click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.route('**/graphql', async (route) => {
      if (!isSteps(route.request())) await route.continue();
    });
    await page.getByRole('link', { name: 'Today' }).first().click();
    await page.getByRole('heading', { name: 'Today', level: 2 }).waitFor();
    expect(await panel.count()).toBe(0);
    await page.unrouteAll();
    await page.reload();
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    expect(await panel.count()).toBe(0);
    const other = await open(newPage, closer, '/');
    await other.page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    expect(await other.page.getByText('Get ready').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  browserTest('the next call has its place, and a link to join it', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await dayOf(owner);
    const phone = { location: 'PHONE_CALL', phoneNumber: '+4930123456' } as const;
    await app.call(owner, { inviteeName: 'Fay Phone', dateTime: at(70), ...phone });
    const { page } = await open(newPage, owner, '/');
    const next = page.getByRole('region', { name: 'Next call' });
    const join = next.getByRole('link', { name: 'Join: Nora Next' });
    expect(await join.getAttribute('href')).toBe('https://zoom.example/j/1');
    expect(await join.getAttribute('rel')).toBe('noreferrer');
    await next.getByText(/^in (29|30) min$/).waitFor();
    expect(await page.getByRole('link', { name: 'Call: Fay Phone' }).getAttribute('href')).toBe('tel:+4930123456');
    // The letter is on the button.
    await next.getByRole('link', { name: 'Open' }).locator('[data-key="O"]').waitFor();
    await page.keyboard.press('o');
    await page.getByRole('complementary', { name: 'The call' }).getByRole('heading', { name: 'Nora Next' }).waitFor();
  });

  browserTest(
    'the next call shows answers, the last note and the clock of the invitee',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { workspaceId } = owner;
      const contact = await app.insert('Contact', { workspaceId, previewId: 'contact_nora_next', firstName: 'Nora' });
      const invitee = { inviteeName: 'Nora Next', timeZone: 'Asia/Tokyo', contactId: contact.id };
      const callId = await app.call(owner, { ...invitee, dateTime: at(30) });
      await app.answers(workspaceId, callId, {
        questions: [{ statement: 'Team size?', type: 'LAST_NAME', answer: '12' }],
      });
      const past = { dateTime: at(-60 * 24), outcome: 'NO_SALE', notes: 'Wants a pilot' } as const;
      await app.call(owner, { ...invitee, ...past });
      const { page } = await open(newPage, owner, '/');
      const next = page.getByRole('region', { name: 'Next call' });
      await next.getByText('Team size?').waitFor();
      await next.getByText('12', { exact: true }).waitFor();
      await next.getByText('Wants a pilot').waitFor();
      await next.getByText(/ in Tokyo$/).waitFor();
      await page.keyboard.press('m');
      await page.getByRole('dialog', { name: 'Move the call with Nora Next' }).waitFor();
      await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBe(null);
    },
  );

  browserTest('a call has its outcome with two keys, and loses it with one', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await dayOf(owner);
    const { page } = await open(newPage, owner, '/');
    await page.getByRole('heading', { name: '2 calls without an outcome' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('1');
    await rowOf(page, 'Dee Discovery').getByText('Qualified').and(page.locator(':not(button)')).first().waitFor();
    await page.getByRole('heading', { name: '1 call without an outcome' }).waitFor();
    expect(await outcomeOf('Dee Discovery')).toMatchObject({ outcome: 'QUALIFIED' });
    await rowOf(page, 'Dee Discovery').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: '2 calls without an outcome' }).waitFor();
    expect(await outcomeOf('Dee Discovery')).toMatchObject({ outcome: null });
    await page.keyboard.press('2');
    await page.getByRole('heading', { name: '1 call without an outcome' }).waitFor();
    // Wherever the mark is.
    await page.keyboard.press('j');
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: '2 calls without an outcome' }).waitFor();
    expect(await outcomeOf('Dee Discovery')).toMatchObject({ outcome: null });
  });

  browserTest('it has the calls of seven days, and what changed since yesterday', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const day = 24 * 60;
    const changed = (days: number) => ({ createdAt: at(-30 * day), updatedAt: at(-days * day) });
    await app.call(owner, { inviteeName: 'Sixth Day', dateTime: at(6 * day), ...changed(2) });
    await app.call(owner, { inviteeName: 'Seventh Day', dateTime: at(7 * day), ...changed(1) });
    const { page } = await open(newPage, owner, '/');
    const panel = (name: string) => page.getByRole('region', { name, exact: true }).locator('.name-link');
    await page.getByRole('link', { name: '1 more call in the next seven days' }).waitFor();
    expect(await panel('Since yesterday').allTextContents()).toEqual(['Seventh Day']);
  });

  browserTest('an outcome without a sale asks why, and nothing typed is lost', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await dayOf(owner);
    const { page } = await open(newPage, owner, '/');
    await rowOf(page, 'Pat Past').getByRole('button', { name: 'No sale…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Outcome of the call with Pat Past' });
    await dialog.getByLabel('Internal notes').fill('Asked for a plan in two parts');
    await dialog.getByRole('button', { name: 'Set the outcome' }).click();
    await dialog.getByText('Choose why').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await rowOf(page, 'Pat Past').getByRole('button', { name: 'No sale…' }).click();
    expect(await dialog.getByLabel('Internal notes').inputValue()).toBe('Asked for a plan in two parts');
    await dialog.getByLabel('Why was nothing sold?').selectOption('Not interested');
    const restore = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Set the outcome' }).click();
    await dialog.getByText('The server could not be reached').waitFor();
    await restore();
    await dialog.getByRole('button', { name: 'Set the outcome' }).click();
    await rowOf(page, 'Pat Past').getByRole('button', { name: 'Undo' }).waitFor();
    expect(await outcomeOf('Pat Past')).toEqual({
      ...{ outcome: 'NO_SALE', noSaleReason: 'NOT_INTERESTED', notes: 'Asked for a plan in two parts' },
    });
    const events = await app.sql(
      `SELECT FROM "WebhookEvent" WHERE "workspaceId" = $1 AND "kind" = 'call.outcome_added'`,
      [owner.workspaceId],
    );
    expect(events).toHaveLength(1);
    expect(await page.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))')).toEqual([]);
  });

  browserTest(
    'who signs out leaves nothing typed behind, and keys do nothing behind a dialog',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      await dayOf(owner);
      const { page } = await open(newPage, owner, '/');
      await rowOf(page, 'Pat Past').getByRole('button', { name: 'No sale…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Outcome of the call with Pat Past' });
      await dialog.getByLabel('Internal notes').fill('A secret');
      await dialog.getByRole('button', { name: 'Cancel' }).focus();
      await page.keyboard.press('1');
      // It chose in the dialog, not on the page behind it.
      await expect
        .poll(() => dialog.getByRole('combobox', { name: 'Product' }).evaluate((field) => field.matches(':focus')))
        .toBe(true);
      // The list of products closes first.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await outcomeOf('Pat Past')).toMatchObject({ outcome: null });
      const drafts = () =>
        page.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("draft:")).length');
      expect(await drafts()).toBe(1);
      await page.getByRole('button', { name: /Account and workspace/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      expect(await drafts()).toBe(0);
    },
  );

  browserTest('? names the keys of the page', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await dayOf(owner);
    const { page } = await open(newPage, owner, '/');
    await rowOf(page, 'Pat Past').waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.getByText('Next call without an outcome').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  });

  browserTest(
    'owners see that webhooks are paused, and an empty day says what to expect',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      await webhook(app, owner, { status: 'PAUSED', pauseReason: 'GONE', pausedAt: fromNow() });
      const { page } = await open(newPage, owner, '/');
      await page.getByText('1 webhook is paused').waitFor();
      await page.getByText('No calls in the next seven days').waitFor();
      await page.getByRole('link', { name: 'Look at the webhooks' }).click();
      await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/settings/developer/webhooks');
    },
  );

  browserTest(
    'has no serious finding of axe, in all looks, full, empty and with long names',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { page } = await open(newPage, owner, '/', forAxe);
      await page.getByText('No changes').waitFor();
      const found = await findingsInAllLooks(page, 'today-empty');
      await dayOf(owner);
      await app.call(owner, { inviteeName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(), dateTime: at(70) });
      await app.call(owner, { inviteeName: 'مريم عبد الرحمن', dateTime: at(110) });
      await page.reload();
      await rowOf(page, 'Pat Past').waitFor();
      found.push(...(await findingsInAllLooks(page, 'today')));
      await page.getByRole('button', { name: 'No sale…' }).click();
      await page.getByRole('dialog').getByLabel('Objection', { exact: true }).waitFor();
      found.push(...(await findingsInAllLooks(page, 'today-outcome')));
      expect(found).toEqual([]);
    },
  );
});
