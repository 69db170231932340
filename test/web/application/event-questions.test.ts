import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { customField, options } from '../../support/custom-fields.ts';
import type { Member } from '../../support/factories.ts';
import { addressOf, appForTests, notice, openAs, readsOf } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`the questions of an event${unlessBrowser}`, () => {
  const app = appForTests();

  async function openEvent(): Promise<{ owner: Member; id: number; path: string }> {
    const owner = await app.workspace();
    const id = await app.event(owner, { name: 'Demo call' });
    await openAlways(app, owner, { eventId: id, isDefault: true, name: 'All hours' });
    return { owner, id, path: `/events/${id}?section=questions` };
  }

  /** The names of the fields that the event asks for, in order. */
  async function questionsOf(id: number): Promise<string[]> {
    const rows = await app.sql<{ name: string }>(
      `SELECT f."name" FROM "EventSecondaryQuestion" q JOIN "CustomField" f ON f."id" = q."customFieldId"
       WHERE q."eventId" = $1 ORDER BY q."displayIndex"`,
      [id],
    );
    return rows.map(({ name }) => name);
  }

  const begin = async (page: Page, kind: string) => {
    await page.getByRole('button', { name: 'Question', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: kind }).click();
  };
  const add = async (page: Page) => {
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  };
  const label = (page: Page) => page.getByRole('textbox', { name: 'Label' });
  const own = (page: Page) => page.getByRole('list', { name: 'Your own questions' });

  /** Drags a row by its handle to the place of another. */
  async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
    const middle = async (row: Locator) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await row.locator('.drag-handle').boundingBox()) ?? {};
      return [x + width / 2, y + height / 2] as const;
    };
    const [x, y] = await middle(from);
    const [, end] = await middle(to);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, (y + end) / 2);
    await page.mouse.move(x, end + Math.sign(end - y) * 4);
    await page.mouse.up();
  }

  browserTest(
    'are created in a workspace without fields, put in order, asked on the page, and disqualify',
    async ({ newPage, expect }) => {
      const { owner, id, path } = await openEvent();
      const { page, complaints } = await openAs(newPage, app, owner, path);
      await begin(page, 'Choice One of several options');
      await label(page).fill('How large is your team?');
      await page.getByRole('textbox', { name: 'Name of option 1' }).fill('Just me');
      await page.getByRole('textbox', { name: 'Name of option 1' }).press('Enter');
      await page.keyboard.type('2 to 10');
      await page.getByText('Buttons', { exact: true }).click();
      await page.getByRole('checkbox', { name: 'Required' }).check();
      await page.getByRole('checkbox', { name: 'Just me' }).check();
      await add(page);
      await own(page).getByText('Disqualifies if “Just me”').waitFor();

      await begin(page, 'Number An amount or a size');
      await label(page).fill('Monthly budget');
      await page.getByRole('textbox', { name: 'Minimum' }).fill('100');
      await page.getByRole('radio', { name: 'The call' }).check();
      await add(page);

      await begin(page, 'Rating');
      await label(page).fill('How urgent is it?');
      await page.getByRole('textbox', { name: 'Highest rating' }).fill('3');
      await add(page);

      await begin(page, 'Consent');
      await label(page).fill('Consent');
      const sentence = 'I agree to be contacted.';
      await page.getByRole('textbox', { name: 'The sentence that people agree to' }).fill(sentence);
      await add(page);
      const names = ['How large is your team?', 'Monthly budget', 'How urgent is it?', 'Consent'];
      expect(await questionsOf(id)).toEqual(names);

      const rows = own(page).getByRole('listitem');
      await drag(page, rows.nth(2), rows.nth(0));
      await expect.poll(() => rows.first().textContent()).toContain('How urgent is it?');
      const down = page.getByRole('button', { name: 'Move “How large is your team?” down' });
      await down.focus();
      await page.keyboard.press('Enter');
      await page.getByText('“How large is your team?” is now 3 of 4').waitFor();
      // The focus moves with the row, and stays where it cannot move further.
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move “How large is your team?” down');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
      const ordered = ['How urgent is it?', 'Monthly budget', 'Consent', 'How large is your team?'];
      expect(await questionsOf(id)).toEqual(ordered);
      const [event] = await app.sql('SELECT "disqualificationRules" FROM "Event" WHERE "id" = $1', [id]);
      expect(event).toMatchObject({ disqualificationRules: [{ operator: 'EQUALS', values: ['Just me'] }] });

      // The page beside the settings shows the form, with one box for the consent.
      const form = page.frameLocator('.page-preview iframe');
      await form.getByRole('checkbox', { name: sentence }).waitFor();
      expect(await form.getByRole('group').allTextContents()).toEqual([
        expect.stringContaining('How urgent is it?'),
        expect.stringContaining(sentence),
        expect.stringContaining('How large is your team?'),
      ]);
      const visitor = await newPage();
      await visitor.page
        .goto((await page.locator('.page-preview iframe').getAttribute('src')) as string)
        .catch(() => 0);
      const src = await page.locator('.page-preview iframe').getAttribute('src');
      await visitor.page.goto(addressOf(app) + src, { waitUntil: 'commit' });
      await visitor.page.getByRole('textbox', { name: /email/i }).fill('ira@example.com');
      const book = visitor.page.getByRole('button', { name: 'Book' });
      await visitor.page.getByRole('radio', { name: 'Just me' }).check();
      await book.click();
      // The box is required, so the browser does not send the form.
      expect(await visitor.page.evaluate('document.querySelector(".consent input").validity.valid')).toBe(false);
      await visitor.page.getByRole('checkbox', { name: sentence }).check();
      await book.click();
      await book.waitFor({ state: 'detached' });
      const [contact] = await app.sql('SELECT "status" FROM "Contact" WHERE "email" = $1', ['ira@example.com']);
      expect(contact).toEqual({ status: 'DISQUALIFIED' });
      expect(complaints).toEqual([]);
    },
  );

  browserTest('a new question joins changes that are not saved, and loses none', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const fieldId = await customField(app, owner.workspaceId, { name: 'Team size', identifier: 'team-size' });
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Question', exact: true }).click();
    await page.getByRole('combobox', { name: 'Or a field that exists' }).fill('team');
    await page.getByRole('option', { name: 'Team size' }).click();
    await expect.poll(() => questionsOf(id)).toEqual(['Team size']);
    // It is taken out, which waits to be saved.
    await page.getByRole('button', { name: 'Remove “Team size”' }).click();
    await page.getByText('Removed questions keep their fields and answers').waitFor();
    await begin(page, 'Short text');
    await label(page).fill('Where do you work?');
    await page.getByRole('button', { name: 'Add question' }).click();
    await own(page).getByText('Where do you work?').waitFor();
    await page.getByText('Unsaved changes').waitFor();
    expect(await questionsOf(id)).toEqual(['Team size']);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => questionsOf(id)).toEqual(['Where do you work?']);
    expect(await app.sql('SELECT "name" FROM "CustomField" WHERE "id" = $1', [fieldId])).toEqual([
      { name: 'Team size' },
    ]);
  });

  browserTest('a question that is refused names its field; two presses create one', async ({ newPage, expect }) => {
    const { owner, path } = await openEvent();
    const { page } = await openAs(newPage, app, owner, path);
    const created = readsOf(page, 'CreateField');
    await begin(page, 'Multiple choice Any number of options');
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByText('Add a label').waitFor();
    expect(await page.getByText('Name the option, or remove it').count()).toBe(2);
    expect(created).toEqual([]);
    await label(page).fill('Goals');
    await page.getByRole('textbox', { name: 'Name of option 1' }).fill('More sales');
    await page.getByRole('textbox', { name: 'Name of option 2' }).fill('more sales');
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByText('Must not occur twice in a field').waitFor();
    const second = page.getByRole('textbox', { name: 'Name of option 2' });
    expect(await second.getAttribute('aria-invalid')).toBe('true');
    await second.fill('Fewer no-shows');
    await page.getByRole('button', { name: 'Add question' }).dblclick();
    await own(page).getByText('Goals').waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const names = await app.sql('SELECT "name" FROM "CustomField" WHERE "workspaceId" = $1', [owner.workspaceId]);
    expect(names).toEqual([{ name: 'Goals' }]);
  });

  browserTest(
    'a change of a question says where else its field is used, and its rule follows a new name',
    async ({ newPage, expect }) => {
      const { owner, id, path } = await openEvent();
      const { workspaceId } = owner;
      const field = { name: 'Team size', identifier: 'team-size', inputType: 'SINGLE_SELECT' };
      const customFieldId = await customField(app, workspaceId, field);
      await options(app, { workspaceId, customFieldId }, ['Small', 'Large']);
      const other = await app.event(owner, { name: 'Follow-up' });
      for (const eventId of [id, other]) {
        await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId });
      }
      const rules = ['Small', 'Other words'].map((value) => {
        return { kind: 'ANSWER', questionType: null, customFieldId, operator: 'EQUALS', values: [value] };
      });
      await app.sql('UPDATE "Event" SET "disqualificationRules" = $1 WHERE "id" = $2', [JSON.stringify(rules), id]);
      const { page } = await openAs(newPage, app, owner, path);
      await page.getByRole('button', { name: 'Edit “Team size”' }).click();
      await page.getByText('“Follow-up” uses this field too').waitFor();
      expect(await page.getByRole('checkbox', { name: 'Small' }).isChecked()).toBe(true);
      await page.getByRole('textbox', { name: 'Name of option 1' }).fill('Tiny');
      await page.getByRole('checkbox', { name: 'Large' }).check();
      await page.getByRole('checkbox', { name: 'Required' }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await own(page).getByText('Disqualifies if “Tiny”, “Large”, or “Other words”').waitFor();
      await notice(page, 'Saved').waitFor();
      const [event] = await app.sql<Record<string, unknown>>('SELECT * FROM "Event" WHERE "id" = $1', [id]);
      expect(event?.disqualificationRules).toEqual([{ ...rules[0], values: ['Tiny', 'Large', 'Other words'] }]);
      const questions = await app.sql('SELECT "required" FROM "EventSecondaryQuestion" WHERE "eventId" = $1', [id]);
      expect(questions).toEqual([{ required: true }]);
    },
  );

  browserTest(
    'a consent keeps its rule and becomes a multiple choice; a changed label is in the preview',
    async ({ newPage, expect }) => {
      const { owner, id, path } = await openEvent();
      const { workspaceId } = owner;
      const fieldOf = (name: string) =>
        customField(app, workspaceId, { name, identifier: name.toLowerCase(), inputType: 'CHECK_BOX' });
      const [goals, consent] = [await fieldOf('Goals'), await fieldOf('Consent')];
      await options(app, { workspaceId, customFieldId: goals }, ['More sales', 'Fewer no-shows']);
      await app.sql(`UPDATE "CustomFieldOption" SET "isArchived" = true WHERE "name" = 'Fewer no-shows'`, []);
      await options(app, { workspaceId, customFieldId: consent }, ['I agree']);
      for (const [displayIndex, customFieldId] of [goals, consent].entries()) {
        await app.insert('EventSecondaryQuestion', { workspaceId, eventId: id, customFieldId, displayIndex });
      }
      const contactId = await app.contact(workspaceId);
      await app.insert('CustomFieldAnswer', { workspaceId, customFieldId: consent, contactId, answer: ['I agree'] });
      const rules = [
        { kind: 'ANSWER', questionType: null, customFieldId: consent, operator: 'EQUALS', values: ['I agree'] },
      ];
      await app.sql('UPDATE "Event" SET "disqualificationRules" = $1 WHERE "id" = $2', [JSON.stringify(rules), id]);
      const { page } = await openAs(newPage, app, owner, path);
      const rows = own(page).getByRole('listitem');
      const save = async () => {
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await rows.first().getByText('Multiple choice').waitFor();
      const form = page.frameLocator('.page-preview iframe');
      await form.getByRole('group', { name: 'Goals' }).getByRole('checkbox', { name: 'More sales' }).waitFor();
      await page.getByRole('button', { name: 'Edit “Goals”' }).click();
      await label(page).fill('Your goals');
      await save();
      await form.getByRole('group', { name: 'Your goals' }).waitFor();
      await page.getByRole('button', { name: 'Edit “Consent”' }).click();
      await page.getByRole('checkbox', { name: 'Required' }).check();
      await save();
      await rows.nth(1).getByText('Consent · Required').waitFor();
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
      const [event] = await app.sql('SELECT "disqualificationRules" FROM "Event" WHERE "id" = $1', [id]);
      expect(event).toEqual({ disqualificationRules: rules });
      await page.getByRole('button', { name: 'Edit “Consent”' }).click();
      await page.getByRole('combobox', { name: 'Kind' }).click();
      await page.getByRole('option', { name: 'Multiple choice' }).click();
      await page.getByRole('button', { name: 'Add option' }).click();
      await page.getByRole('textbox', { name: 'Name of option 2' }).fill('Call me first');
      await save();
      await rows.nth(1).getByText('Multiple choice · Required').waitFor();
    },
  );

  browserTest('another kind keeps the options; a rating is at most 10', async ({ newPage, expect }) => {
    const { owner, path } = await openEvent();
    const { page } = await openAs(newPage, app, owner, path);
    await begin(page, 'Choice One of several options');
    await page.getByRole('textbox', { name: 'Name of option 1' }).fill('Small');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Multiple choice Any number' }).click();
    expect(await page.getByRole('textbox', { name: 'Name of option 1' }).inputValue()).toBe('Small');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rating' }).click();
    const highest = page.getByRole('textbox', { name: 'Highest rating' });
    await highest.fill('');
    await highest.pressSequentially('99999999');
    expect(await highest.inputValue()).toBe('9');
    expect(await page.getByRole('group', { name: 'Disqualify' }).getByRole('checkbox').count()).toBe(9);
  });

  browserTest('a question that a colleague adds meanwhile stays', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const { workspaceId } = owner;
    const customFieldId = await customField(app, workspaceId, { name: 'Team size', identifier: 'team-size' });
    const { page } = await openAs(newPage, app, owner, path);
    await begin(page, 'Short text');
    await label(page).fill('Where do you work?');
    // The page reads the other question while the field is created.
    const created = Promise.withResolvers<void>();
    const reads = readsOf(page, 'Event');
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      if (operationName === 'Event') await created.promise;
      if (operationName === 'CreateField') {
        created.resolve();
        await page.locator('.question-rows', { hasText: 'Team size' }).waitFor();
      }
      return route.continue();
    });
    await app.insert('EventSecondaryQuestion', { workspaceId, eventId: id, customFieldId });
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await expect.poll(() => reads.length).toBe(1);
    await add(page);
    expect(await questionsOf(id)).toEqual(['Team size', 'Where do you work?']);
  });

  browserTest('about the invitee are changed and ordered by keyboard alone', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const { page } = await openAs(newPage, app, owner, path);
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).first().focus();
      await page.keyboard.press('Enter');
    };
    await press(/^Question$/);
    await page.getByRole('dialog').waitFor();
    await press(/^About the invitee/);
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Write the question').waitFor();
    await page.keyboard.type('Which number can we call?');
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Which number can we call?' }).waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await press('Edit “Which number can we call?”');
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.getByRole('checkbox', { name: 'Required' }).focus();
    await page.keyboard.press('Space');
    await press('Done');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await press('Move “Which number can we call?” up');
    await press('Save');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const stored = await app.sql(
      'SELECT "statement", "type", "required" FROM "InviteeQuestion" WHERE "eventId" = $1 ORDER BY "displayIndex"',
      [id],
    );
    expect(stored.at(-1)).toEqual({ statement: 'Which number can we call?', type: 'PHONE_NO', required: false });
  });

  browserTest('are dragged with a finger, and have no serious finding of axe', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const { workspaceId } = owner;
    for (const [displayIndex, name] of ['Budget', 'Goals'].entries()) {
      const customFieldId = await customField(app, workspaceId, { name, identifier: name.toLowerCase() });
      await app.insert('EventSecondaryQuestion', { workspaceId, eventId: id, customFieldId, displayIndex });
    }
    const viewport = { width: 390, height: 844 };
    const { page } = await openAs(newPage, app, owner, path, { ...forAxe, hasTouch: true, viewport });
    const rows = own(page).getByRole('listitem');
    await drag(page, rows.nth(0), rows.nth(1));
    await expect.poll(() => rows.first().textContent()).toContain('Goals');
    expect(await page.evaluate('getComputedStyle(document.querySelector(".drag-handle")).touchAction')).toBe('none');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(await questionsOf(id)).toEqual(['Goals', 'Budget']);
    const found = [];
    await page.getByRole('button', { name: 'Question', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await findingsInAllLooks(page, 'question-kinds')));
    await page.getByRole('button', { name: 'Choice One of several options' }).click();
    await page.getByRole('textbox', { name: 'Name of option 1' }).fill('Small');
    found.push(...(await findingsInAllLooks(page, 'question-form')));
    expect(found).toEqual([]);
  });
});
