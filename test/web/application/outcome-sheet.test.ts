import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { bookableEvent } from '../../support/bookable-events.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { product } from '../../support/sales-factories.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';

const minuteMs = 60_000;

describe.skipIf(!hasBrowser)(`What follows from an outcome${unlessBrowser}`, () => {
  const app = appForTests();

  /** A workspace with a product, and a call of its owner that is over. */
  async function afterCall(owner: Member) {
    await product(app, owner, { name: 'Coaching', price: '1200.50', currency: 'EUR' });
    const eventId = await bookableEvent(app, owner);
    const contactId = await app.contact(owner.workspaceId, { email: 'pat@example.com' });
    const dateTime = fromNow(-90 * minuteMs);
    const invitee = { inviteeName: 'Pat Past', inviteeEmail: 'pat@example.com' };
    const callId = await app.call(owner, { ...invitee, contactId, eventId, dateTime });
    return { callId, contactId, eventId };
  }

  const row = (page: Page) =>
    page.getByRole('list', { name: 'Calls without an outcome' }).getByRole('listitem').filter({ hasText: 'Pat Past' });
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Outcome of the call with Pat Past' });
  const save = (page: Page) => sheet(page).getByRole('button', { name: 'Set the outcome' }).click();

  /** The outcomes of the calls with the contact, and what was sold and paid. */
  async function stored({ workspaceId }: Member) {
    const values = [workspaceId];
    const calls = await app.sql<object>(
      `SELECT "outcome", "noSaleReason", "notes", "status" FROM "EventCall" WHERE "workspaceId" = $1 ORDER BY "id"`,
      values,
    );
    const deals = await app.sql<object>(
      `SELECT d."value"::float, d."currency", d."transactionType" AS "type", d."installments", p."name" AS "product"
       FROM "Deal" d LEFT JOIN "Product" p ON p."workspaceId" = $1 AND p."id" = d."productId"
       WHERE d."workspaceId" = $1 ORDER BY d."id"`,
      values,
    );
    const payments = await app.sql<object>(
      `SELECT "value"::float, "currency" FROM "Transaction" WHERE "workspaceId" = $1 ORDER BY "id"`,
      values,
    );
    return { calls, deals, payments };
  }

  browserTest(
    'a sale with a product is entered by keys alone, and one key takes it back',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      await afterCall(owner);
      const before = await stored(owner);
      const { page, complaints } = await openAs(newPage, app, owner, '/');
      await row(page).waitFor();
      const { keyboard } = page;
      await keyboard.press('1');
      const focused = (label: string) =>
        expect
          .poll(() =>
            sheet(page)
              .getByLabel(label)
              .evaluate((field) => field.matches(':focus')),
          )
          .toBe(true);
      await focused('Product');
      await keyboard.type('coach');
      await page.getByRole('option', { name: 'Coaching' }).waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      expect(await sheet(page).getByLabel('Amount').inputValue()).toBe('1200.50');
      expect(await sheet(page).getByLabel('Currency').inputValue()).toBe('EUR');
      await sheet(page).getByLabel('Internal notes').focus();
      await keyboard.type('Starts in May');
      await keyboard.press('Control+Enter');
      await sheet(page).waitFor({ state: 'detached' });
      await row(page).getByRole('button', { name: 'Undo' }).waitFor();
      const sold = { value: 1200.5, currency: 'EUR' };
      expect(await stored(owner)).toMatchObject({
        calls: [{ outcome: 'WON', notes: 'Starts in May' }],
        deals: [{ ...sold, type: 'WON', product: 'Coaching' }],
        payments: [sold],
      });
      await keyboard.press('u');
      await row(page).getByRole('button', { name: 'Won…' }).waitFor();
      expect(await stored(owner)).toEqual(before);
      expect(complaints).toEqual([]);
    },
  );

  browserTest.for([
    { way: 'Deposit', paid: '200', deal: { type: 'DEPOSIT', installments: null }, payments: [200] },
    { way: 'Payment plan', paid: '', deal: { type: 'RECURRING', installments: 3 }, payments: [333.334] },
    { way: 'Payment plan', paid: '0', deal: { type: 'RECURRING', installments: 3 }, payments: [] },
    { way: 'Not paid yet', paid: undefined, deal: { type: 'WON', installments: null }, payments: [] },
  ])('$way with $paid paid now', async ({ way, paid, deal, payments }, { newPage, expect }) => {
    const owner = await app.workspace();
    await afterCall(owner);
    const { page } = await openAs(newPage, app, owner, '/');
    await row(page).getByRole('button', { name: 'Won…' }).click();
    await sheet(page).getByLabel('Amount').fill('1000');
    await sheet(page).getByLabel('Currency').fill('KWD');
    await page.getByRole('option', { name: /KWD/ }).click();
    await sheet(page).getByRole('radio', { name: way }).check();
    if (paid !== undefined) await sheet(page).getByLabel('Paid now').fill(paid);
    await save(page);
    await row(page).getByRole('button', { name: 'Undo' }).waitFor();
    expect(await stored(owner)).toMatchObject({
      calls: [{ outcome: 'WON' }],
      deals: [{ value: 1000, currency: 'KWD', ...deal }],
      payments: payments.map((value) => ({ value, currency: 'KWD' })),
    });
  });

  browserTest('an amount that is none, and a deposit above the amount, store nothing', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await afterCall(owner);
    const before = await stored(owner);
    const { page } = await openAs(newPage, app, owner, '/');
    await row(page).getByRole('button', { name: 'Won…' }).click();
    await sheet(page).getByLabel('Amount').fill('12.345');
    await sheet(page).getByRole('radio', { name: 'Deposit' }).check();
    await sheet(page).getByLabel('Paid now').fill('much');
    await save(page);
    await expect.poll(() => sheet(page).locator('[aria-invalid="true"]').count()).toBe(2);
    await sheet(page).getByLabel('Amount').fill('12');
    await sheet(page).getByLabel('Paid now').fill('13');
    await save(page);
    await sheet(page).getByText('Cannot be more than the amount').waitFor();
    expect(await stored(owner)).toEqual(before);
  });

  /** Holds the next finish of a call until it is let go, and refuses it then. */
  async function refuseLater(page: Page): Promise<() => Promise<void>> {
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'FinishCall') return route.fallback();
      await isLetGo;
      await route.abort('connectionreset');
    });
    return async () => {
      letGo();
      await page.unrouteAll({ behavior: 'wait' });
    };
  }
  const refusal = (page: Page) => notice(page, 'The outcome of the call with Pat Past is not set');

  browserTest('what is refused while another call is open leaves that one alone', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { eventId } = await afterCall(owner);
    await app.call(owner, { eventId, inviteeName: 'Ann Other', dateTime: fromNow(-200 * minuteMs) });
    const { page } = await openAs(newPage, app, owner, '/');
    const list = page.getByRole('list', { name: 'Calls without an outcome' });
    const open = (name: string) =>
      list.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'No sale…' }).click();
    const other = page.getByRole('dialog', { name: 'Outcome of the call with Ann Other' });
    await open('Pat Past');
    await sheet(page).getByLabel('Why was nothing sold?').selectOption('Bad fit');
    await sheet(page).getByLabel('Internal notes').fill('Of Pat');
    const letGo = await refuseLater(page);
    await save(page);
    await open('Ann Other');
    await other.getByLabel('Internal notes').fill('Of Ann');
    await letGo();
    await refusal(page).waitFor();
    expect(await other.getByRole('alert').count()).toBe(0);
    await other.getByLabel('Why was nothing sold?').selectOption('Not interested');
    await other.getByRole('button', { name: 'Set the outcome' }).click();
    await notice(page, 'Ann Other: no sale').waitFor();
    expect((await stored(owner)).calls).toMatchObject([
      { outcome: null, notes: null },
      { outcome: 'NO_SALE', noSaleReason: 'NOT_INTERESTED', notes: 'Of Ann' },
    ]);
    await open('Pat Past');
    expect(await sheet(page).getByLabel('Internal notes').inputValue()).toBe('Of Pat');
  });

  browserTest('what is refused after its page was left is said on the next one', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await afterCall(owner);
    const { page } = await openAs(newPage, app, owner, '/');
    await row(page).getByRole('button', { name: 'Won…' }).click();
    const letGo = await refuseLater(page);
    await save(page);
    await sheet(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await letGo();
    await refusal(page).waitFor();
    expect((await stored(owner)).calls).toMatchObject([{ outcome: null }]);
  });

  browserTest(
    'what was left in the sheet is there again, with the result that is chosen now',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      await afterCall(owner);
      const { page } = await openAs(newPage, app, owner, '/');
      await row(page).getByRole('button', { name: 'Won…' }).click();
      await sheet(page).getByLabel('Amount').fill('3000');
      await page.keyboard.press('Escape');
      await sheet(page).waitFor({ state: 'detached' });
      await row(page).getByRole('button', { name: 'No sale…' }).click();
      await expect
        .poll(() =>
          sheet(page)
            .getByRole('radio', { name: /^No sale/ })
            .isChecked(),
        )
        .toBe(true);
      await sheet(page).getByLabel('Why was nothing sold?').selectOption('BAD_FIT');
      await save(page);
      await row(page).getByRole('button', { name: 'Undo' }).waitFor();
      expect(await stored(owner)).toMatchObject({
        calls: [{ outcome: 'NO_SALE', noSaleReason: 'BAD_FIT' }],
        deals: [],
      });
    },
  );

  browserTest(
    'a typed amount stays when the product is named after it, and one of a list price follows it',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      await afterCall(owner);
      await product(app, owner, { name: 'Coach', price: '99.00', currency: 'EUR' });
      const { page } = await openAs(newPage, app, owner, '/');
      await row(page).getByRole('button', { name: 'Won…' }).click();
      const amount = sheet(page).getByLabel('Amount');
      const sold = sheet(page).getByLabel('Product');
      await sold.pressSequentially('Coach');
      await expect.poll(() => amount.inputValue()).toBe('99.00');
      await sold.pressSequentially('ing');
      await expect.poll(() => amount.inputValue()).toBe('1200.50');
      await amount.fill('900');
      await sold.fill('Coach');
      expect(await amount.inputValue()).toBe('900');
    },
  );

  browserTest('a no-show that is changed to no sale asks why', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { callId } = await afterCall(owner);
    await app.writeCalls(
      owner.workspaceId,
      `UPDATE "EventCall" SET "outcome" = 'NO_SALE', "noSaleReason" = 'NO_SHOW' WHERE "id" = $1`,
      [callId],
    );
    const [call] = await app.sql<{ previewId: string }>('SELECT "previewId" FROM "EventCall" WHERE "id" = $1', [
      callId,
    ]);
    const { page } = await openAs(newPage, app, owner, `/calls/${call?.previewId}?when=all`);
    await page.getByRole('button', { name: 'Change outcome…' }).click();
    await sheet(page)
      .getByRole('radio', { name: /^No sale/ })
      .check();
    await save(page);
    await sheet(page).getByText('Choose why').waitFor();
    expect(await stored(owner)).toMatchObject({ calls: [{ noSaleReason: 'NO_SHOW' }] });
  });

  browserTest('a chosen time of the next call is left again by a second press', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await afterCall(owner);
    const { page } = await openAs(newPage, app, owner, '/');
    await row(page).getByRole('button', { name: 'Follow up…' }).click();
    const times = sheet(page).getByRole('group', { name: 'Next call' });
    const first = times.getByRole('button', { name: /^\d/ }).first();
    await first.click();
    await sheet(page).getByText('Chosen:').waitFor();
    await first.click();
    await sheet(page).getByText('Chosen:').waitFor({ state: 'detached' });
    await save(page);
    await row(page).getByRole('button', { name: 'Undo' }).waitFor();
    expect((await stored(owner)).calls).toMatchObject([{ outcome: 'NO_SALE', noSaleReason: 'FOLLOW_UP_SCHEDULE' }]);
  });

  browserTest('a no-show has the link to book again', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { eventId } = await afterCall(owner);
    const [event] = await app.sql<{ linkPrefix: string }>('SELECT "linkPrefix" FROM "Event" WHERE "id" = $1', [
      eventId,
    ]);
    const link = `/e/${event?.linkPrefix}?email=pat%40example.com`;
    const { page } = await openAs(newPage, app, owner, '/');
    await row(page).waitFor();
    await page.keyboard.press('e');
    await sheet(page).getByRole('radio', { name: 'No-show' }).check();
    await sheet(page).getByText(link).waitFor();
    await page.keyboard.press('Escape');
    await row(page).getByRole('button', { name: 'No-show' }).click();
    await row(page).getByText('No-show', { exact: true }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await row(page).getByRole('button', { name: 'Copy the link to book again' }).click();
    await row(page).getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(new RegExp(`${link.replace('?', '[?]')}$`));
    expect((await stored(owner)).calls).toMatchObject([{ outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' }]);
  });

  browserTest('a follow-up books the next call, and its undo cancels that', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await afterCall(owner);
    const { page } = await openAs(newPage, app, owner, '/');
    await row(page).getByRole('button', { name: 'Follow up…' }).click();
    await sheet(page).locator('.times section button').first().click();
    await sheet(page)
      .getByText(/^Chosen: /)
      .waitFor();
    await sheet(page).getByLabel('Kind of objection').selectOption('Money');
    await save(page);
    await row(page).getByRole('button', { name: 'Undo' }).waitFor();
    const followUp = { outcome: 'NO_SALE', noSaleReason: 'FOLLOW_UP_SCHEDULE' };
    expect((await stored(owner)).calls).toMatchObject([followUp, { outcome: null, status: 'SCHEDULED' }]);
    await notice(page, 'Pat Past: follow up').getByRole('button', { name: 'Undo' }).click();
    await row(page).getByRole('button', { name: 'Follow up…' }).waitFor();
    expect((await stored(owner)).calls).toMatchObject([{ outcome: null }, { status: 'CANCELLED' }]);
  });

  browserTest('what the server refuses opens the sheet again, with what was typed', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { eventId } = await afterCall(owner);
    const { page } = await openAs(newPage, app, owner, '/');
    await row(page).getByRole('button', { name: 'Follow up…' }).click();
    await sheet(page).locator('.times section button').first().click();
    await sheet(page).getByLabel('Internal notes').fill('Wants to think');
    await app.sql(`UPDATE "Event" SET "status" = 'DEACTIVATED' WHERE "id" = $1`, [eventId]);
    await save(page);
    await sheet(page).getByRole('alert').first().waitFor();
    expect(await sheet(page).getByLabel('Internal notes').inputValue()).toBe('Wants to think');
    expect((await stored(owner)).calls).toMatchObject([{ outcome: null, notes: null }]);
    // Without a next call, which the form says too.
    await sheet(page).getByText('The event cannot be booked any more.').waitFor();
    await save(page);
    await row(page).getByRole('button', { name: 'Undo' }).waitFor();
    expect((await stored(owner)).calls).toMatchObject([{ notes: 'Wants to think' }]);
  });
});
