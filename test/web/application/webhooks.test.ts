import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { browserTest, hasBrowser, screenshot, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, loseAnswers, notice, openAs, webApp } from '../../support/web-app.ts';
import { type Receiver, webhookReceiver } from '../../support/webhook-receiver.ts';
import { startWebhookWorker } from '../../support/webhook-workers.ts';
import { webhook } from '../../support/webhooks.ts';

const path = '/settings/developer/webhooks';

describe.skipIf(!hasBrowser)(`Settings → Developer → Webhooks${unlessBrowser}`, () => {
  let app: TestApp;
  let worker: { stop(): Promise<void> };
  const receivers: Receiver[] = [];
  const receiver = async (...args: Parameters<typeof webhookReceiver>) => {
    const opened = await webhookReceiver(...args);
    receivers.push(opened);
    return opened;
  };
  beforeAll(async () => {
    app = await webApp();
    worker = startWebhookWorker(app.context);
  });
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((each) => each.close()));
  });
  afterAll(async () => {
    await worker.stop();
    await app.close();
  });

  browserTest('the form of a server that sends to the internet alone says so', async ({ newPage, expect }) => {
    const strict = await webApp({ webhookTargets: { allowsLoopback: false } });
    try {
      const { page } = await openAs(newPage, strict, await strict.workspace(), path);
      const form = await openForm(page);
      await form.getByText('an https address that can be reached from the internet', { exact: false }).waitFor();
      expect(await form.getByText('localhost').count()).toBe(0);
      await form.getByRole('textbox', { name: 'URL' }).fill('http://localhost:4000/hooks');
      await form.getByRole('checkbox', { name: /contact\.created/ }).check();
      await form.getByRole('button', { name: 'Add the endpoint' }).click();
      await form.getByText('Must not lead to a loopback address').waitFor();
    } finally {
      await strict.close();
    }
  });

  browserTest(
    'an endpoint is added, gets a test and an event, fails, and gets it again',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const target = await receiver();
      const { page, complaints, origins } = await openAs(newPage, app, owner, path);
      await page.getByText('No endpoints yet').waitFor();
      const form = await openForm(page);
      await form.getByText("or one of this server's own machine, such as http://localhost").waitFor();
      await screenshot(page, 'webhook-form', false);
      await form.getByRole('textbox', { name: 'URL' }).fill(`${target.url}/hooks`);
      await form.getByRole('textbox', { name: 'Description' }).fill('CRM');
      await form.getByRole('checkbox', { name: /contact\.created/ }).check();
      await form.getByRole('button', { name: 'Add the endpoint' }).click();
      const secret = page.getByRole('dialog', { name: 'The signing secret' });
      expect(await secret.getByLabel('Signing secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
      await secret.getByRole('checkbox').check();
      await secret.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('heading', { name: `${target.url}/hooks` }).waitFor();

      await page.getByRole('button', { name: 'Send test event' }).click();
      const delivery = page.getByRole('dialog', { name: 'Delivery' });
      await delivery.getByText('Acknowledged.').waitFor();
      expect(new URL(page.url()).searchParams.get('delivery')).toMatch(/^dlv_/);
      expect(target.bodies().map(({ type }) => type)).toEqual(['webhook.test']);
      await page.keyboard.press('Escape');
      await page.getByRole('row', { name: /webhook\.test.*Delivered/ }).waitFor();

      await page.getByRole('button', { name: 'More actions for this endpoint' }).click();
      await page.getByRole('menuitem', { name: 'Send an example…' }).click();
      const example = page.getByRole('dialog', { name: 'Send an example' });
      expect(await example.getByLabel('Event').inputValue()).toBe('contact.created');
      await example.getByLabel('Event').selectOption('call.booked');
      await example.getByRole('button', { name: 'Send the example' }).click();
      await delivery.getByText('Acknowledged.').waitFor();
      await delivery.getByText(/webhook-example: true/).waitFor();
      expect(target.bodies().at(-1)?.type).toBe('call.booked');
      expect(target.received.at(-1)?.headers['webhook-example']).toBe('true');
      await page.keyboard.press('Escape');

      expect(await createContact(app, owner, 'ada@example.com')).toBe(201);
      await expect.poll(() => target.received.length).toBe(3);
      await page.reload();
      await page.getByRole('link', { name: 'contact.created' }).click();
      await delivery.getByText('"email": "ada@example.com"').waitFor();
      await delivery.getByText(/webhook-signature: v1,/).waitFor();
      await page.keyboard.press('Escape');

      target.answer((response) => response.writeHead(500).end('{"reason":"disk full"}'));
      await page.getByRole('button', { name: 'Send test event' }).click();
      await delivery.getByText('"reason": "disk full"').waitFor();
      await delivery.getByText('a proxy in front of it, failed').waitFor();
      target.answer(200);
      await delivery.getByRole('button', { name: 'Send again' }).click();
      await delivery.getByText('Acknowledged.').waitFor();
      await delivery.getByText('Attempt 2').waitFor();
      expect(target.bodies().at(-1)).toEqual(target.bodies().at(-2));
      await page.keyboard.press('Escape');
      await page.getByRole('row', { name: /webhook\.test.*Delivered.*2 attempts/ }).waitFor();

      await page.locator('label', { hasText: 'Failed' }).click();
      await page.getByText('No delivery has this status').waitFor();
      expect(new URL(page.url()).searchParams.get('status')).toBe('FAILED');
      await page.getByRole('link', { name: 'Webhooks' }).first().click();
      await page.getByRole('row', { name: new RegExp(`${target.url}/hooks.*Active.*200 in`) }).waitFor();
      expect(complaints).toEqual([]);
      expect([...origins]).toEqual([addressOf(app)]);
    },
  );

  browserTest('mistakes are named at their fields, and what was typed stays', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), path);
    const form = await openForm(page);
    await form.getByRole('textbox', { name: 'URL' }).fill('https://10.0.0.7/hooks');
    await form.getByRole('button', { name: 'Add the endpoint' }).click();
    await form.getByText('Choose at least one kind of event').waitFor();
    await form.getByRole('checkbox', { name: /^All events/ }).check();
    expect(await form.getByRole('checkbox', { name: /deal\.created/ }).isChecked()).toBe(true);
    await form.getByRole('button', { name: 'Add the endpoint' }).click();
    await form.getByText('Must not lead to').waitFor();
    const field = form.getByRole('textbox', { name: 'URL' });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('https://10.0.0.7/hooks');
    await form.getByRole('checkbox', { name: /^All events/ }).uncheck();
    expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });

  browserTest('where the answer is lost, another try adds no second endpoint', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path);
    const form = await openForm(page);
    await form.getByRole('textbox', { name: 'URL' }).fill('https://example.com/hooks');
    await form.getByRole('checkbox', { name: /^All events/ }).check();
    const restore = await loseAnswers(page);
    await form.getByRole('button', { name: 'Add the endpoint' }).click();
    await form.getByText('The server could not be reached').waitFor();
    await restore();
    await form.getByRole('button', { name: 'Add the endpoint' }).click();
    const secret = page.getByRole('dialog', { name: 'The signing secret' });
    await secret.getByLabel('Signing secret', { exact: true }).waitFor();
    const stored = await app.sql('SELECT "url" FROM "Webhook" WHERE "workspaceId" = $1', [owner.workspaceId]);
    expect(stored).toEqual([{ url: 'https://example.com/hooks' }]);
  });

  browserTest('a paused endpoint is resumed and gets what it missed', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const target = await receiver();
    const paused = { status: 'PAUSED', pauseReason: 'GONE', pausedAt: fromNow() };
    const id = await webhook(app, owner, { url: `${target.url}/old`, ...paused });
    const { page } = await openAs(newPage, app, owner, `${path}/${id}`);
    await page.getByText('it answered 410 (gone)', { exact: false }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Send test event' }).isDisabled()).toBe(true);
    expect(await createContact(app, owner, 'mary@example.com')).toBe(201);
    // A worker makes the delivery of an event in its time. The page reads them once on a resume, and would miss a later one.
    await expect.poll(() => app.sql('SELECT FROM "WebhookDelivery" WHERE "webhookId" = $1', [id])).toHaveLength(1);
    await page.getByRole('button', { name: 'Resume' }).click();
    await notice(page, 'active again').waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByRole('row', { name: /contact\.created.*Delivered/ }).waitFor();
    expect(target.bodies().map(({ type }) => type)).toEqual(['contact.created']);
  });

  browserTest('a member without the role reads whom to ask', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await webhook(app, owner);
    const { page } = await openAs(newPage, app, await app.member(owner.workspaceId, 'SETTER'), `${path}/${id}`);
    await page.getByRole('heading', { name: 'Only owners and admins can open this page' }).waitFor();
    expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
  });
});

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  return page.getByRole('dialog', { name: 'Add an endpoint' });
}

/** Through the API, so that its event is written. Returns the status of the answer. */
async function createContact(app: TestApp, member: Member, email: string): Promise<number> {
  const headers = { authorization: `Bearer ${await app.apiKey(member)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ email, firstName: 'Ada', lastName: 'Byron' });
  return (await app.request('/v1/contacts', { method: 'POST', headers, body })).status;
}
