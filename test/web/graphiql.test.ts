import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { browserTest, hasBrowser, type NewPage, type OpenedPage, signIn, unlessBrowser } from '../support/browser.ts';
import { appForTests } from '../support/web-app.ts';

describe.skipIf(!hasBrowser)(`GraphiQL in a browser${unlessBrowser}`, () => {
  const app = appForTests(() => testApp());

  // One page for both, because it takes seconds to load.
  browserTest('opens with its schema, and runs its default query with the key under Headers', async ({ newPage }) => {
    const owner = await app.workspace();
    await app.call(owner, { dateTime: '2026-03-05T09:00:00.000Z', inviteeName: 'Nora Quill' });
    const key = await app.apiKey(owner, { scopes: ['eventCalls:read'] });
    const { page, origins, complaints } = await open(newPage);
    await page.getByRole('button', { name: 'Headers' }).click();
    await paste(page, JSON.stringify({ Authorization: `Bearer ${key}` }));
    const request = page.waitForRequest((each) => each.postData()?.includes('UpcomingCalls') ?? false);
    await run(page);
    expect((await request).headers().authorization).toBe(`Bearer ${key}`);
    await page.locator('.graphiql-response').getByText('Nora Quill').waitFor();

    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.locator('.graphiql-plugin').getByRole('link', { name: 'EventCallPage', exact: true }).click();
    await page.locator('.graphiql-plugin').getByText('A page of calls.').waitFor();
    await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click();
    await page.locator('.graphiql-plugin').getByText('limit:').waitFor();
    expect([...origins]).toEqual([app.url]);
    expect(complaints).toEqual([]);
  });

  browserTest('is signed in by e-mail and password, in every tab from then on', async ({ newPage }) => {
    const demo = await createDemoWorkspace(app.context);
    const { page, complaints } = await open(newPage);
    await tab(page, 'SignIn');
    const input = { email: demo?.ownerEmail, password: demo?.ownerPassword };
    await page.getByRole('button', { name: 'Variables' }).click();
    // A tab that is opened fills its editors when it comes to it, over what was typed meanwhile.
    await shown(page, '.graphiql-editor-tool', 'you@example.com');
    await paste(page, JSON.stringify({ input }));
    await shown(page, '.graphiql-editor-tool', String(demo?.ownerEmail));
    await runUntil(page, 'workspaceId');
    await tab(page, 'Contacts');
    await shown(page, '.graphiql-query-editor', 'customFieldAnswers');
    await runUntil(page, 'customFieldAnswers');
    expect(complaints).toEqual([]);
  });

  browserTest('says as whom it works, and runs as the signed-in person without any header', async ({ newPage }) => {
    const owner = await app.workspace();
    await app.sql('UPDATE "User" SET "firstName" = $1, "lastName" = $2 WHERE "id" = $3', ['Uma', 'Reed', owner.userId]);
    await app.sql('UPDATE "Workspace" SET "name" = $1 WHERE "id" = $2', ['Reed & Partners', owner.workspaceId]);
    await app.call(owner, { dateTime: '2026-03-05T09:00:00.000Z', inviteeName: 'Nora Quill' });
    const { page, complaints } = await open(newPage);
    expect(await identity(page)).toBe('Not signed in: Sign in, or enter an API key in the Headers tab.');
    expect(await page.locator('.identity a').getAttribute('href')).toBe('http://app.test/sign-in?next=/graphql');

    await signIn(page, app.url, await app.session(owner));
    await page.reload();
    await shown(page, '.graphiql-query-editor', 'UpcomingCalls');
    expect(await identity(page)).toBe('Signed in as Uma Reed · Reed & Partners. Mutations run as you, on real data.');
    await runUntil(page, 'Nora Quill');

    const other = await app.workspace();
    await page.getByRole('button', { name: 'Headers' }).click();
    await paste(page, JSON.stringify({ Authorization: `Bearer ${await app.apiKey(other)}` }));
    await runUntil(page, '"count": 0');
    expect(await identity(page)).toBe(
      'Signed in as Uma Reed · Reed & Partners. The last request used the Authorization header from the Headers tab instead.',
    );
    // As after a sign-out in another tab.
    await page.context().clearCookies();
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.locator('.identity', { hasText: 'Not signed in' }).waitFor();
    expect(complaints).toEqual([]);
  });

  browserTest('shows the query of a link in a tab, and leaves it to the reader to run it', async ({ newPage }) => {
    const owner = await app.workspace();
    const { page, complaints } = await newPage({ viewport: { width: 1400, height: 900 } });
    await signIn(page, app.url, await app.session(owner));
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    const query = 'mutation Linked { createContact(input: { email: "ada@example.com" }) { contact { id } } }';
    const search = new URLSearchParams({ query, operationName: 'Linked' });
    const introspection = page.waitForResponse(isIntrospection);
    await page.goto(`${app.url}/graphql?${search}`);
    await introspection;
    await shown(page, '.graphiql-query-editor', 'createContact');
    // What would run by itself would have run by then.
    await identity(page);
    expect(page.url()).toBe(`${app.url}/graphql`);
    expect(sent.filter((data) => data.includes('createContact'))).toEqual([]);
    expect(await contacts(owner.workspaceId)).toBe(0);
    await runUntil(page, '"contact"');
    expect(await contacts(owner.workspaceId)).toBe(1);
    expect(complaints).toEqual([]);
  });

  describe('with a demo workspace', () => {
    const demo = { ownerEmail: '', ownerPassword: '', key: '' };
    let installation: TestApp;
    beforeAll(async () => {
      installation = await testApp({ demo });
      Object.assign(demo, await createDemoWorkspace(installation.context));
    });
    afterAll(() => installation?.close());

    browserTest(
      'runs the first query as it is, also on a second visit on a phone, and has the sign-in filled in',
      async ({ newPage }) => {
        const { page, complaints } = await open(newPage, installation);
        await runUntil(page, 'inviteeName');
        expect(await identity(page)).toBe(
          'Not signed in: the last request used the Authorization header from the Headers tab. Sign in',
        );
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(`${installation.url}/graphql`);
        await shown(page, '.graphiql-query-editor', 'UpcomingCalls');
        expect(await page.locator('.graphiql-tab').getByText('untitled').count()).toBe(0);
        await runUntil(page, 'inviteeName');
        // The whole width is for the query, and the result is below.
        const editor = await page.locator('.graphiql-query-editor').boundingBox();
        const response = await page.locator('.graphiql-response').boundingBox();
        expect(editor?.width).toBeGreaterThan(350);
        expect(response?.width).toBeGreaterThan(350);
        expect(Number(response?.y)).toBeGreaterThan(Number(editor?.y) + Number(editor?.height));
        await page.setViewportSize({ width: 1400, height: 900 });
        await tab(page, 'SignIn');
        await page.getByRole('button', { name: 'Variables' }).click();
        await shown(page, '.graphiql-editor-tool', demo.ownerPassword);
        await runUntil(page, 'workspaceId');
        expect(complaints).toEqual([]);
      },
    );
  });

  function isIntrospection(response: Response): boolean {
    return response.request().postData()?.includes('IntrospectionQuery') ?? false;
  }

  function identity(page: Page): Promise<string | null> {
    return page.locator('.identity:not(:empty)').textContent();
  }

  async function contacts(workspaceId: number): Promise<number> {
    const rows = await app.sql('SELECT FROM "Contact" WHERE "workspaceId" = $1', [workspaceId]);
    return rows.length;
  }

  async function tab(page: Page, name: string): Promise<void> {
    await page.locator('.graphiql-tab-button').getByText(name, { exact: true }).click({ delay: 50 });
    await page.locator('.graphiql-tab-active').getByText(name, { exact: true }).waitFor();
  }

  function shown(page: Page, editor: string, text: string, timeout = 30_000): Promise<void> {
    return page.locator(`${editor} .view-line`, { hasText: text }).first().waitFor({ timeout });
  }

  /** For a moment GraphiQL runs the operation of the tab before, and finds that there is none of its name. */
  function runUntil(page: Page, text: string): Promise<void> {
    const once = async () => {
      await run(page);
      await shown(page, '.graphiql-response', text, 3000);
    };
    return vi.waitFor(once, { timeout: 40_000 });
  }

  function run(page: Page): Promise<void> {
    return page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).click();
  }

  async function open(newPage: NewPage, at = app): Promise<OpenedPage> {
    const opened = await newPage({ viewport: { width: 1400, height: 900 } });
    const { page } = opened;
    const introspection = page.waitForResponse(isIntrospection);
    await page.goto(`${at.url}/graphql`);
    expect((await introspection).status()).toBe(200);
    await page.locator('.graphiql-query-editor').getByText('UpcomingCalls').waitFor();
    return opened;
  }

  async function paste(page: Page, text: string): Promise<void> {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
  }
});
