import type { Page, Request } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { fromNow } from '../../support/present.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';
import { deliveryOf, webhook } from '../../support/webhooks.ts';

const path = '/settings/developer/webhooks';

describe.skipIf(!hasBrowser)(`One webhook in Settings → Developer${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('only what was changed is saved, and what another tab deleted cannot be', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await webhook(app, owner, { description: 'CRM' });
    const { page } = await openAs(newPage, app, owner, `${path}/${id}`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await choose(page, 'Edit…');
    const form = page.getByRole('dialog', { name: 'Edit the endpoint' });
    await form.getByRole('textbox', { name: 'Description' }).fill('CRM of the sales team');

    await app.sql('UPDATE "Webhook" SET "kinds" = $2 WHERE "id" = $1', [id, ['contact.created', 'deal.created']]);
    await form.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved').waitFor();
    const stored = await app.sql('SELECT "description", "kinds" FROM "Webhook" WHERE "id" = $1', [id]);
    expect(stored).toEqual([{ description: 'CRM of the sales team', kinds: ['contact.created', 'deal.created'] }]);

    await choose(page, 'Edit…');
    await form.getByRole('textbox', { name: 'URL' }).fill('https://example.com/new');
    await choose(other, 'Delete…');
    await other.getByText('signing secret are lost').waitFor();
    await other.getByRole('button', { name: 'Delete the endpoint' }).click();
    await other.getByText('No endpoints yet').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('This no longer exists').waitFor();
    expect(await form.getByRole('textbox', { name: 'URL' }).inputValue()).toBe('https://example.com/new');
    await page.reload();
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
  });

  browserTest(
    'by keyboard alone: the secret is rotated, and a delivery opened and left',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const id = await webhook(app, owner, { url: 'https://127.0.0.1:1/nobody' });
      await deliveryOf(app, { ...owner, webhookId: id }, { status: 'FAILED', attempts: 8, sentAt: inMinutes(-5) });
      const { page } = await openAs(newPage, app, owner, `${path}/${id}`);
      const { keyboard } = page;
      await page.getByRole('button', { name: 'More actions' }).focus();
      await keyboard.press('Enter');
      await page.getByRole('menuitem').first().waitFor();
      for (const item of ['Send an example…', 'Edit…', 'Rotate the secret…']) {
        await keyboard.press('ArrowDown');
        await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(item);
      }
      await keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Rotate the signing secret' });
      await dialog.getByLabel('The old secret ends').waitFor();
      await focused(page, 'select');
      for (const key of ['Tab', 'Tab', 'Enter']) await keyboard.press(key);
      const secret = page.getByRole('dialog', { name: 'The signing secret' });
      await secret.getByLabel('Signing secret', { exact: true }).waitFor();
      await secret.getByRole('checkbox').focus();
      for (const key of ['Space', 'Tab', 'Enter']) await keyboard.press(key);
      await page.getByText('Two secrets are active').waitFor();

      await page.getByRole('radio', { name: 'All' }).focus();
      await keyboard.press('ArrowLeft');
      await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('FAILED');
      await focused(page, 'input[value=FAILED]');
      await page.getByRole('link', { name: 'contact.created' }).waitFor();
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await page
        .getByRole('dialog', { name: 'Delivery' })
        .getByText(/Attempt \d/)
        .waitFor();
      await keyboard.press('Escape');
      await focused(page, '.row-link');
    },
  );

  browserTest(
    'a delivery that nobody sends is read no more, until a person looks again',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const id = await webhook(app, owner);
      await deliveryOf(app, { ...owner, webhookId: id }, { status: 'PENDING', attempts: 0 });
      const { page } = await openAs(newPage, app, owner, '/docs');
      await page.clock.install();
      const isRead = (request: Request) =>
        request.url().endsWith('/graphql') && request.postDataJSON().operationName === 'WebhookDelivery';
      let reads = 0;
      page.on('request', (request) => {
        if (isRead(request)) reads++;
      });
      await page.goto(new URL(`${path}/${id}`, page.url()).href);
      await page.getByRole('link', { name: 'contact.created' }).click();
      const drawer = page.getByRole('dialog', { name: 'Delivery' });
      await drawer.getByText('Waiting for the response…').waitFor();
      const passes = async (what: () => Promise<boolean> | boolean) => {
        await page.clock.runFor(1_500);
        return what();
      };
      const overdue = drawer.getByText('It has not been sent yet.');
      await expect.poll(() => passes(() => overdue.isVisible())).toBe(true);
      const before = reads;
      await page.clock.runFor(15_000);
      await drawer.getByRole('button', { name: 'Check again' }).click();
      await drawer.getByText('Waiting for the response…').waitFor();
      expect(reads).toBe(before);
      await expect.poll(() => passes(() => reads > before)).toBe(true);
    },
  );

  browserTest('axe finds nothing serious in either look, at either width', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await webhook(app, owner, { failingSince: inMinutes(-90), description: 'CRM' });
    for (let hour = 0; hour < 20; hour++) {
      const status = hour % 6 === 5 ? 'FAILED' : 'DELIVERED';
      const about = { status, attempts: 1, sentAt: inMinutes(-60 * hour - 1) } as const;
      await deliveryOf(app, { ...owner, webhookId: id }, about);
    }
    await app.sql(
      `UPDATE "WebhookAttempt" SET "responseStatus" = CASE WHEN "id" % 6 = 0 THEN 503 ELSE 200 END,
      "latencyMs" = 20 + "id" % 7 * 13, "responseStart" = '{"received":true}' WHERE "webhookId" = $1`,
      [id],
    );
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await page.getByRole('link', { name: 'https://example.com/webhooks' }).waitFor();
    expect(await findingsInAllLooks(page, 'webhooks-list')).toEqual([]);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    expect(await findingsInAllLooks(page, 'webhooks-form')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'https://example.com/webhooks' }).click();
    await page.getByText(/median, at most \d+ ms/).waitFor();
    await page.getByText('The numbers as a table').click();
    await page.getByRole('columnheader', { name: 'Half within, ms' }).waitFor();
    await page
      .getByRole('row', { name: /contact\.created/ })
      .first()
      .waitFor();
    expect(await findingsInAllLooks(page, 'webhooks-endpoint')).toEqual([]);
    await page.getByRole('link', { name: 'contact.created' }).first().click();
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    expect(await findingsInAllLooks(page, 'webhooks-delivery')).toEqual([]);
  });
});

async function choose(page: Page, action: string): Promise<void> {
  await page.bringToFront();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Waits until an element has the focus. */
function focused(page: Page, selector: string): Promise<void> {
  return page.locator(`${selector}:focus`).waitFor({ state: 'attached' });
}

function inMinutes(minutes: number): string {
  return fromNow(minutes * 60_000);
}
