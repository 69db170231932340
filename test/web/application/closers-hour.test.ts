import type { Locator } from 'playwright-core';
import { describe } from 'vitest';
import { openAlways } from '../../support/bookable-events.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { fromNow } from '../../support/present.ts';
import { product } from '../../support/sales-factories.ts';
import { nextSerial } from '../../support/serial.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';

const minuteMs = 60_000;
const wholeMinute = (at: string) => `${at.slice(0, 16)}:00.000Z`;

/** What the ten calls end with, from the latest one that is over to the earliest, and then those to come. */
const over = [
  'Fay Full',
  'Fred Full',
  'Dee Deposit',
  'Pam Plan',
  'Nick Noshow',
  'Nora Noshow',
  'Finn Followup',
  'Una Undone',
];
const toCome = { 'Hal Handed': 180, 'Cara Cancelled': 300 };

describe.skipIf(!hasBrowser)(`An hour of a closer${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest(
    'ten calls end by keys alone, and every number is stored as it was typed',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { workspaceId } = owner;
      const cleo = await app.member(workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Hart' });
      await product(app, owner, { name: 'Coaching', price: '1200.50', currency: 'EUR' });
      const eventId = await app.event(owner, { name: 'Demo call' });
      for (const host of [owner, cleo]) await openAlways(app, host, { eventId });
      const calls = [...over.map((name, index) => [name, -90 - index * 60] as const), ...Object.entries(toCome)];
      for (const [inviteeName, minutes] of calls) {
        const [firstName, lastName] = inviteeName.split(' ');
        const email = `${inviteeName.replace(' ', '.')}@example.com`;
        const { id: contactId } = await app.insert('Contact', {
          workspaceId,
          previewId: `contact_hour_${nextSerial()}`,
          firstName,
          lastName,
          email,
        });
        await app.call(owner, { eventId, contactId, inviteeName, dateTime: wholeMinute(fromNow(minutes * minuteMs)) });
      }
      const { page, complaints } = await openAs(newPage, app, owner, '/');
      let count = 0;
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
        count += keys.length;
      };
      const type = async (text: string) => {
        await page.keyboard.type(text);
        count += text.length;
      };
      const tabTo = async (target: Locator) => {
        await target.first().waitFor();
        for (let steps = 0; steps < 20; steps++) {
          await press('Tab');
          if (await target.first().evaluate((element) => element === document.activeElement)) return;
        }
        throw new Error(`Tab never reaches ${target}`);
      };
      const sheet = (name: string) => page.getByRole('dialog', { name: `Outcome of the call with ${name}` });
      const left = (open: number) =>
        page.getByRole('heading', { name: open === 1 ? '1 call without' : `${open} calls without` }).waitFor();
      const goTo = async (name: string) => {
        await press('Control+k');
        await type(name);
        await page.locator('[data-action][data-selected]', { hasText: name }).waitFor();
        await press('Enter');
      };
      /** Opens the sheet of the chosen call with Won, and takes the product. */
      const sell = async (name: string) => {
        await press('1');
        await focus(sheet(name).getByLabel('Product'));
        await type('Coa');
        await page.getByRole('option', { name: 'Coaching' }).waitFor();
        await press('ArrowDown', 'Enter');
        await expect.poll(() => sheet(name).getByLabel('Amount').inputValue()).toBe('1200.50');
      };
      const focus = (field: Locator) =>
        expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      const send = async (name: string, open: number) => {
        await press('Control+Enter');
        await sheet(name).waitFor({ state: 'detached' });
        await left(open);
      };
      await left(8);

      await sell('Fay Full');
      await send('Fay Full', 7);
      await sell('Fred Full');
      await press('Tab', 'Control+a');
      await type('999.99');
      await send('Fred Full', 6);
      await sell('Dee Deposit');
      await tabTo(sheet('Dee Deposit').getByRole('radio', { name: 'Paid in full' }));
      await press('ArrowDown', 'Tab');
      await type('200.25');
      await send('Dee Deposit', 5);
      await sell('Pam Plan');
      await tabTo(sheet('Pam Plan').getByRole('radio', { name: 'Paid in full' }));
      await press('ArrowDown', 'ArrowDown', 'Tab', 'Control+a');
      await type('4');
      await send('Pam Plan', 4);
      await press('3');
      await left(3);
      await press('3');
      await left(2);
      await press('4');
      const times = sheet('Finn Followup').locator('.times section button');
      await focus(sheet('Finn Followup').getByRole('radio', { name: 'Follow up' }));
      await tabTo(times);
      await press('Space');
      await sheet('Finn Followup')
        .getByText(/^Chosen: /)
        .waitFor();
      await send('Finn Followup', 1);
      await press('3');
      await page.getByRole('heading', { name: 'Every call has its outcome' }).waitFor();
      await press('u');
      await left(1);

      await goTo('Calls');
      await page.getByRole('link', { name: 'Hal Handed' }).waitFor();
      const stepTo = async (name: string) => {
        const isReached = () =>
          page.getByRole('link', { name }).evaluate((element) => element === document.activeElement);
        for (let steps = 0; steps < 4 && !(await isReached()); steps++) await press('j');
        expect(await isReached()).toBe(true);
      };
      await stepTo('Hal Handed');
      await press('h');
      const hosts = page.getByRole('dialog', { name: 'Give the call with Hal Handed to another host' });
      await tabTo(hosts.getByRole('radio', { name: 'Cleo Hart' }));
      await press('Space', 'Control+Enter');
      await notice(page, 'Cleo Hart has the call').waitFor();
      await hosts.waitFor({ state: 'detached' });
      await stepTo('Cara Cancelled');
      await press('Enter');
      const record = page.getByRole('complementary', { name: 'The call' });
      await record.getByRole('heading', { name: 'Cara Cancelled' }).waitFor();
      await tabTo(record.getByRole('button', { name: 'Cancel the call…' }));
      await press('Enter');
      const cancel = page.getByRole('dialog', { name: /Cancel the call/ });
      await tabTo(cancel.getByRole('textbox'));
      await type('Is ill');
      await press('Control+Enter');
      await cancel.waitFor({ state: 'detached' });

      expect(await storedOf(workspaceId)).toEqual({
        calls: [
          ...['Fay Full', 'Fred Full', 'Dee Deposit', 'Pam Plan'].map((name) => `${name}: WON`),
          ...['Nick Noshow', 'Nora Noshow'].map((name) => `${name}: NO_SALE, NO_SHOW`),
          'Finn Followup: NO_SALE, FOLLOW_UP_SCHEDULE',
          'Una Undone: no outcome',
          'Hal Handed: no outcome, Cleo',
          'Cara Cancelled: no outcome, cancelled',
          'Finn Followup: no outcome, Cleo',
        ],
        deals: [
          { contact: 'Fay.Full@example.com', sale: 'WON 1200.5 EUR', paid: [1200.5] },
          { contact: 'Fred.Full@example.com', sale: 'WON 999.99 EUR', paid: [999.99] },
          { contact: 'Dee.Deposit@example.com', sale: 'DEPOSIT 1200.5 EUR', paid: [200.25] },
          { contact: 'Pam.Plan@example.com', sale: 'RECURRING 1200.5 EUR in 4', paid: [300.13] },
        ],
      });
      expect(count).toBeLessThan(110);
      expect(complaints).toEqual([]);
    },
  );

  async function storedOf(workspaceId: number) {
    const calls = await app.sql<{ text: string }>(
      `SELECT concat(c."inviteeName", ': ', coalesce(c."outcome"::text, 'no outcome'), ', ' || c."noSaleReason"::text,
         CASE WHEN c."status" = 'CANCELLED' THEN ', cancelled' END, ', ' || nullif(u."firstName", o."firstName")) AS "text"
       FROM "EventCall" c JOIN "User" u ON u."id" = c."userId"
       JOIN "Membership" m ON m."workspaceId" = $1 AND m."role" = 'OWNER' JOIN "User" o ON o."id" = m."userId"
       WHERE c."workspaceId" = $1 ORDER BY c."id"`,
      [workspaceId],
    );
    const deals = await app.sql<object>(
      `SELECT c."email" AS "contact",
         concat(d."transactionType", ' ', d."value"::float, ' ', d."currency", ' in ' || d."installments") AS "sale",
         ARRAY(SELECT t."value"::float FROM "Transaction" t WHERE t."workspaceId" = $1 AND t."dealId" = d."id" ORDER BY t."id") AS "paid"
       FROM "Deal" d JOIN "Contact" c ON c."workspaceId" = $1 AND c."id" = d."contactId"
       JOIN "Product" p ON p."workspaceId" = $1 AND p."id" = d."productId"
       WHERE d."workspaceId" = $1 ORDER BY d."id"`,
      [workspaceId],
    );
    return { calls: calls.map(({ text }) => text), deals };
  }
});
