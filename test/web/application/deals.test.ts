import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Deals${unlessBrowser}`, () => {
  const app = appForTests();
  const rows = (page: Page, name = 'Deals') => page.getByRole('table', { name, exact: true }).locator('tbody tr');
  const panel = (page: Page) => page.getByRole('complementary', { name: 'The deal' });

  /** A workspace in which Ada bought for 900 dollars, of which 300 are paid, and Ben for 1.5 dinars. */
  async function shop() {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const person = async (firstName: string, email: string) => {
      const row = { workspaceId, previewId: `contact_${firstName}_${workspaceId}`, firstName, email };
      return (await app.insert('Contact', row)).id;
    };
    const ada = await person('Ada', 'ada@example.com');
    const ben = await person('Ben', 'ben@example.com');
    const growth = { contactId: ada, value: '900.00', productName: 'Growth plan', installments: 3 };
    const dealId = await deal(app, owner, { ...growth, time: '2026-03-01T10:00:00Z' });
    const paymentId = await transaction(app, owner, { dealId, contactId: ada, value: '300.00' });
    const dinars = await deal(app, owner, {
      contactId: ben,
      value: '1.5',
      currency: 'KWD',
      transactionType: 'DEPOSIT',
    });
    return { owner, workspaceId, ada, dealId, paymentId, dinars };
  }

  const valuesOf = async (dealId: number) =>
    (
      await app.sql<{ value: string }>('SELECT "value"::text FROM "Transaction" WHERE "dealId" = $1 ORDER BY "id"', [
        dealId,
      ])
    ).map(({ value }) => Number(value));

  browserTest(
    'are listed with the sums of each currency, also of those that fit a filter',
    async ({ newPage, expect }) => {
      const { owner } = await shop();
      const { page, complaints } = await openAs(newPage, app, owner, '/deals');
      const row = rows(page).filter({ hasText: 'Growth plan' });
      await row.waitFor();
      for (const text of ['Growth plan', '$900.00', '$300.00', '$600.00'])
        expect(await row.textContent()).toContain(text);
      // The name has room beside all columns.
      const name = row
        .getByRole('cell')
        .or(row.getByRole('rowheader'))
        .filter({ has: page.getByRole('link') });
      expect((await name.first().boundingBox())?.width).toBeGreaterThan(80);
      const sums = page.getByRole('table', { name: 'Sums' }).locator('tbody tr');
      await sums.first().waitFor();
      const textOf = async () => (await sums.allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
      expect(await textOf()).toEqual(['1 in KWDKWD 1.500KWD 0.000KWD 1.500', '1 in USD$900.00$300.00$600.00']);
      await page.goto(new URL('/deals?currency=KWD', page.url()).href);
      await rows(page).filter({ hasText: 'Growth plan' }).waitFor({ state: 'detached' });
      await expect.poll(textOf).toEqual(['1 in KWDKWD 1.500KWD 0.000KWD 1.500']);
      expect(complaints).toEqual([]);
    },
  );

  browserTest('get the next installment by keyboard, and lose it by undo', async ({ newPage, expect }) => {
    const { owner, dealId } = await shop();
    const { page } = await openAs(newPage, app, owner, '/deals');
    await rows(page).filter({ hasText: 'Growth plan' }).getByRole('link').first().press('Enter');
    await panel(page).getByText('1 of 3 payments').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/deals/${dealId}`);
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Add a payment' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Amount in USD').inputValue()).toBe('300.00');
    await dialog.getByLabel('Amount in USD').fill('300,005');
    await dialog.getByRole('button', { name: 'Add the payment' }).click();
    await dialog.getByText('Enter an amount, such as 1250 or 99.90').waitFor();
    await dialog.getByLabel('Amount in USD').fill('250,5');
    await dialog.getByRole('button', { name: 'Add the payment' }).click();
    await notice(page, '$250.50 is added').waitFor();
    await panel(page).getByText('$550.50 paid, $349.50 open, 2 of 3 payments').waitFor();
    expect(await valuesOf(dealId)).toEqual([300, 250.5]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel(page).getByText('$300.00 paid, $600.00 open, 1 of 3 payments').waitFor();
    expect(await valuesOf(dealId)).toEqual([300]);
  });

  browserTest('get a plan, a refund of what is left, and other values', async ({ newPage, expect }) => {
    const { owner, dealId, paymentId } = await shop();
    await transaction(app, owner, { dealId, value: '-100.00', refundOf: paymentId });
    const { page } = await openAs(newPage, app, owner, `/deals/${dealId}`);
    await panel(page).getByText('$200.00 paid').waitFor();
    await page.getByRole('button', { name: 'Change the plan…' }).click();
    const plan = page.getByRole('dialog', { name: 'Payment plan' });
    await plan.getByLabel('Number of payments').fill('121');
    await plan.getByRole('button', { name: 'Save the plan' }).click();
    await plan.getByText('Enter a number from 2 to 120').waitFor();
    await plan.getByLabel('Number of payments').fill('6');
    await plan.getByRole('button', { name: 'Save the plan' }).click();
    await panel(page).getByText('1 of 6 payments').waitFor();
    await page.getByRole('button', { name: 'Actions for $300.00' }).click();
    await page.getByRole('menuitem', { name: 'Refund…' }).click();
    const refund = page.getByRole('dialog', { name: 'Refund of $300.00' });
    expect(await refund.getByLabel('Amount in USD').inputValue()).toBe('200.00');
    await refund.getByRole('button', { name: 'Add the refund' }).click();
    await notice(page, '$200.00 is refunded').waitFor();
    // What was returned is no installment.
    await panel(page).getByText('$0.00 paid, $900.00 open, 0 of 6 payments').waitFor();
    expect(await valuesOf(dealId)).toEqual([300, -100, -200]);
    await page.keyboard.press('e');
    const edit = page.getByRole('dialog', { name: 'Edit the deal' });
    await edit.getByLabel('Value').fill('950');
    await edit.getByRole('button', { name: 'Save' }).click();
    await panel(page).getByText('$950.00', { exact: true }).waitFor();
  });

  browserTest('lose a payment, which is had again as it was unless it has refunds', async ({ newPage, expect }) => {
    const { owner, workspaceId, dealId, paymentId, ada } = await shop();
    const closer = await app.member(workspaceId, 'CLOSER');
    const payer = { name: 'Ada L.', email: 'ada@work.example', contactId: ada };
    await transaction(app, closer, { dealId, ...payer, value: '50.00' });
    const { page } = await openAs(newPage, app, owner, `/deals/${dealId}`);
    const remove = async (amount: string) => {
      await page.getByRole('button', { name: `Actions for ${amount}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    };
    await remove('$50.00');
    await notice(page, '$50.00 is deleted').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => valuesOf(dealId)).toEqual([300, 50]);
    const [again] = await app.sql<object>(
      'SELECT "userId", "name", "email" FROM "Transaction" WHERE "dealId" = $1 AND "value" = 50',
      [dealId],
    );
    expect(again).toEqual({ userId: closer.userId, name: 'Ada L.', email: 'ada@work.example' });
    await transaction(app, owner, { dealId, value: '-100.00', refundOf: paymentId });
    await page.reload();
    await panel(page).getByText('$250.00 paid').waitFor();
    await remove('$300.00');
    const question = page.getByRole('dialog', { name: 'Delete the payment of $300.00?' });
    await question.getByText('Its refunds stay, without the payment.').waitFor();
    await question.getByRole('button', { name: 'Delete the payment' }).click();
    await notice(page, '$300.00 is deleted').waitFor();
    expect(await notice(page, '$300.00 is deleted').getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect((await valuesOf(dealId)).sort()).toEqual([-100, 50]);
  });

  browserTest('move to another type on the board, which has the sums of each', async ({ newPage, expect }) => {
    const { owner, dealId } = await shop();
    const { page } = await openAs(newPage, app, owner, '/deals?view=board');
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
    await column('Won').getByText('$900.00', { exact: true }).waitFor();
    await column('Deposit').getByText('KWD').first().waitFor();
    await column('Won').getByRole('link', { name: 'Ada' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await notice(page, 'Ada: Recurring').waitFor();
    await column('Recurring').getByText('$900.00', { exact: true }).waitFor();
    const [stored] = await app.sql('SELECT "transactionType" FROM "Deal" WHERE "id" = $1', [dealId]);
    expect(stored).toEqual({ transactionType: 'RECURRING' });
  });

  browserTest('get the payments that came without one, by keyboard and with undo', async ({ newPage, expect }) => {
    const { owner, dealId, workspaceId } = await shop();
    const first = await transaction(app, owner, { name: 'A. Lovelace', email: 'ADA@example.com', value: '300.00' });
    const second = await transaction(app, owner, { name: 'Nobody', value: '5.00', time: '2026-01-01T00:00:00Z' });
    const dealOf = async (id: number) =>
      (await app.sql<{ dealId: number | null }>('SELECT "dealId" FROM "Transaction" WHERE "id" = $1', [id]))[0]?.dealId;
    const { page } = await openAs(newPage, app, owner, '/deals?view=payments');
    const queue = rows(page, 'Payments without a deal');
    const row = queue.filter({ hasText: 'A. Lovelace' });
    await row.getByText('Email', { exact: true }).waitFor();
    await row.getByText('Amount', { exact: true }).waitFor();
    await page.getByText('Payments without a deal (2)').waitFor();
    await row.getByRole('link').first().focus();
    await page.keyboard.press('a');
    await notice(page, '$300.00 belongs to the deal of Ada').waitFor();
    await page.getByText('Payments without a deal (1)').waitFor();
    expect(await dealOf(first)).toBe(dealId);
    await page.keyboard.press('u');
    await row.waitFor();
    await page.getByText('Payments without a deal (2)').waitFor();
    expect(await dealOf(first)).toBeNull();
    await queue.filter({ hasText: 'Nobody' }).getByRole('link').first().focus();
    await page.keyboard.press('s');
    await queue.filter({ hasText: 'Nobody' }).waitFor({ state: 'detached' });
    await notice(page, 'Nobody is skipped').waitFor();
    await row.getByRole('link').first().focus();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'The deal of $300.00' });
    await dialog.getByRole('button', { name: 'Ada' }).click();
    await notice(page, '$300.00 belongs to the deal of Ada').waitFor();
    expect([await dealOf(first), await dealOf(second)]).toEqual([dealId, null]);
    await page.getByText('Those that you skipped are here again when you come back to this view.').waitFor();
    const closer = await app.member(workspaceId, 'CLOSER');
    const other = await openAs(newPage, app, closer, '/deals?view=payments');
    await other.page.getByText('Every payment has a deal').waitFor();
  });

  browserTest(
    'show the next payments without a deal in the place of those that were skipped',
    async ({ newPage, expect }) => {
      const { owner } = await shop();
      for (let number = 30; number > 0; number--) {
        const time = new Date(Date.UTC(2026, 1, 1, 0, -number)).toISOString();
        await transaction(app, owner, { name: `Payer ${number}`, value: '5.00', time });
      }
      const { page } = await openAs(newPage, app, owner, '/deals?view=payments');
      const queue = rows(page, 'Payments without a deal');
      await queue.filter({ hasText: 'Payer 20' }).waitFor();
      expect(await queue.count()).toBe(20);
      for (let number = 1; number <= 20; number++) {
        await queue
          .filter({ hasText: new RegExp(`Payer ${number}\\D`) })
          .getByRole('link')
          .first()
          .focus();
        await page.keyboard.press('s');
        await notice(page, `Payer ${number} is skipped`).waitFor();
      }
      await queue.filter({ hasText: 'Payer 30' }).waitFor();
      expect(await queue.count()).toBe(10);
      expect(await page.getByText('No payment is left here').count()).toBe(0);
    },
  );
});
