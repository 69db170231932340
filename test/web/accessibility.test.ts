import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { pages } from '#src/site/docs/pages.ts';
import { allRules, findingsInAllLooks } from '../support/accessibility.ts';
import { type TestApp, testApp } from '../support/app.ts';
import {
  browserTest,
  colorSchemes,
  forAxe,
  hasBrowser,
  type Look,
  signIn,
  unlessBrowser,
  widths,
} from '../support/browser.ts';
import { authorizePath } from '../support/consent-pages.ts';
import { challengeFor, newVerifier, oauthApp } from '../support/oauth.ts';

/** The page of GraphiQL is ours; its tabs, which have buttons inside, and the colours of its editor are not. */
const isOfGraphiql = ({ rule, target }: { rule: string; target: string }) =>
  rule === 'nested-interactive' || /view-line|line-number|mtk\d/.test(target);

/** On a busy machine it takes long to show all its operations. */
const referenceMs = 60_000;

describe.skipIf(!hasBrowser).concurrent(`accessibility${unlessBrowser}`, () => {
  let app: TestApp;
  beforeAll(async () => {
    const demo = { ownerEmail: 'demo@slotline.example', ownerPassword: 'slotline-demo', key: 'service_demo' };
    app = await testApp({ demo });
  });
  afterAll(() => app?.close());

  browserTest(
    'axe has no serious finding on our pages, light and dark, wide and narrow, and none is wider than the window',
    { timeout: 300_000 },
    async ({ newPage, expect }) => {
      const { page } = await newPage(forAxe);
      const found: object[] = [];
      for (const at of ['/', '/docs', '/nothing', '/sign-in', ...pages.map(({ name }) => `/docs/${name}`)]) {
        await page.goto(app.url + at);
        // The menu that only a narrow page shows is the same on every page.
        found.push(...(await findingsInAllLooks(page, nameOf(at), at === '/docs' ? { rulesOf: allRules } : {})));
      }
      expect(found).toEqual([]);
    },
  );

  // The colours of its examples, and those of the editor of GraphiQL, are chosen when the page loads.
  browserTest.for(colorSchemes)(
    'nor in the reference with an operation open, %s, wide and narrow',
    async (colorScheme, { newPage, expect }) => {
      const { page } = await newPage({ ...forAxe, colorScheme });
      page.setDefaultTimeout(referenceMs);
      if (colorScheme === 'dark') await page.route('**/openapi.json', withEachMethod);
      await page.goto(`${app.url}/docs/reference`);
      await page.locator('#operations-contacts-createContact .opblock-summary-control').first().click();
      await page.locator('#operations-contacts-createContact .responses-wrapper').waitFor();
      expect(await findingsInAllLooks(page, 'docs-reference', { inLooks: both(colorScheme) })).toEqual([]);
    },
  );

  browserTest('nor on the consent page, light and dark, wide and narrow', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const client = await oauthApp(app, owner);
    const { page } = await newPage(forAxe);
    await signIn(page, app.url, await app.session(owner));
    await page.goto(app.url + authorizePath(client, { ...challengeFor(newVerifier()) }));
    await page.getByRole('button', { name: 'Allow access' }).waitFor();
    expect(await findingsInAllLooks(page, 'oauth-authorize')).toEqual([]);
  });

  browserTest.for(colorSchemes)(
    'nor in what is ours of GraphiQL, %s, wide and narrow',
    async (colorScheme, { newPage, expect }) => {
      const { page } = await newPage({ ...forAxe, colorScheme });
      await page.goto(`${app.url}/graphql`);
      await page.locator('.graphiql-query-editor').getByText('UpcomingCalls').waitFor();
      const found = await findingsInAllLooks(page, 'graphql', { inLooks: both(colorScheme) });
      expect(found.filter((finding) => !isOfGraphiql(finding))).toEqual([]);
    },
  );
});

/** The document with a few operations, which have all colours of the reference. With all of them it takes seconds longer. */
async function withEachMethod(route: Route): Promise<void> {
  const response = await route.fetch();
  const document = (await response.json()) as { paths: Record<string, object>; webhooks: Record<string, object> };
  const seen = new Set<string>();
  const isNew = (method: string) => !seen.has(method) && seen.add(method);
  const paths = Object.entries(document.paths).filter(
    ([at, operations]) => at === '/v1/contacts' || Object.keys(operations).some(isNew),
  );
  const webhooks = Object.entries(document.webhooks).slice(0, 1);
  await route.fulfill({
    json: { ...document, paths: Object.fromEntries(paths), webhooks: Object.fromEntries(webhooks) },
  });
}

function both(colorScheme: Look['colorScheme']): Look[] {
  return widths.map((width) => ({ colorScheme, width }));
}

function nameOf(at: string): string {
  return at.replace(/\W+/g, '-').replace(/^-/, '') || 'front';
}
