import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { fromNow } from '../../support/present.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`the shell of the application${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('any page is reached by keyboard alone, by its name', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/settings/account');
    const field = page.getByRole('textbox', { name: 'Search' });
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    for (const keys of ['Control+k', '/']) {
      await page.keyboard.press(keys);
      // What is typed before the field has the focus is for it, too.
      await page.keyboard.type('team');
      await expect.poll(() => field.inputValue()).toBe('team');
      await page.getByRole('button', { name: /^Team/ }).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/settings[/]team/);
      await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
      await field.waitFor({ state: 'detached' });
      await page.goBack();
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('no such page');
    await page.getByText('Nothing found').waitFor();
    expect(await page.title()).toBe('Account – Slotline');
  });

  browserTest('a call is found by a part of the name or of the email address', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const invitee = { inviteeName: 'Zoë Quill', inviteeEmail: 'zq@elsewhere.example' };
    await app.call(owner, { ...invitee, dateTime: fromNow(86_400_000) });
    const { page } = await openAs(newPage, app, owner, '/settings/account');
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    for (const typed of ['quill', 'zq@else']) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(typed);
      await page.getByText('Zoë Quill').waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/calls[/]call_/);
      await page.getByRole('complementary', { name: 'The call' }).getByRole('heading', { name: 'Zoë Quill' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    }
    expect(await page.getByText('Zoë Quill').count()).toBe(0);
  });

  browserTest('no key that is typed after Ctrl+K reaches the page', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Pat Past', dateTime: fromNow(-90 * 60_000) });
    const { page } = await openAs(newPage, app, owner, '/');
    await page.getByRole('heading', { name: '1 call without an outcome' }).waitFor();
    // The keys of the page are 1 for "Won" and e for its dialog: nothing waits between them and the palette.
    await page.evaluate(`
      const press = (key, init = {}) => document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: 'Key' + key.toUpperCase(), bubbles: true, cancelable: true, ...init }));
      press('k', { ctrlKey: true });
      for (const key of ['e', '1']) press(key);
    `);
    await expect.poll(() => page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe('e1');
    expect(await page.getByRole('dialog', { name: /Outcome of/ }).count()).toBe(0);
    const [call] = await app.sql<object>('SELECT "outcome" FROM "EventCall" WHERE "workspaceId" = $1', [
      owner.workspaceId,
    ]);
    expect(call).toEqual({ outcome: null });
  });

  browserTest('no key acts on what is behind a dialog', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/contacts');
    await page.getByRole('heading', { name: 'Contacts' }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('Show these keys').waitFor();
    for (const key of ['/', 'Control+k', '?', 'n']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('/');
    await page.getByRole('textbox', { name: 'Search' }).waitFor();
  });

  browserTest('the palette books for a name, and sets an outcome', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.event(owner, { name: 'Demo call' });
    await app.insert('Contact', {
      workspaceId: owner.workspaceId,
      previewId: 'contact_kim',
      firstName: 'Kim',
      email: 'kim@example.com',
    });
    await app.call(owner, { inviteeName: 'Kim Past', dateTime: fromNow(-90 * 60_000) });
    const { page } = await openAs(newPage, app, owner, '/settings/account');
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const actions = page.locator('[data-action]');
    for (const action of ['Book a call for…', 'Set an outcome…', 'Add contact', 'Block time', 'New event'])
      await actions.filter({ hasText: action }).waitFor();
    await page.keyboard.type('book kim');
    await page.getByText('Book a call for Kim').click();
    await page.getByRole('dialog', { name: 'Book a call for Kim' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Book a call for Kim' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('won kim');
    await page.getByText('Kim Past: set to Won').click();
    const dialog = page.getByRole('dialog', { name: 'Outcome of the call with Kim Past' });
    expect(await dialog.getByRole('radio', { name: 'Won' }).isChecked()).toBe(true);
  });

  browserTest('on a phone the search is in the bar', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/settings/account', {
      viewport: { width: 390, height: 800 },
    });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('textbox', { name: 'Search' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  browserTest('Enter takes what was found before a page with the same letters', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const contact = { previewId: 'contact_eve', firstName: 'Eve', email: 'eve@example.com' };
    await app.insert('Contact', { workspaceId: owner.workspaceId, ...contact });
    const { page } = await openAs(newPage, app, owner, '/settings/account');
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    // "New event" has them too, and is there before the server has answered.
    await page.keyboard.type('eve');
    await page.locator('[data-action][data-selected]', { hasText: /^Eve/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/contacts/contact_eve');
  });

  browserTest('an event is found by a part of its name', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await app.event(owner, { name: 'Quarterly review' });
    const { page } = await openAs(newPage, app, await app.member(owner.workspaceId, 'SETTER'), '/settings/account');
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rterly rev');
    await page.getByText('Quarterly review').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Quarterly review', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/events/${id}`);
  });

  browserTest(
    'a long workspace name is whole where the bar has room, and cut where not',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const name = 'Northwind Advisory Group International';
      await app.sql('UPDATE "Workspace" SET "name" = $2 WHERE "id" = $1', [owner.workspaceId, name]);
      const { page } = await openAs(newPage, app, owner, '/settings/account');
      const text = page.locator('.account-button .ellipsis');
      for (const [width, isWhole] of [
        [1360, true],
        [390, false],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => text.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(isWhole);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    },
  );

  browserTest('a request that is never answered is given up after a while', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/settings/account');
    await page.getByLabel('First name').fill('Grace');
    // In this browser half a minute is half a second.
    await page.evaluate(
      'AbortSignal.timeout = ((timeout) => (ms) => timeout(ms / 60))(AbortSignal.timeout.bind(AbortSignal))',
    );
    await page.route('**/graphql', () => undefined);
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('The server could not be reached').waitFor();
    await page.unroute('**/graphql');
    await save.click();
    await notice(page, 'Saved').waitFor();
    expect(await page.getByText('The server could not be reached').count()).toBe(0);
  });

  browserTest('an address without a page keeps the navigation', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/settings/nope');
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
    await page.getByRole('button', { name: /Account and workspace/ }).waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
  });

  browserTest('the first stop of the keyboard skips to the content', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/settings/account');
    await page.getByLabel('First name').waitFor();
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        'document.activeElement.getBoundingClientRect().left >= 0 && document.activeElement.textContent',
      ),
    ).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.closest('#content') !== null")).toBe(true);
  });

  browserTest(
    'the account menu opens, moves and closes by keyboard, and the focus comes back',
    async ({ newPage, expect }) => {
      const { page } = await openAs(newPage, app, await app.workspace(), '/settings/account');
      const button = page.getByRole('button', { name: /Account and workspace/ });
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      // Escape closes the menu from within; before it has the focus, the key goes to the button.
      await page.locator('[role="menu"]:focus-within').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'detached' });
      expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(
        'Account and workspace: Acme',
      );
    },
  );
});
