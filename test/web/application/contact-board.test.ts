import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { contactStages } from '../../support/stages.ts';
import { pause } from '../../support/waiting.ts';
import { appForTests, loseAnswers, openAs, openUnaware } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`The board of contacts${unlessBrowser}`, () => {
  const app = appForTests();
  const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  const card = (page: Page, stage: string, name: string) =>
    column(page, stage).getByRole('listitem').filter({ hasText: name });

  /** A workspace with Ada, who is a lead, and Bob, who has no stage. */
  async function team() {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const { fieldId } = await contactStages(app, workspaceId, ['Lead', 'Qualified', 'Customer']);
    const insert = async (firstName: string) =>
      (await app.insert('Contact', { workspaceId, previewId: `contact_${firstName}_${workspaceId}`, firstName })).id;
    const ada = await insert('Ada');
    const bob = await insert('Bob');
    await app.insert('CustomFieldAnswer', { workspaceId, contactId: ada, customFieldId: fieldId, answer: ['Lead'] });
    const stageOf = async (contactId: number) => {
      const [row] = await app.sql<{ answer: string[] }>(
        'SELECT "answer" FROM "CustomFieldAnswer" WHERE "workspaceId" = $1 AND "contactId" = $2',
        [workspaceId, contactId],
      );
      return row?.answer[0];
    };
    return { owner, ada, bob, fieldId, stageOf };
  }

  browserTest('a card is dragged to another stage, and taken back', async ({ newPage, expect }) => {
    const { owner, ada, fieldId, stageOf } = await team();
    const colored = 'UPDATE "CustomFieldOption" SET "color" = $1 WHERE "customFieldId" = $2 AND "name" = $3';
    await app.sql(colored, ['teal', fieldId, 'Lead']);
    const { page, complaints } = await openAs(newPage, app, owner, '/contacts?view=board');
    // The dot of its color.
    await column(page, 'Lead').locator('h2 .color-dot[style*="teal"]').waitFor();
    expect(await column(page, 'Customer').locator('.color-dot').count()).toBe(0);
    await card(page, 'Lead', 'Ada').dragTo(column(page, 'Customer'));
    await card(page, 'Customer', 'Ada').waitFor();
    await page.getByText('Ada: Customer').waitFor();
    expect(await stageOf(ada)).toBe('Customer');
    expect(await card(page, 'Lead', 'Ada').count()).toBe(0);
    await column(page, 'Customer 1').waitFor();
    await column(page, 'Lead 0').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Lead', 'Ada').waitFor();
    await page.getByText('Ada: Lead').waitFor();
    expect(await stageOf(ada)).toBe('Lead');
    expect(complaints).toEqual([]);
  });

  browserTest('by keyboard alone, also out of all stages', async ({ newPage, expect }) => {
    const { owner, ada, bob, stageOf } = await team();
    const { page } = await openAs(newPage, app, owner, '/contacts?view=board');
    await card(page, 'Lead', 'Ada').waitFor();
    // Contacts without a stage are first.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('Ada: Qualified').waitFor();
    await card(page, 'Qualified', 'Ada').waitFor();
    expect(await stageOf(ada)).toBe('Qualified');
    await card(page, 'No stage', 'Bob').getByRole('button', { name: 'Move Bob' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Lead' }).press('Enter');
    await page.getByText('Bob: Lead').waitFor();
    expect(await stageOf(bob)).toBe('Lead');
    // A column without contacts is only shown for a stage.
    await column(page, 'No stage').waitFor({ state: 'detached' });
    await card(page, 'Lead', 'Bob').getByRole('link').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText('Bob: No stage').waitFor();
    expect(await stageOf(bob)).toBeUndefined();
    // Where a move is taken back, the focus stays on the card.
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('u');
    await card(page, 'Lead', 'Bob').waitFor();
    await expect.poll(focused).toBe('Bob');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => stageOf(bob)).toBeUndefined();
    await card(page, 'No stage', 'Bob').getByRole('link').press('Enter');
    await page.getByRole('complementary', { name: 'The contact' }).getByRole('heading', { name: 'Bob' }).waitFor();
  });

  browserTest(
    'keys move the card that has the focus, also beside the record of another',
    async ({ newPage, expect }) => {
      const { owner, ada, bob, stageOf } = await team();
      const { page } = await openAs(newPage, app, owner, '/contacts?view=board');
      await card(page, 'No stage', 'Bob').getByRole('link').press('Enter');
      await page.getByRole('complementary', { name: 'The contact' }).getByRole('heading', { name: 'Bob' }).waitFor();
      await card(page, 'Lead', 'Ada').getByRole('link').focus();
      await page.keyboard.press('Shift+ArrowRight');
      await card(page, 'Qualified', 'Ada').waitFor();
      await page.keyboard.press('Shift+ArrowRight');
      await card(page, 'Customer', 'Ada').waitFor();
      await page.getByText('Ada: Customer').waitFor();
      expect([await stageOf(ada), await stageOf(bob)]).toEqual(['Customer', undefined]);
    },
  );

  browserTest(
    'of two moves of a card the second one stands, however slow the first is',
    async ({ newPage, expect }) => {
      const { owner, ada, stageOf } = await team();
      const { page } = await openAs(newPage, app, owner, '/contacts?view=board');
      await card(page, 'Lead', 'Ada').waitFor();
      let isFirst = true;
      await page.route('**/graphql', async (route) => {
        if (route.request().postDataJSON().operationName !== 'AnswerField' || !isFirst) return route.continue();
        isFirst = false;
        await pause(500);
        return route.continue();
      });
      await card(page, 'Lead', 'Ada').getByRole('link').focus();
      await page.keyboard.press('Shift+ArrowRight');
      await card(page, 'Qualified', 'Ada').getByRole('link').focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.getByText('Ada: Customer').waitFor();
      await page.waitForLoadState('networkidle');
      await card(page, 'Customer', 'Ada').waitFor();
      expect(await stageOf(ada)).toBe('Customer');
    },
  );

  browserTest('a key that closes a menu does nothing to the page behind it', async ({ newPage, expect }) => {
    const { owner } = await team();
    const { page } = await openAs(newPage, app, owner, '/contacts?view=board');
    await card(page, 'Lead', 'Ada').getByRole('link').click();
    const record = page.getByRole('complementary', { name: 'The contact' });
    await record.getByRole('heading', { name: 'Ada' }).waitFor();
    // The record lies over the columns after the first one.
    await card(page, 'No stage', 'Bob').getByRole('button', { name: 'Move Bob' }).click();
    await page.getByRole('menuitem', { name: 'Customer' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await record.count()).toBe(1);
    await page.keyboard.press('Escape');
    await record.waitFor({ state: 'detached' });
  });

  browserTest(
    'a card goes back where the answer is lost, and what another tab moved is shown',
    async ({ newPage, expect }) => {
      const { owner, ada, stageOf } = await team();
      const closer = await app.member(owner.workspaceId, 'CLOSER');
      const { page } = await openUnaware(newPage, app, closer, '/contacts?view=board');
      await card(page, 'Lead', 'Ada').waitFor();
      const restore = await loseAnswers(page);
      await card(page, 'Lead', 'Ada').dragTo(column(page, 'Qualified'));
      await page.getByText('The server could not be reached').waitFor();
      await card(page, 'Lead', 'Ada').waitFor();
      await restore();
      // The same move once more, with the same key, is no second change.
      await card(page, 'Lead', 'Ada').dragTo(column(page, 'Qualified'));
      await page.getByText('Ada: Qualified').waitFor();
      expect(await stageOf(ada)).toBe('Qualified');
      const { page: other } = await openAs(newPage, app, owner, '/contacts?view=board');
      await card(other, 'Qualified', 'Ada').dragTo(column(other, 'Customer'));
      await other.getByText('Ada: Customer').waitFor();
      await page.reload();
      await card(page, 'Customer', 'Ada').waitFor();
    },
  );

  browserTest('a long column grows downwards, and each look has no serious finding', async ({ newPage, expect }) => {
    const { owner, fieldId } = await team();
    await app.sql(
      `INSERT INTO "Contact" ("workspaceId", "previewId", "firstName")
       SELECT $1::int, 'contact_' || $1::int || '_' || n, 'Many ' || n FROM generate_series(1, 45) n`,
      [owner.workspaceId],
    );
    const { page } = await openAs(newPage, app, owner, '/contacts?view=board', forAxe);
    const cards = column(page, 'No stage 46').getByRole('listitem');
    for (const count of [40, 46]) {
      await column(page, 'No stage 46').getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => cards.count()).toBe(count);
    }
    // The oldest card is on the last page. It is moved by somebody else, and its column stays whole without it.
    const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(
      `SELECT "id" FROM "Contact" WHERE "workspaceId" = $1 AND "firstName" = 'Many 1'`,
      [owner.workspaceId],
    );
    const input = `{ customFieldId: ${fieldId}, contactId: ${id}, answer: ["Customer"] }`;
    const answer = `mutation { answerCustomField(input: ${input}) { __typename } }`;
    expect((await app.graphql(answer, await app.apiKey(owner))).body.errors).toBeUndefined();
    await card(page, 'Customer', 'Many 1').waitFor();
    await expect.poll(() => column(page, 'No stage 45').getByRole('listitem').count()).toBe(45);
    // Without most of its cards the column is one page, and shows nothing of the others.
    await app.sql(`DELETE FROM "Contact" WHERE "workspaceId" = $1 AND "id" > $2 + 10 AND "firstName" LIKE 'Many %'`, [
      owner.workspaceId,
      id,
    ]);
    const rename = `mutation { updateContact(input: { contactId: ${id}, firstName: "Moved", email: "moved@example.com" }) { __typename } }`;
    expect((await app.graphql(rename, await app.apiKey(owner))).body.errors).toBeUndefined();
    await column(page, 'No stage 11').waitFor();
    await expect.poll(() => column(page, 'No stage 11').getByRole('listitem').count()).toBe(11);
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('Many 5');
    await column(page, 'No stage 1').waitFor();
    expect(await findingsInAllLooks(page, 'contact-board')).toEqual([]);
  });
});
