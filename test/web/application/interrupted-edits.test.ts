import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { browserTest, hasBrowser, signIn, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, appForTests, notice, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`an edit that is interrupted${unlessBrowser}`, () => {
  const app = appForTests();

  interface Edit {
    /** Makes what is edited, and returns the path of its page. */
    readonly open: (owner: Member) => Promise<string>;
    /** Fills in what is needed, and returns the field with `value`. */
    readonly fill: (page: Page) => Promise<Locator>;
    readonly value: string;
    /** The name of the button that saves it. */
    readonly save: string;
    /** The rows of the workspace $1 that have the value $2, once it is saved. */
    readonly saved: string;
  }

  const dialog = (page: Page) => page.getByRole('dialog').first();
  const day = fromNow(20 * 24 * 60 * 60 * 1000).slice(0, 10);
  const edits: Readonly<Record<string, Edit>> = {
    'an outcome, on Today': {
      open: async (owner) => {
        const dateTime = fromNow(-90 * 60 * 1000);
        await app.call(owner, { inviteeName: 'Pat Past', dateTime });
        return '/';
      },
      fill: async (page) => {
        await page.getByRole('button', { name: 'No sale…' }).click();
        await dialog(page).getByLabel('Why was nothing sold?').selectOption('Not interested');
        return dialog(page).getByLabel('Internal notes');
      },
      value: 'Call again in May',
      save: 'Set the outcome',
      saved: 'SELECT FROM "EventCall" WHERE "workspaceId" = $1 AND "notes" = $2',
    },
    'why a call is cancelled': {
      open: async (owner) => {
        const dateTime = fromNow(90 * 60 * 1000);
        const id = await app.call(owner, { dateTime });
        const [call] = await app.sql<{ previewId: string }>('SELECT "previewId" FROM "EventCall" WHERE "id" = $1', [
          id,
        ]);
        return `/calls/${call?.previewId}`;
      },
      fill: async (page) => {
        await page.getByRole('button', { name: 'Cancel the call…' }).click();
        return dialog(page).getByRole('textbox');
      },
      value: 'The host is ill',
      save: 'Cancel the call',
      saved: 'SELECT FROM "EventCall" WHERE "workspaceId" = $1 AND "cancelReason" = $2',
    },
    'a contact': {
      open: async ({ workspaceId }) => {
        const previewId = `contact_${workspaceId}`;
        await app.insert('Contact', { workspaceId, previewId, firstName: 'Ada', email: 'ada@example.com' });
        return `/contacts/${previewId}`;
      },
      fill: async (page) => {
        await page.getByRole('button', { name: 'Edit…' }).click();
        return dialog(page).getByLabel('Tag');
      },
      value: 'vip',
      save: 'Save',
      saved: 'SELECT FROM "Contact" WHERE "workspaceId" = $1 AND "tag" = $2',
    },
    'a new contact': {
      open: async () => '/contacts',
      fill: async (page) => {
        await page.getByRole('button', { name: 'Add contact' }).first().click();
        await dialog(page).getByLabel('Email', { exact: true }).fill('nia@example.com');
        return dialog(page).getByLabel('First name');
      },
      value: 'Nia',
      save: 'Add contact',
      saved: 'SELECT FROM "Contact" WHERE "workspaceId" = $1 AND "firstName" = $2',
    },
    'an event': {
      open: async (owner) => `/events/${await app.event(owner)}`,
      fill: async (page) => page.getByRole('textbox', { name: 'Description' }),
      value: 'What we talk about',
      save: 'Save',
      saved: 'SELECT FROM "Event" WHERE "workspaceId" = $1 AND "description" = $2',
    },
    'a schedule': {
      open: async (owner) => `/schedules/${await app.schedule(owner, { name: 'Office' })}`,
      fill: async (page) => page.getByRole('textbox', { name: 'Name', exact: true }),
      value: 'Office and late',
      save: 'Save',
      saved: 'SELECT FROM "Schedule" WHERE "workspaceId" = $1 AND "name" = $2',
    },
    'time off': {
      open: async () => '/schedules',
      fill: async (page) => {
        await page.getByRole('button', { name: 'Block time' }).click();
        return dialog(page).getByLabel('First day');
      },
      value: day,
      save: 'Block time',
      saved: 'SELECT FROM "TimeOff" WHERE "workspaceId" = $1 AND "startTime"::date - $2::date BETWEEN -1 AND 1',
    },
  };

  /** Each returns once the edit can go on. */
  const interruptions: Readonly<
    Record<string, (page: Page, save: Locator, owner: Member, isSaved: () => Promise<boolean>) => Promise<void>>
  > = {
    'the network, which fails': async (page, save) => {
      await page.route('**/graphql', (route) => route.abort('connectionreset'));
      await save.click();
      await page.getByText('The server could not be reached').first().waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    },
    'the end of the session': async (page, save, owner) => {
      await app.sql('DELETE FROM "Session" WHERE "userId" = $1', [owner.userId]);
      // A poll of the page may have noticed it, and the dialog covers the button then.
      await save.dispatchEvent('click');
      const ended = page.getByRole('dialog', { name: 'Your session has ended' });
      await ended.waitFor();
      const tab = await page.context().newPage();
      await signIn(tab, addressOf(app), await app.session(owner, { expiresAt: '2100-01-01T00:00:00.000Z' }));
      await tab.goto(`${addressOf(app)}/settings/account`);
      await notice(page, 'You can go on here').waitFor();
      await ended.waitFor({ state: 'detached' });
    },
    'a switch to another workspace': async (page, save, owner, isSaved) => {
      const other = await app.workspace();
      await app.sql(`UPDATE "Workspace" SET "name" = 'Other company' WHERE "id" = $1`, [other.workspaceId]);
      await app.insert('Membership', { workspaceId: other.workspaceId, userId: owner.userId, role: 'CLOSER' });
      const tab = await page.context().newPage();
      await tab.goto(`${addressOf(app)}/settings/account`);
      await tab.getByRole('button', { name: /^Account and workspace/ }).click();
      await tab.getByRole('menuitem', { name: 'Other company' }).click();
      const changed = page.getByRole('dialog', { name: 'You switched to another workspace' });
      await changed.waitFor();
      // Who goes on below the dialog nevertheless is refused by the server.
      const refused = page.waitForResponse((response) => response.url().endsWith('/graphql'));
      await save.evaluate((button) => (button as unknown as { click(): void }).click());
      await refused;
      if (await isSaved()) throw new Error('It was saved, though the session is in another workspace');
      // The other tab says which workspace it shows once it has loaded.
      await tab.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
      await tab.locator('#initial-state').waitFor({ state: 'detached' });
      await changed.getByRole('button', { name: 'Switch back' }).click();
      await changed.waitFor({ state: 'detached' });
    },
  };

  const cases = Object.keys(edits).flatMap((edit) =>
    Object.keys(interruptions).map((interruption) => [edit, interruption] as const),
  );

  browserTest.for(cases)('%s: what was typed outlasts %s', async ([name, interruption], { newPage, expect }) => {
    const edit = edits[name] as Edit;
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, await edit.open(owner));
    const rows = () => app.sql(edit.saved, [owner.workspaceId, edit.value]);
    const field = await edit.fill(page);
    await field.fill(edit.value);
    const save = page.getByRole('button', { name: edit.save, exact: true }).last();
    await interruptions[interruption]?.(page, save, owner, async () => (await rows()).length > 0);
    expect(await field.inputValue()).toBe(edit.value);
    expect(await rows()).toEqual([]);
    await save.click();
    await expect.poll(rows).toHaveLength(1);
  });

  browserTest('what somebody deletes meanwhile is not shown any more', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await app.schedule(owner, { name: 'Office' });
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.waitFor();
    await app.sql('DELETE FROM "Schedule" WHERE "workspaceId" = $1 AND "id" = $2', [owner.workspaceId, id]);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByText('This no longer exists').first().waitFor();
    expect(await name.count()).toBe(0);
  });
});
