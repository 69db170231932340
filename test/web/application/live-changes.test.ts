import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { bearer, type TestApp, testApp } from '../../support/app.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { fromNow } from '../../support/present.ts';
import { pause } from '../../support/waiting.ts';
import { addressOf, appForTests, openAs, readsOf } from '../../support/web-app.ts';

const hourMs = 3_600_000;

describe.skipIf(!hasBrowser)(`What changes elsewhere shows on an open page${unlessBrowser}`, () => {
  const app = appForTests();
  let otherNode: TestApp;
  beforeAll(async () => {
    otherNode = await testApp({ databaseUrl: app.databaseUrl });
  });
  afterAll(() => otherNode.close());

  const post = (node: TestApp, path: string, key: string, body: object) =>
    fetch(node.url + path, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const createContact = (node: TestApp, key: string, firstName: string) =>
    post(node, '/v1/contacts', key, { firstName, email: `${firstName.toLowerCase()}@example.com` });
  const waitingRow = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Calls without an outcome' }).getByRole('listitem').filter({ hasText: name });

  browserTest('a list has what an integration adds at this node and at another', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const key = await app.apiKey(owner);
    const { page, complaints } = await openAs(newPage, app, owner, '/contacts');
    await page.getByText('No contacts yet').waitFor();
    await createContact(app, key, 'Ada');
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    await createContact(otherNode, key, 'Grace');
    await page.getByRole('link', { name: 'Grace' }).waitFor();
    expect(complaints).toEqual([]);
  });

  browserTest(
    'what changed between the reading of the page and its stream is not missed',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const key = await app.apiKey(owner);
      const opened = await newPage();
      const { page } = opened;
      let isCreated: Promise<unknown> | undefined;
      await page.route('**/changes*', async (route) => {
        isCreated ??= page
          .getByText('No contacts yet')
          .waitFor()
          .then(() => createContact(app, key, 'Ada'));
        await isCreated;
        await route.continue();
      });
      await openAs(async () => opened, app, owner, '/contacts');
      await page.getByRole('link', { name: 'Ada' }).waitFor();
      expect(opened.complaints).toEqual([]);
    },
  );

  browserTest(
    'of two people, one sees what the other sets; who set it can still undo it',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const admin = await app.member(owner.workspaceId, 'ADMIN', { firstName: 'Grace', lastName: 'Hall' });
      await app.call(owner, { inviteeName: 'Pat Past', dateTime: fromNow(-2 * hourMs) });
      await app.call(owner, { inviteeName: 'Olga Over', dateTime: fromNow(-4 * hourMs) });
      const { page: first } = await openAs(newPage, app, owner, '/');
      const { page: second } = await openAs(newPage, app, admin, '/');
      await Promise.all([waitingRow(first, 'Olga Over').waitFor(), waitingRow(second, 'Olga Over').waitFor()]);
      const reads = readsOf(first, 'Today');
      await waitingRow(first, 'Pat Past').getByRole('button', { name: 'No-show' }).click();
      await waitingRow(second, 'Pat Past').waitFor({ state: 'detached' });
      await expect.poll(() => reads.length).toBeGreaterThan(0);
      await waitingRow(second, 'Olga Over').getByRole('button', { name: 'No-show' }).click();
      await waitingRow(first, 'Olga Over').waitFor({ state: 'detached' });
      await waitingRow(first, 'Pat Past').getByRole('button', { name: 'Undo' }).click();
      await waitingRow(second, 'Pat Past').waitFor();
    },
  );

  browserTest('another tab of the same browser shows it too', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const contact = await app.insert('Contact', {
      workspaceId: owner.workspaceId,
      previewId: 'contact_live_ada',
      firstName: 'Ada',
      email: 'ada@example.com',
    });
    const { page: first } = await openAs(newPage, app, owner, '/contacts');
    const second = await first.context().newPage();
    await second.goto(`${addressOf(app)}/contacts`);
    await second.getByRole('link', { name: 'Ada' }).waitFor();
    await app.graphql(
      `mutation { updateContact(input: { contactId: ${contact.id}, firstName: "Augusta" }) { id } }`,
      await app.session(owner, { expiresAt: '2100-01-01T00:00:00.000Z' }),
    );
    await first.getByRole('link', { name: 'Augusta' }).waitFor();
    await second.getByRole('link', { name: 'Augusta' }).waitFor();
    expect(await second.getByRole('link', { name: 'Ada' }).count()).toBe(0);
  });

  browserTest(
    'after its stream has ended, as with another role, the page is read again',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const admin = await app.member(owner.workspaceId, 'ADMIN');
      const { page } = await openAs(newPage, app, admin, '/events');
      await page.getByText('No events yet').waitFor();
      expect(await page.getByRole('link', { name: 'Developer' }).count()).toBe(1);
      // No stream reports a new event.
      await app.event(owner, { name: 'Strategy call' });
      await app.sql(`UPDATE "Membership" SET "role" = 'CLOSER' WHERE "userId" = $1`, [admin.userId]);
      await page.getByRole('link', { name: 'Strategy call' }).waitFor();
      await page.getByRole('link', { name: 'Developer' }).waitFor({ state: 'detached' });
    },
  );

  browserTest('who comes back to a tab after a while sees what changed', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, '/events');
    await page.getByText('No events yet').waitFor();
    const become = (state: 'hidden' | 'visible') =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await become('hidden');
    await app.event(owner, { name: 'Strategy call' });
    await pause(3_100);
    expect(await page.getByRole('link', { name: 'Strategy call' }).count()).toBe(0);
    await become('visible');
    await page.getByRole('link', { name: 'Strategy call' }).waitFor();
  });
});
