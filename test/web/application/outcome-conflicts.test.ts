import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { appForTests, notice, openUnaware, sessionOf } from '../../support/web-app.ts';

const hourMs = 3_600_000;

describe.skipIf(!hasBrowser)(`An outcome that a colleague has set meanwhile${unlessBrowser}`, () => {
  const app = appForTests();

  /** A call of a closer that is over, and an admin who sets its outcome. */
  async function callOfTwo() {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const dana = await app.member(owner.workspaceId, 'ADMIN', { firstName: 'Dana', lastName: 'Miles' });
    const previewId = `call_conflict_${closer.userId}`;
    const id = await app.call(closer, { inviteeName: 'Pat Past', dateTime: fromNow(-2 * hourMs), previewId });
    const session = await sessionOf(app, dana);
    const setByDana = async (outcome: string, others = '') => {
      const input = `eventCallId: ${id}, outcome: ${outcome}${others}`;
      const { body } = await app.graphql(`mutation { setOutcome(input: { ${input} }) { created } }`, session);
      if (body.errors) throw new Error(JSON.stringify(body.errors));
    };
    const stored = async () =>
      (await app.sql<{ outcome: string }>('SELECT "outcome" FROM "EventCall" WHERE "id" = $1', [id]))[0]?.outcome;
    return { closer, previewId, setByDana, stored };
  }

  const row = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Pat Past' });
  const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: 'The call with Pat Past has changed' });
  const today = (newPage: Parameters<typeof openUnaware>[0], closer: Member) => openUnaware(newPage, app, closer, '/');

  browserTest('stays, and the page names it, with who set it', async ({ newPage, expect }) => {
    const { closer, setByDana, stored } = await callOfTwo();
    const { page } = await today(newPage, closer);
    await row(page).getByRole('button', { name: 'Won…' }).waitFor();
    await setByDana('NO_SALE', ', noSaleReason: NO_SHOW');
    await row(page).getByRole('button', { name: 'Won…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the outcome' }).click();
    await conflict(page).getByText('Dana Miles set this to No-show just now, so Won is not set.').waitFor();
    expect(await stored()).toBe('NO_SALE');
    await conflict(page).getByRole('button', { name: 'Keep No-show' }).click();
    await conflict(page).waitFor({ state: 'detached' });
    expect(await stored()).toBe('NO_SALE');
  });

  browserTest('is replaced by who says so, and can be had again', async ({ newPage, expect }) => {
    const { closer, setByDana, stored } = await callOfTwo();
    const { page } = await today(newPage, closer);
    await row(page).getByRole('button', { name: 'Won…' }).waitFor();
    await setByDana('NO_SALE', ', noSaleReason: BAD_FIT');
    await row(page).getByRole('button', { name: 'Won…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the outcome' }).click();
    await conflict(page).getByRole('button', { name: 'Set it to Won' }).click();
    await row(page).getByRole('button', { name: 'Undo' }).waitFor();
    expect(await stored()).toBe('WON');
    expect(await conflict(page).count()).toBe(0);
  });

  browserTest('is not taken back with what one has set before', async ({ newPage, expect }) => {
    const { closer, setByDana, stored } = await callOfTwo();
    const { page } = await today(newPage, closer);
    await row(page).getByRole('button', { name: 'Won…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the outcome' }).click();
    const undo = row(page).getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await setByDana('NO_SALE', ', noSaleReason: BAD_FIT');
    await undo.click();
    await notice(page, 'Cannot undo: since the call was finished, the outcome has changed').waitFor();
    expect(await stored()).toBe('NO_SALE');
  });

  browserTest('is shown in the dialog, which still has what was typed', async ({ newPage, expect }) => {
    const { closer, previewId, setByDana, stored } = await callOfTwo();
    const { page } = await openUnaware(newPage, app, closer, `/calls/${previewId}`);
    await page.getByRole('button', { name: 'Set outcome…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Outcome of the call with Pat Past' });
    await dialog.getByLabel('No sale').check();
    await dialog.getByLabel('Why was nothing sold?').selectOption('BAD_FIT');
    await dialog.getByLabel('Objection', { exact: true }).fill('Too dear');
    await setByDana('WON');
    await dialog.getByRole('button', { name: 'Set the outcome' }).click();
    await conflict(page).getByText('Dana Miles set this to Won').waitFor();
    expect(await dialog.getByLabel('Objection', { exact: true }).inputValue()).toBe('Too dear');
    expect(await stored()).toBe('WON');
    await dialog.getByRole('button', { name: 'Set it to No sale' }).click();
    await dialog.waitFor({ state: 'detached' });
    await notice(page, 'Pat Past: no sale').waitFor();
    expect(await stored()).toBe('NO_SALE');
  });
});
