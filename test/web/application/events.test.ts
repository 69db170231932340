import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { allHours, openAlways } from '../../support/bookable-events.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { customField, options } from '../../support/custom-fields.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, appForTests, loseAnswers, notice, openAs, openUnaware } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Events${unlessBrowser}`, () => {
  const app = appForTests();
  const rows = (page: Page) => page.getByRole('table', { name: 'Events' }).locator('tbody').getByRole('row');
  const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
  const storedEvent = async (id: number) => {
    const [event] = await app.sql<Record<string, unknown>>('SELECT * FROM "Event" WHERE "id" = $1', [id]);
    return event;
  };
  const eventsOf = (workspaceId: number) =>
    app.sql<{ id: number; name: string }>('SELECT * FROM "Event" WHERE "workspaceId" = $1 ORDER BY "id"', [
      workspaceId,
    ]);

  browserTest('filters stand in the address, and the list grows downwards', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    for (let count = 10; count <= 40; count++) await app.event(owner, { name: `Review ${count}` });
    const closed = await app.event(owner, { name: 'Zeta demo' });
    await app.sql(`UPDATE "Event" SET "status" = 'DEACTIVATED' WHERE "id" = $1`, [closed]);
    const { page, complaints, origins } = await openAs(newPage, app, owner, '/events');
    await page.getByText('32 events').waitFor();
    expect(await row(page, 'Zeta demo').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await row(page, 'Zeta demo').waitFor();
    expect(await rows(page).count()).toBe(32);
    await page.getByRole('searchbox', { name: 'Search events' }).fill('zeta d');
    await page.waitForURL(/search=zeta/);
    await page.getByText('1 event', { exact: true }).waitFor();
    await page.reload();
    await row(page, 'Zeta demo').waitFor();
    await page.goto(`${addressOf(app)}/events?status=DEACTIVATED`);
    await page.getByText('1 event', { exact: true }).waitFor();
    await row(page, 'Zeta demo').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Published');
    await page.getByText('31 events').waitFor();
    await page.goto(`${addressOf(app)}/events?search=nobody`);
    await page.getByText('No event fits these filters').waitFor();
    // What no list has is left out.
    await page.goto(`${addressOf(app)}/events?status=never`);
    await page.getByText('32 events').waitFor();
    expect([...origins]).toEqual([addressOf(app)]);
    expect(complaints).toEqual([]);
  });

  browserTest(
    'an owner makes an event: what was typed survives a reload and a lost answer, and it is made once',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      await app.schedule(owner, { hours: allHours, isDefault: true });
      const { page } = await openAs(newPage, app, owner, '/events');
      await page.getByText('No events yet').waitFor();
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'New event' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Fit call');
      await dialog.getByRole('textbox', { name: 'Length' }).fill('20');
      await page.reload();
      await page.getByRole('button', { name: 'New event' }).first().click();
      expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Fit call');
      expect(await dialog.getByRole('textbox', { name: 'Length' }).inputValue()).toBe('20 minutes');
      const restore = await loseAnswers(page);
      await dialog.getByRole('button', { name: 'Create event' }).click();
      await dialog.getByText('The server could not be reached').waitFor();
      await restore();
      await dialog.getByRole('button', { name: 'Create event' }).click();
      await page.getByRole('heading', { name: 'Fit call', level: 1 }).waitFor();
      const events = await eventsOf(owner.workspaceId);
      expect(events).toMatchObject([{ name: 'Fit call', duration: 20, status: 'DEACTIVATED', location: 'PHONE_CALL' }]);
      expect(new URL(page.url()).pathname).toBe(`/events/${events[0]?.id}`);
      await page.getByRole('link', { name: 'Events', exact: true }).first().click();
      await row(page, 'Fit call').filter({ hasText: '20 min' }).waitFor();
      await page.getByRole('button', { name: 'New event' }).click();
      expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
    },
  );

  browserTest(
    'a template brings its questions and its rule, and uses the fields that are there',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { workspaceId } = owner;
      const revenue = await customField(app, workspaceId, {
        ...{ name: 'Monthly Revenue', identifier: 'mrr', inputType: 'RADIO_BUTTON', hidden: true },
      });
      await options(app, { workspaceId, customFieldId: revenue }, ['Below $10k', 'More']);
      const fields = () =>
        app.sql<{ id: number; name: string }>('SELECT * FROM "CustomField" WHERE "workspaceId" = $1 ORDER BY "id"', [
          workspaceId,
        ]);
      const { page } = await openAs(newPage, app, owner, '/events?open=new');
      const dialog = page.getByRole('dialog', { name: 'New event' });
      await dialog.getByRole('radio', { name: 'Strategy call, 45 min' }).check();
      expect(await dialog.getByRole('textbox', { name: 'Length' }).inputValue()).toBe('45 minutes');
      await dialog.getByRole('radio', { name: 'Discovery call, 15 min' }).check();
      expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Discovery call');
      expect(await dialog.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('DISCOVERY_EVENT');
      await dialog.getByLabel('Location').selectOption('Zoom');
      await dialog.getByRole('button', { name: 'Create event' }).click();
      await dialog.getByText('Add a meeting link, because Ada Price has none').waitFor();
      expect(await fields()).toHaveLength(1);
      // The event is refused after its fields are there, and the next try repeats none.
      await dialog.getByLabel('Location').selectOption('Phone call');
      await dialog.getByRole('button', { name: 'Create event' }).click();
      await dialog.getByText(/has no default schedule/).waitFor();
      expect(await eventsOf(workspaceId)).toEqual([]);
      const made = await fields();
      expect(made.map(({ name }) => name)).toEqual(['Monthly Revenue', 'What would you like to achieve?']);
      await app.schedule(owner, { hours: allHours, isDefault: true });
      await dialog.getByRole('button', { name: 'Create event' }).click();
      await page.getByRole('heading', { name: 'Discovery call', level: 1 }).waitFor();
      expect(await fields()).toEqual(made);
      const [event] = await eventsOf(workspaceId);
      expect(event).toMatchObject({
        ...{ callType: 'DISCOVERY_EVENT', duration: 15, status: 'DEACTIVATED' },
        disqualificationRules: [{ kind: 'ANSWER', customFieldId: revenue, operator: 'EQUALS', values: ['Below $10k'] }],
        disqualifiedMessage: expect.stringContaining('Thank you'),
      });
      const asked = await app.sql(
        'SELECT "customFieldId", "required" FROM "EventSecondaryQuestion" WHERE "eventId" = $1 ORDER BY "displayIndex"',
        [event?.id],
      );
      expect(asked).toEqual([
        { customFieldId: made[1]?.id, required: true },
        { customFieldId: revenue, required: true },
      ]);
    },
  );

  browserTest('Enter in the list of hosts takes a host, and never submits the form', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hall' });
    await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Aaron', lastName: 'First' });
    for (const member of [owner, closer]) await app.schedule(member, { hours: allHours, isDefault: true });
    const { page } = await openAs(newPage, app, owner, '/events');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"Grace"')) await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'New event' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New event' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Demo call');
    const hosts = dialog.getByRole('combobox', { name: 'Hosts' });
    // Nobody has this name, so there is nothing to take.
    await hosts.fill('Nobody');
    await page.getByText('No member has this name').waitFor();
    await hosts.press('Enter');
    // While the server searches, the others are none to take, and an input method's Enter takes none at all.
    await hosts.fill('Grace');
    await page.getByText('Searching…').waitFor();
    await hosts.press('Enter');
    release();
    await page.getByRole('option', { name: /Grace/ }).waitFor();
    await hosts.evaluate((input) => {
      const init = { key: 'Enter', code: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true };
      input.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    await page.getByRole('option', { name: /Grace/ }).waitFor();
    expect(await dialog.getByText('Grace Hall', { exact: true }).count()).toBe(0);
    await hosts.press('Enter');
    // The list lies over the button.
    await hosts.press('Tab');
    await dialog.getByRole('button', { name: 'Create event' }).click();
    await page.waitForURL(/[/]events[/]\d+/);
    const stored = await app.sql<{ userId: number }>(
      'SELECT "userId" FROM "EventHost" WHERE "workspaceId" = $1 ORDER BY "userId"',
      [owner.workspaceId],
    );
    expect(stored.map(({ userId }) => userId)).toEqual([owner.userId, closer.userId]);
  });

  browserTest('what the server refuses of a new event is said at its field', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, '/events');
    await page.getByRole('button', { name: 'New event' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New event' });
    await dialog.getByRole('button', { name: 'Create event' }).click();
    await dialog.getByText('Enter a name').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Video call');
    await dialog.getByLabel('Location').selectOption('Zoom');
    await dialog.getByRole('button', { name: 'Create event' }).click();
    await dialog.getByText('Add a meeting link, because Ada Price has none').waitFor();
    await dialog.getByRole('textbox', { name: 'Meeting link' }).fill('https://zoom.example/1');
    await dialog.getByRole('button', { name: 'Create event' }).click();
    await dialog.getByText(/has no default schedule/).waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Video call');
    expect(await eventsOf(owner.workspaceId)).toEqual([]);
  });

  browserTest(
    'an event is unpublished and published again where it stands, and its page with it',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const id = await app.event(owner, { name: 'Open call' });
      await openAlways(app, owner, { eventId: id });
      const { linkPrefix } = (await storedEvent(id)) ?? {};
      const pageStatus = async () => (await fetch(`${addressOf(app)}/e/${linkPrefix}`)).status;
      const { page } = await openAs(newPage, app, owner, '/events?status=open');
      const control = row(page, 'Open call').getByRole('switch', { name: '“Open call” is published' });
      expect(await pageStatus()).toBe(200);
      await control.focus();
      await page.keyboard.press('Space');
      await row(page, 'Open call').getByText('Draft').waitFor();
      await expect.poll(async () => (await storedEvent(id))?.status).toBe('DEACTIVATED');
      expect(await pageStatus()).toBe(404);
      await page.getByRole('button', { name: 'Undo' }).click();
      await row(page, 'Open call').getByText('Published', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
      await expect.poll(async () => (await storedEvent(id))?.status).toBe('ACTIVATED');
      // Where the answer is lost, the switch stays as it was and the next try is the same one.
      const restore = await loseAnswers(page);
      await control.click();
      await notice(page, 'The server could not be reached').waitFor();
      expect(await control.isChecked()).toBe(true);
      await restore();
      await control.click();
      await row(page, 'Open call').getByText('Draft').waitFor();
      await expect.poll(async () => (await storedEvent(id))?.status).toBe('DEACTIVATED');
      await row(page, 'Open call').getByRole('button', { name: 'Actions for Open call' }).click();
      // The menu is gone when the answer is lost.
      const answerAgain = await loseAnswers(page);
      await page.getByRole('menuitem', { name: 'Publish', exact: true }).click();
      await expect.poll(() => notice(page, 'The server could not be reached').count()).toBe(2);
      await answerAgain();
      await row(page, 'Open call').getByRole('button', { name: 'Actions for Open call' }).click();
      await page.getByRole('menuitem', { name: 'Publish', exact: true }).click();
      await notice(page, '“Open call” is published').getByRole('button', { name: 'Undo' }).waitFor();
      await expect.poll(async () => (await storedEvent(id))?.status).toBe('ACTIVATED');
      await row(page, 'Open call').getByRole('button', { name: 'Actions for Open call' }).click();
      await page.getByRole('menuitem', { name: 'Unpublish' }).waitFor();
    },
  );

  browserTest('an event is shared by link, prefilled link, QR code and embed code', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await app.event(owner, { name: 'Shared call' });
    await openAlways(app, owner, { eventId: id });
    const { linkPrefix } = (await storedEvent(id)) ?? {};
    const { page, complaints } = await openAs(newPage, app, owner, '/events', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await row(page, 'Shared call').getByRole('button', { name: 'Copy the link of “Shared call”' }).click();
    await expect.poll(copied).toMatch(new RegExp(`^http.*/e/${linkPrefix}$`));
    await row(page, 'Shared call').getByRole('button', { name: 'Actions for Shared call' }).click();
    const link = page.getByRole('menuitem', { name: 'Open the booking page' });
    expect(await link.getAttribute('href')).toBe(`/e/${linkPrefix}`);
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Shared call”' });
    await dialog.getByRole('button', { name: 'Copy the link' }).waitFor();
    await dialog.getByRole('tab', { name: 'Prefilled' }).click();
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Ira & Jo');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ira+tag@example.com');
    await dialog.getByRole('textbox', { name: 'Source' }).fill('newsletter');
    await dialog.getByRole('button', { name: 'Copy the prefilled link' }).click();
    await expect.poll(copied).toContain('utm_source=newsletter');
    const visitor = await (await newPage()).page;
    await visitor.goto(`${String(await copied())}&dateTime=${fromNow(86_400_000).slice(0, 13)}:00:00Z`);
    expect(await visitor.getByLabel('Email').inputValue()).toBe('ira+tag@example.com');
    await dialog.getByRole('tab', { name: 'QR code' }).click();
    const picture = dialog.getByRole('img', { name: /QR code of/ });
    await expect
      .poll(() => picture.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    expect(await dialog.getByRole('link', { name: 'Download as SVG' }).getAttribute('href')).toBe(
      `/e/${linkPrefix}/qr.svg`,
    );
    await dialog.getByRole('tab', { name: 'Embed' }).click();
    await dialog.getByRole('combobox', { name: 'Where it appears' }).selectOption({ index: 2 });
    await dialog.getByRole('button', { name: 'Copy the code' }).click();
    await expect.poll(copied).toContain(`<div data-slotline="button" data-link="${linkPrefix}"`);
    expect(await copied()).toContain('/embed.js" defer></script>');
    expect(complaints).toEqual([]);
  });

  browserTest(
    'the sites that may embed are allowed beside the code, as they are pasted',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hall' });
      const id = await app.event(owner, { name: 'Shared call' });
      await openAlways(app, owner, { eventId: id });
      const origins = async () => {
        const [workspace] = await app.sql<{ embedOrigins: string[] }>(
          'SELECT "embedOrigins" FROM "Workspace" WHERE "id" = $1',
          [owner.workspaceId],
        );
        return workspace?.embedOrigins;
      };
      const share = async (page: Page) => {
        await row(page, 'Shared call').getByRole('button', { name: 'Actions for Shared call' }).click();
        await page.getByRole('menuitem', { name: 'Share…' }).click();
        await page.getByRole('dialog').getByRole('tab', { name: 'Embed' }).click();
        return page.getByRole('dialog');
      };
      const { page } = await openAs(newPage, app, owner, '/events');
      const dialog = await share(page);
      await dialog.getByText('No site may show your booking pages yet').waitFor();
      const site = dialog.getByRole('textbox', { name: 'Add a site' });
      const add = async (typed: string) => {
        await site.fill(typed);
        await site.press('Enter');
      };
      for (const [typed, problem] of [
        ['', 'Add the address of your site'],
        ['two words', 'Must be the address of a site'],
        ['http://www.example.com', 'Must begin with https://'],
        ['https://exa*mple.com', 'Must be the address of a site'],
      ] as const) {
        await add(typed);
        await dialog.getByText(problem).waitFor();
      }
      expect(await origins()).toEqual([]);
      await add('www.Example.com/page?x=1');
      await dialog.getByRole('listitem').getByText('https://www.example.com', { exact: true }).waitFor();
      await dialog.getByText('No site may show').waitFor({ state: 'detached' });
      expect(await origins()).toEqual(['https://www.example.com']);
      expect(await site.inputValue()).toBe('');
      await add('https://www.example.com');
      await dialog.getByText('This site is already allowed').waitFor();
      await add('http://localhost:3000/');
      await dialog.getByRole('listitem').getByText('http://localhost:3000', { exact: true }).waitFor();
      expect(await origins()).toEqual(['https://www.example.com', 'http://localhost:3000']);
      // Sites that a colleague added meanwhile stay, also after an undo.
      const stored = ['https://www.example.com', 'https://colleague.example'];
      await app.sql('UPDATE "Workspace" SET "embedOrigins" = $1 WHERE "id" = $2', [stored, owner.workspaceId]);
      await add('third.example');
      await notice(page, 'https://third.example may show').waitFor();
      expect(await origins()).toEqual([...stored, 'https://third.example']);
      await notice(page, 'https://third.example may show').getByRole('button', { name: 'Undo' }).click();
      await expect.poll(origins).toEqual(stored);
      // What only the server knows stands at the field as well: it takes 50 sites.
      const many = Array.from({ length: 50 }, (_, index) => `https://${index}.example.com`);
      await app.sql('UPDATE "Workspace" SET "embedOrigins" = $1 WHERE "id" = $2', [many, owner.workspaceId]);
      await page.reload();
      await share(page);
      await dialog.getByText('https://49.example.com').waitFor();
      await add('one-more.example.com');
      await dialog.locator('.mantine-InputWrapper-error').getByText('at most 50').waitFor();
      expect(await site.inputValue()).toBe('one-more.example.com');
      const other = await openAs(newPage, app, closer, '/events');
      const shown = await share(other.page);
      await shown.getByText('An owner or an admin of the workspace allows sites').waitFor();
      await shown.getByText('https://7.example.com', { exact: true }).waitFor();
      expect(await shown.getByRole('textbox').count()).toBe(0);
    },
  );

  browserTest(
    'a deletion whose answer was lost is seen as done, also where the dialog was closed',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const id = await app.event(owner, { name: 'Old call' });
      const { page } = await openUnaware(newPage, app, owner, '/events');
      const dialog = page.getByRole('dialog', { name: 'Delete “Old call”?' });
      const ask = async () => {
        await row(page, 'Old call').getByRole('button', { name: 'Actions for Old call' }).click();
        await page.getByRole('menuitem', { name: 'Delete…' }).click();
      };
      await ask();
      const restore = await loseAnswers(page);
      await dialog.getByRole('button', { name: 'Delete the event' }).click();
      await dialog.getByText('The server could not be reached').waitFor();
      await restore();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await ask();
      await dialog.getByRole('button', { name: 'Delete the event' }).click();
      await notice(page, '“Old call” is deleted').waitFor();
      expect((await storedEvent(id))?.deletedAt).not.toBeNull();
    },
  );

  browserTest('an event is deleted after a question, and its calls stay', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await app.event(owner, { name: 'Old call' });
    await app.call(owner, { eventId: id, dateTime: fromNow(86_400_000) });
    const { page } = await openAs(newPage, app, owner, '/events');
    await row(page, 'Old call').getByRole('button', { name: 'Actions for Old call' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the event' }).click();
    await notice(page, '“Old call” is deleted').waitFor();
    await page.getByText('No events yet').waitFor();
    expect((await storedEvent(id))?.deletedAt).not.toBeNull();
    const [calls] = await app.sql<{ count: string }>('SELECT count(*) FROM "EventCall" WHERE "eventId" = $1', [id]);
    expect(calls?.count).toBe('1');
  });

  browserTest.for(['CLOSER', 'SETTER'] as const)(
    'a %s sees and shares events, and changes none',
    async (role, { newPage, expect }) => {
      const owner = await app.workspace();
      const member = await app.member(owner.workspaceId, role, { firstName: 'Grace', lastName: 'Hall' });
      const id = await app.event(owner, { name: 'Team call' });
      await openAlways(app, owner, { eventId: id });
      const { page, complaints } = await openAs(newPage, app, member, '/events');
      await row(page, 'Team call').filter({ hasText: 'Ada Price' }).filter({ hasText: 'Published' }).waitFor();
      expect(await page.getByRole('button', { name: 'New event' }).count()).toBe(0);
      expect(await page.getByRole('switch').count()).toBe(0);
      await page.keyboard.press('n');
      await row(page, 'Team call').getByRole('button', { name: 'Actions for Team call' }).click();
      await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor({ state: 'detached' });
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Team call', level: 1 }).waitFor();
      await page.getByRole('term').filter({ hasText: 'Hosts' }).waitFor();
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
      expect(await page.getByRole('navigation', { name: 'Settings' }).count()).toBe(0);
      await page.frameLocator('.page-preview iframe').getByRole('heading', { name: 'Team call' }).waitFor();
      // The server shows them nothing that the page does not ask for.
      expect(complaints).toEqual([]);
    },
  );

  browserTest('has no serious finding of axe, in all looks', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, '/events', forAxe);
    await page.getByText('No events yet').waitFor();
    const found = await findingsInAllLooks(page, 'events-empty');
    const id = await app.event(owner, { name: 'Growth review' });
    await openAlways(app, owner, { eventId: id });
    await app.event(owner, { name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3) });
    await page.goto(`${addressOf(app)}/events`);
    await page.getByText('2 events').waitFor();
    found.push(...(await findingsInAllLooks(page, 'events')));
    await page.getByRole('button', { name: 'New event' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    found.push(...(await findingsInAllLooks(page, 'event-new')));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for Growth review' }).click();
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    for (const [tab, name] of [
      ['Link', 'event-share'],
      ['Prefilled', 'event-prefilled'],
      ['QR code', 'event-qr-code'],
      ['Embed', 'event-embed'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      found.push(...(await findingsInAllLooks(page, name)));
    }
    expect(found).toEqual([]);
  });
});
