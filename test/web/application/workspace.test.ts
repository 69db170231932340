import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { nextSerial } from '../../support/serial.ts';
import { contactStages } from '../../support/stages.ts';
import { addressOf, appForTests, notice, openAs } from '../../support/web-app.ts';

const path = '/settings/workspace';
const svg = (width: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 20"><rect width="20" height="20"/></svg>`);

describe.skipIf(!hasBrowser)(`Settings → Workspace${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest(
    'an owner sets name and team page, and what is taken is said at its field',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const other = await app.workspace();
      const link = `team-${nextSerial()}`;
      const values = [link, other.workspaceId];
      await app.sql('INSERT INTO "BookingLink" ("linkPrefix", "leadsTo") VALUES ($1, $2)', values);
      const { page } = await openAs(newPage, app, owner, path);
      const general = page.getByRole('region', { name: 'General' });
      await general.getByLabel('Name').fill('Lumen & Co');
      await general.getByLabel('Team page').fill(link);
      await general.getByRole('button', { name: 'Save' }).click();
      await general.getByText('Is taken: choose another link').waitFor();
      await general.getByLabel('Team page').fill(`${link}-2`);
      await general.getByRole('button', { name: 'Save' }).click();
      await notice(page, 'Saved').waitFor();
      const rows = await app.sql('SELECT "name", "link" FROM "Workspace" WHERE "id" = $1', [owner.workspaceId]);
      expect(rows).toEqual([{ name: 'Lumen & Co', link: `${link}-2` }]);
    },
  );

  browserTest('the page beside the settings follows a saved color and logo', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await bookableEvent(app, owner, { linkPrefix: `user-${owner.userId}/look-${nextSerial()}` });
    const { page, complaints } = await openAs(newPage, app, owner, path);
    const frame = page.frameLocator('.page-preview iframe');
    const brand = page.getByRole('region', { name: 'Brand' });
    const fill = () => frame.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--fill'));
    expect(await fill()).toBe('#3538cd');
    await brand.getByLabel('Accent color', { exact: true }).fill('#7a7a7a');
    await brand.getByText('Text would be hard to read on #7a7a7a').waitFor();
    await brand
      .locator('input[type="file"]')
      .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg(80) });
    await brand.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved').waitFor();
    await frame.locator('img.logo').waitFor();
    expect(await fill()).toMatch(/^#7[0-9a-f]7[0-9a-f]7[0-9a-f]$/);
    await brand.getByRole('button', { name: 'Remove' }).click();
    await brand.getByRole('button', { name: 'Save' }).click();
    await frame.locator('img.logo').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  browserTest('a logo that is too wide is refused at its field, and nothing is lost', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), path);
    const brand = page.getByRole('region', { name: 'Brand' });
    await brand.getByLabel('Accent color', { exact: true }).fill('not a color');
    await brand.getByRole('button', { name: 'Save' }).click();
    await brand.getByText('Must be a color such as #3538cd').waitFor();
    await brand.getByLabel('Accent color', { exact: true }).fill('#0e7490');
    await brand
      .locator('input[type="file"]')
      .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg(900) });
    await brand.getByRole('button', { name: 'Save' }).click();
    await brand.getByText('must not be more than 8 times as wide as high').first().waitFor();
    expect(await brand.getByLabel('Accent color', { exact: true }).inputValue()).toBe('#0e7490');
  });

  browserTest(
    'own words of an email are tried while they are typed, and a wrong variable is named',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      await bookableEvent(app, owner, {
        linkPrefix: `user-${owner.userId}/words-${nextSerial()}`,
      });
      const { page } = await openAs(newPage, app, owner, path);
      const emails = page.getByRole('region', { name: 'Emails to invitees' });
      const mail = emails.frameLocator('iframe');
      await emails.getByLabel('Email', { exact: true }).selectOption('As a reminder');
      await emails.getByRole('textbox', { name: 'Text' }).fill('We talk about {{event}}.');
      await mail.getByText('We talk about Growth review.').waitFor();
      await emails.getByLabel('Language').selectOption('German');
      await emails.getByLabel('Subject').fill('{{evnt}}');
      await emails.getByRole('button', { name: 'Save' }).click();
      await emails.locator('.mantine-InputWrapper-error').getByText('There is no variable {{evnt}}').waitFor();
      await emails.getByLabel('Subject').fill('Bis gleich: {{event}}');
      await emails.getByText('Subject: Bis gleich: Growth review').waitFor();
      await emails.getByRole('button', { name: 'Save' }).click();
      await notice(page, 'Saved').waitFor();
      const rows = await app.sql('SELECT "mailTexts" FROM "Workspace" WHERE "id" = $1', [owner.workspaceId]);
      expect(rows).toEqual([
        {
          mailTexts: [
            { kind: 'REMINDER', language: 'en', subject: null, text: 'We talk about {{event}}.' },
            { kind: 'REMINDER', language: 'de', subject: 'Bis gleich: {{event}}', text: null },
          ],
        },
      ]);
    },
  );

  browserTest(
    'rules move contacts to the stages that are chosen, and the default is named',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { ids } = await contactStages(app, owner.workspaceId, ['Lead', 'Customer', 'Lost']);
      const { page, complaints } = await openAs(newPage, app, owner, path);
      const rules = page.getByRole('region', { name: 'Rules' });
      const select = (name: string) => rules.getByRole('combobox', { name });
      expect(await select('Books for the first time').inputValue()).toBe('Default: Lead');
      expect(await select('Is won').inputValue()).toBe('Default: Customer');
      expect(await select('Does not show up').inputValue()).toBe('Default: do not change');
      await select('Does not show up').click();
      await page.getByRole('option', { name: 'Lost' }).click();
      await select('Is won').click();
      await page.getByRole('option', { name: 'Do not change' }).click();
      await rules.getByLabel('Give contacts without an owner to the host').uncheck();
      await rules.getByRole('button', { name: 'Save' }).click();
      await notice(page, 'Saved').waitFor();
      const stored = () =>
        app.sql('SELECT "stageRules", "assignsHostAsOwner" FROM "Workspace" WHERE "id" = $1', [owner.workspaceId]);
      expect(await stored()).toEqual([
        {
          stageRules: [
            { trigger: 'WON', optionId: null },
            { trigger: 'NO_SHOW', optionId: ids.Lost },
          ],
          assignsHostAsOwner: false,
        },
      ]);
      expect(complaints).toEqual([]);
      // A stage that somebody archives meanwhile is refused at its field.
      await select('Books for the first time').click();
      await page.getByRole('option', { name: 'Customer', exact: true }).click();
      await app.sql('UPDATE "CustomFieldOption" SET "isArchived" = true WHERE "workspaceId" = $1 AND "id" = $2', [
        owner.workspaceId,
        ids.Customer,
      ]);
      await rules.getByRole('button', { name: 'Save' }).click();
      await rules.locator('.mantine-InputWrapper-error').waitFor();
      expect(await rules.locator('.mantine-InputWrapper-error').allTextContents()).toEqual([
        'Must be the id of a stage that is not archived',
      ]);
    },
  );

  browserTest('a site that is refused is named', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), path);
    const sites = page.getByRole('region', { name: 'Sites that may embed' });
    for (const site of ['www.example.com', 'http://example.org']) {
      await sites.getByLabel('Sites').fill(site);
      await page.keyboard.press('Enter');
    }
    await sites.getByRole('button', { name: 'Save' }).click();
    const error = sites.locator('.mantine-InputWrapper-error');
    await error.waitFor();
    expect(await error.textContent()).toBe('http://example.org: Must begin with https://');
  });

  browserTest('a logo is discarded with the rest, and has no undo', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), path);
    const brand = page.getByRole('region', { name: 'Brand' });
    const choose = () =>
      brand.locator('input[type="file"]').setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg(80) });
    await choose();
    await brand.getByRole('button', { name: 'Discard' }).click();
    await brand.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await brand.getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' });
    await choose();
    await brand.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved').waitFor();
    expect(await notice(page, 'Saved').getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.getByRole('heading', { name: 'Workspace', level: 1 }).click();
    await page.keyboard.press('?');
    const row = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Save' });
    await row.waitFor();
    expect(await row.locator('kbd').count()).toBe(1);
  });

  browserTest('a refused text of an email is shown, wherever it was typed', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await bookableEvent(app, owner, { linkPrefix: `user-${owner.userId}/refused-${nextSerial()}` });
    const { page } = await openAs(newPage, app, owner, path);
    const emails = page.getByRole('region', { name: 'Emails to invitees' });
    await emails.getByText('Subject: ').waitFor();
    await emails.getByLabel('Email', { exact: true }).selectOption('As a reminder');
    await emails.getByRole('textbox', { name: 'Text' }).fill('Hello {{naem}}');
    await emails.getByRole('status').getByText('There is no variable {{naem}}').waitFor();
    await emails.getByLabel('Language').selectOption('German');
    await emails.getByRole('textbox', { name: 'Subject' }).fill('Bis gleich');
    await emails.getByRole('button', { name: 'Save' }).click();
    const error = emails.locator('.mantine-InputWrapper-root').filter({ has: page.getByLabel('Text') });
    await error.getByText('There is no variable {{naem}}').waitFor();
    expect(await emails.getByLabel('Language').inputValue()).toBe('en');
    await emails.getByRole('textbox', { name: 'Text' }).fill('Hello {{invitee}}');
    await emails.getByText('Plain text').click();
    await emails.locator('pre').getByText('Hello ').waitFor();
    await emails.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved').waitFor();
  });

  browserTest('texts that others store meanwhile stay, and the same text says so', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path);
    const emails = page.getByRole('region', { name: 'Emails to invitees' });
    const subject = emails.getByRole('textbox', { name: 'Subject' });
    const english = { kind: 'INVITATION', language: 'en', subject: 'Theirs', text: null };
    const german = { kind: 'INVITATION', language: 'de', subject: 'Bis bald', text: null };
    const store = (items: readonly object[]) =>
      app.sql('UPDATE "Workspace" SET "mailTexts" = $1 WHERE "id" = $2', [JSON.stringify(items), owner.workspaceId]);
    const stored = async () =>
      (await app.sql('SELECT "mailTexts" FROM "Workspace" WHERE "id" = $1', [owner.workspaceId]))[0];
    await subject.fill('Ours');
    await store([german]);
    await emails.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved').waitFor();
    expect(await stored()).toEqual({ mailTexts: [{ ...english, subject: 'Ours' }, german] });
    await subject.fill('Ours again');
    await store([english, german]);
    await emails.getByLabel('Language').selectOption('French');
    await emails.getByRole('button', { name: 'Save' }).click();
    await emails.getByText('It is now “Theirs”').waitFor();
    expect(await emails.getByLabel('Language').inputValue()).toBe('en');
    expect(await stored()).toEqual({ mailTexts: [english, german] });
  });

  browserTest(
    'before an event is published, its preview is shown, on a phone behind a link',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { page } = await openAs(newPage, app, owner, path);
      await page.getByText('Create an event to see its booking page here.').waitFor();
      await page.getByText('Create an event to see a preview.').waitFor();
      await bookableEvent(app, owner, {
        linkPrefix: `user-${owner.userId}/draft-${nextSerial()}`,
        status: 'DEACTIVATED',
      });
      await page.reload();
      await page.frameLocator('.page-preview iframe').getByText('Growth review').first().waitFor();
      await page.getByRole('region', { name: 'Emails to invitees' }).getByText('Subject: ').waitFor();
      expect(await page.getByRole('link', { name: 'Open the preview' }).count()).toBe(0);
      await page.setViewportSize({ width: 390, height: 800 });
      await page.getByRole('link', { name: 'Open the preview' }).waitFor();
    },
  );

  browserTest('a site is added as it is pasted', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path);
    const sites = page.getByRole('region', { name: 'Sites that may embed' });
    await sites.getByLabel('Sites').fill('www.example.com/pricing');
    await page.keyboard.press('Enter');
    await sites.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved').waitFor();
    const rows = await app.sql('SELECT "embedOrigins" FROM "Workspace" WHERE "id" = $1', [owner.workspaceId]);
    expect(rows).toEqual([{ embedOrigins: ['https://www.example.com'] }]);
  });

  browserTest('a member puts a picture beside their name on booking pages', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const linkPrefix = `user-${owner.userId}/face-${nextSerial()}`;
    await bookableEvent(app, owner, { linkPrefix });
    const { page } = await openAs(newPage, app, owner, '/settings/account');
    const panel = page.getByRole('region', { name: 'Picture' });
    let answer = () => {};
    await page.route('**/account/picture', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await panel
      .locator('input[type="file"]')
      .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg(20) });
    // Of two uploads the earlier one could end last.
    await panel.locator('button:disabled', { hasText: 'Choose an image' }).waitFor();
    answer();
    await notice(page, 'Your picture is stored').waitFor();
    await page.unrouteAll();
    const face = () =>
      fetch(`${app.url}/e/${linkPrefix}`).then(async (response) => (await response.text()).includes('class="face"'));
    expect(await face()).toBe(true);
    await panel.getByRole('button', { name: 'Remove' }).click();
    await notice(page, 'Your picture is removed').waitFor();
    expect(await face()).toBe(false);
  });

  browserTest('a closer has no link to it, and no form there', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, await app.member(owner.workspaceId, 'CLOSER'), '/settings/account');
    await page.getByRole('link', { name: 'Team' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Workspace', exact: true }).count()).toBe(0);
    await page.goto(addressOf(app) + path);
    await page.getByText('Only owners and admins can change the workspace').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  browserTest('each look has no serious finding, and fits a phone', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), path, forAxe);
    await page.getByRole('region', { name: 'Brand' }).getByLabel('Accent color', { exact: true }).fill('#0e7490');
    await page.getByText('Text on buttons is readable').waitFor();
    expect(await findingsInAllLooks(page, 'workspace')).toEqual([]);
  });
});
