import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { customField } from '../../support/custom-fields.ts';
import type { Member } from '../../support/factories.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Merging contacts${unlessBrowser}`, () => {
  const app = appForTests();
  const dialog = (page: Page) => page.getByRole('dialog');
  /** Two contacts of one person, of whom one has the tag and the other the country. */
  const twins = async ({ workspaceId }: Member) => {
    const row = { workspaceId, firstName: 'Ada', lastName: 'Lane' };
    const first = { previewId: `contact_first_${workspaceId}`, email: 'ada@one.example', tag: 'vip' };
    const second = { previewId: `contact_second_${workspaceId}`, email: 'ada@two.example', country: 'DE' };
    return [
      await app.insert('Contact', { ...row, ...first }),
      await app.insert('Contact', { ...row, ...second }),
    ] as const;
  };
  const stored = ({ workspaceId }: Member) =>
    app.sql<{ email: string }>(
      'SELECT "email", "tag", "country" FROM "Contact" WHERE "workspaceId" = $1 ORDER BY "id"',
      [workspaceId],
    );

  browserTest('a duplicate is merged from the page of a contact, and undone there', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await twins(owner);
    const before = await stored(owner);
    const { page } = await openAs(newPage, app, owner, `/contacts/contact_first_${owner.workspaceId}`, forAxe);
    await page.getByRole('button', { name: 'Merge with…' }).click();
    await dialog(page).getByRole('radio', { name: 'Ada Lane' }).check();
    await dialog(page).getByRole('button', { name: 'Compare' }).click();
    await dialog(page).getByRole('radio', { name: 'ada@two.example' }).check();
    await dialog(page).getByText('Country: Germany').waitFor();
    expect(await findingsInAllLooks(page, 'merge')).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Merge the contacts' }).click();
    await notice(page, 'Ada Lane is merged into Ada Lane').waitFor();
    expect(await stored(owner)).toEqual([{ email: 'ada@two.example', tag: 'vip', country: 'DE' }]);
    // The address of the merged contact shows the kept one, with the way back.
    await page.goto(new URL(`contact_second_${owner.workspaceId}`, page.url()).href);
    await page.getByText('vip').waitFor();
    await page.getByRole('button', { name: 'Undo the merge' }).click();
    await notice(page, 'The merge is undone').waitFor();
    expect(await stored(owner)).toEqual(before);
  });

  browserTest('the answers of both read as in their records', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const dana = await app.member(workspaceId, 'ADMIN', { firstName: 'Dana', lastName: 'Miles' });
    const customFieldId = await customField(app, workspaceId, {
      identifier: 'expert',
      name: 'Expert',
      inputType: 'USER',
    });
    const [first, second] = (await twins(owner)).map(({ id }) => id);
    const answers = [
      { contactId: first, userId: owner.userId },
      { contactId: second, userId: dana.userId },
    ];
    for (const { contactId, userId } of answers)
      await app.insert('CustomFieldAnswer', { workspaceId, customFieldId, contactId, answer: [String(userId)] });
    const { page } = await openAs(newPage, app, owner, `/contacts/contact_first_${workspaceId}`);
    await page.getByRole('button', { name: 'Merge with…' }).click();
    await dialog(page).getByRole('radio', { name: 'Ada Lane' }).check();
    await dialog(page).getByRole('button', { name: 'Compare' }).click();
    await dialog(page).getByRole('radiogroup', { name: 'Expert' }).getByRole('radio', { name: 'Dana Miles' }).check();
    await dialog(page).getByRole('button', { name: 'Merge the contacts' }).click();
    await notice(page, 'Ada Lane is merged into Ada Lane').waitFor();
    const left = await app.sql<object>(
      'SELECT "contactId", "answer" FROM "CustomFieldAnswer" WHERE "workspaceId" = $1',
      [workspaceId],
    );
    expect(left).toEqual([{ contactId: first, answer: [String(dana.userId)] }]);
  });

  browserTest(
    'two selected contacts are merged from the list; a closer is offered no merge',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      await twins(owner);
      const { page } = await openAs(newPage, app, owner, '/contacts');
      const boxes = page.getByRole('checkbox', { name: /Ada Lane/ });
      await boxes.first().check();
      await boxes.last().check();
      await page.getByRole('button', { name: 'Merge…' }).click();
      await dialog(page).getByRole('button', { name: 'Merge the contacts' }).click();
      await notice(page, 'Ada Lane is merged into Ada Lane').waitFor();
      expect((await stored(owner)).length).toBe(1);
      const closer = await app.member(owner.workspaceId, 'CLOSER');
      const own = { workspaceId: owner.workspaceId, userId: closer.userId };
      const { page: other } = await openAs(newPage, app, own, `/contacts/contact_first_${owner.workspaceId}`);
      await other.getByRole('button', { name: 'Edit…' }).waitFor();
      expect(await other.getByRole('button', { name: /merge/i }).count()).toBe(0);
    },
  );
});
