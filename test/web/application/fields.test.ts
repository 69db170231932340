import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { contactStage, customField, options } from '../../support/custom-fields.ts';
import type { Member } from '../../support/factories.ts';
import { pause } from '../../support/waiting.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Settings → Fields and stages${unlessBrowser}`, () => {
  const app = appForTests();
  const path = '/settings/fields';

  async function workspace(): Promise<Member> {
    const owner = await app.workspace();
    await contactStage(app, owner.workspaceId);
    return owner;
  }

  /** A choice of contacts that an event asks for, disqualifies by, and one contact has answered. */
  async function usedField({ workspaceId, ...owner }: Member): Promise<{ customFieldId: number; eventId: number }> {
    const field = { name: 'Team size', identifier: 'team-size', inputType: 'SINGLE_SELECT', displayIndex: 1 };
    const customFieldId = await customField(app, workspaceId, field);
    await options(app, { workspaceId, customFieldId }, ['Small', 'Large']);
    const eventId = await app.event({ workspaceId, ...owner }, { name: 'Demo call' });
    await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId });
    const rule = { kind: 'ANSWER', questionType: null, customFieldId, operator: 'EQUALS', values: ['Small'] };
    await app.sql('UPDATE "Event" SET "disqualificationRules" = $1 WHERE "id" = $2', [JSON.stringify([rule]), eventId]);
    const contactId = await app.contact(workspaceId);
    await app.insert('CustomFieldAnswer', { workspaceId, customFieldId, contactId, answer: ['Small'] });
    return { customFieldId, eventId };
  }

  const stored = async (id: number) =>
    (await app.sql<Record<string, unknown>>('SELECT * FROM "CustomField" WHERE "id" = $1', [id]))[0];

  browserTest('begin with the stages, which are ordered and named there', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const customFieldId = await contactStage(app, owner.workspaceId);
    const rule = { kind: 'ANSWER', questionType: null, customFieldId, operator: 'EQUALS', values: ['Lead'] };
    const eventId = await app.event(owner);
    await app.sql('UPDATE "Event" SET "disqualificationRules" = $1 WHERE "id" = $2', [JSON.stringify([rule]), eventId]);
    const { page, complaints } = await openAs(newPage, app, owner, path);
    const stages = page.getByRole('list', { name: 'Stages of contacts' });
    await page.getByText('No fields yet').waitFor();
    await stages
      .getByRole('listitem')
      .filter({ hasText: 'Lead' })
      .getByText('0 contacts · in the rules of 1 event')
      .waitFor();
    await page.getByRole('button', { name: 'Move “Customer” up' }).click();
    await page.getByText('“Customer” is now 1 of 2').waitFor();
    const names = async () => {
      const sql =
        'SELECT "name", "color" FROM "CustomFieldOption" WHERE "workspaceId" = $1 ORDER BY "displayIndex", "id"';
      return app.sql(sql, [owner.workspaceId]);
    };
    await expect.poll(names).toMatchObject([{ name: 'Customer' }, { name: 'Lead' }]);
    // What is not changed in the form stays as others leave it.
    await page.getByRole('button', { name: 'Edit stages' }).click();
    await page.getByText('Fixed, because every workspace has this field').waitFor();
    await app.sql('UPDATE "CustomFieldOption" SET "color" = $1 WHERE "workspaceId" = $2 AND "name" = $3', [
      'red',
      owner.workspaceId,
      'Lead',
    ]);
    await page.getByRole('textbox', { name: 'Name of option 1' }).fill('Client');
    await page.getByRole('button', { name: 'Color of option 1: none' }).click();
    await page.getByRole('menuitem', { name: 'Green' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await stages.getByText('Client').waitFor();
    expect(await names()).toEqual([
      { name: 'Client', color: 'green' },
      { name: 'Lead', color: 'red' },
    ]);
    expect(complaints).toEqual([]);
  });

  browserTest('are created for each type of record, and ordered', async ({ newPage, expect }) => {
    const owner = await workspace();
    await customField(app, owner.workspaceId, {
      name: 'Quality',
      identifier: 'quality',
      type: 'CALL',
      displayIndex: 0,
    });
    const { page } = await openAs(newPage, app, owner, `${path}?type=CALL`);
    const list = page.getByRole('list', { name: 'Fields of calls' });
    await list.getByText('Quality').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Date A day' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Next step by');
    await page.getByRole('checkbox', { name: 'With a time' }).check();
    await page.getByRole('button', { name: 'Create field' }).click();
    await list.getByText('Next step by').waitFor();
    await page.getByRole('button', { name: 'Move “Next step by” up' }).click();
    await page.getByText('“Next step by” is now 1 of 2').waitFor();
    const sql =
      'SELECT "name", "type" FROM "CustomField" WHERE "workspaceId" = $1 AND "type" = $2 ORDER BY "displayIndex"';
    await expect
      .poll(() => app.sql(sql, [owner.workspaceId, 'CALL']))
      .toEqual([
        { name: 'Next step by', type: 'CALL' },
        { name: 'Quality', type: 'CALL' },
      ]);
    expect(await list.getByRole('listitem').first().textContent()).toContain('Next step by');
  });

  browserTest('keep the order of two quick moves', async ({ newPage, expect }) => {
    const owner = await workspace();
    for (const [displayIndex, name] of ['One', 'Two', 'Three'].entries()) {
      await customField(app, owner.workspaceId, { name, identifier: name.toLowerCase(), type: 'CALL', displayIndex });
    }
    const { page } = await openAs(newPage, app, owner, `${path}?type=CALL`);
    const list = page.getByRole('list', { name: 'Fields of calls' });
    let moves = 0;
    await page.route('**/graphql', async (route) => {
      // The first move reaches the server late.
      if (route.request().postData()?.includes('OrderFields') && ++moves === 1) await pause(500);
      await route.continue();
    });
    const up = page.getByRole('button', { name: 'Move “Three” up' });
    await up.click();
    await up.click();
    await page.getByText('“Three” is now 1 of 3').waitFor();
    const sql =
      'SELECT "name" FROM "CustomField" WHERE "workspaceId" = $1 AND "type" = $2 ORDER BY "displayIndex", "id"';
    const stored = async () =>
      (await app.sql<{ name: string }>(sql, [owner.workspaceId, 'CALL'])).map(({ name }) => name);
    await expect.poll(stored).toEqual(['Three', 'One', 'Two']);
    expect(moves).toBe(2);
    await expect.poll(() => list.getByRole('listitem').first().textContent()).toContain('Three');
  });

  browserTest('that are in use say so before they are hidden, and keep all', async ({ newPage, expect }) => {
    const owner = await workspace();
    const { customFieldId } = await usedField(owner);
    const free = await customField(app, owner.workspaceId, { name: 'Notes', identifier: 'notes', displayIndex: 2 });
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByText('Choice · 1 answer · in 1 event · in the rules of 1 event').waitFor();
    await page.getByRole('button', { name: 'Actions for “Team size”' }).click();
    await page.getByRole('menuitem', { name: 'Hide…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('“Demo call” still asks for it').waitFor();
    await dialog.getByText('“Demo call” still disqualifies by its answers').waitFor();
    await dialog.getByRole('button', { name: 'Hide the field' }).click();
    await page.getByText('Hidden', { exact: true }).waitFor();
    expect(await stored(customFieldId)).toMatchObject({ hidden: true });
    // One that nothing uses is hidden at once, and comes back.
    await page.getByRole('button', { name: 'Actions for “Notes”' }).click();
    await page.getByRole('menuitem', { name: 'Hide', exact: true }).click();
    await notice(page, '“Notes” is hidden').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored(free)).toMatchObject({ hidden: false });
  });

  browserTest(
    'rename an option in the rules that name it, and say what an archived one leaves',
    async ({ newPage, expect }) => {
      const owner = await workspace();
      const { customFieldId, eventId } = await usedField(owner);
      const { page } = await openAs(newPage, app, owner, path);
      await page.getByRole('button', { name: 'Edit “Team size”' }).click();
      await page.getByText('“Demo call” uses this field: it changes there too.').waitFor();
      await page.getByText('Fixed, because 1 answer exists').first().waitFor();
      await page.getByRole('textbox', { name: 'Name of option 1' }).fill('Tiny');
      await page.getByRole('button', { name: 'Save' }).click();
      await notice(page, 'The field “Team size” is saved').waitFor();
      const [event] = await app.sql('SELECT "disqualificationRules" FROM "Event" WHERE "id" = $1', [eventId]);
      expect(event).toMatchObject({ disqualificationRules: [{ customFieldId, values: ['Tiny'] }] });
      const answers = await app.sql('SELECT "answer" FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [
        customFieldId,
      ]);
      expect(answers).toEqual([{ answer: ['Tiny'] }]);
      await page.getByRole('button', { name: 'Edit “Team size”' }).click();
      await page.getByRole('button', { name: 'Archive “Tiny”' }).click();
      await page.getByText('Stays in 1 answer and the rules of 1 event. 1 event will no longer offer it.').waitFor();
      await page.getByRole('button', { name: 'Restore “Tiny”' }).click();
      await page.getByText('Stays in 1 answer').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Archive “Large”' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const sql =
        'SELECT "name", "isArchived" FROM "CustomFieldOption" WHERE "customFieldId" = $1 ORDER BY "displayIndex"';
      expect(await app.sql(sql, [customFieldId])).toEqual([
        { name: 'Tiny', isArchived: false },
        { name: 'Large', isArchived: true },
      ]);
    },
  );

  browserTest('closers and setters read whom to ask, and have no link to it', async ({ newPage, expect }) => {
    const owner = await workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const { page } = await openAs(newPage, app, closer, path);
    await page.getByText('Only owners and admins can change fields').waitFor();
    expect(await page.getByRole('link', { name: 'Fields and stages' }).count()).toBe(0);
  });

  browserTest('has no serious finding of axe, in all looks', async ({ newPage, expect }) => {
    const owner = await workspace();
    await usedField(owner);
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await page.getByText('Choice · 1 answer').waitFor();
    const found = await findingsInAllLooks(page, 'fields');
    await page.getByRole('button', { name: 'Edit “Team size”' }).click();
    await page.getByRole('button', { name: 'Archive “Small”' }).click();
    found.push(...(await findingsInAllLooks(page, 'field')));
    expect(found).toEqual([]);
  });
});
