import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { pages } from '#src/http/docs/pages.ts';
import { type TestApp, testApp } from '../support/app.ts';
import {
  browserTest,
  colorSchemes,
  forAxe,
  hasBrowser,
  type Look,
  looks,
  type Rules,
  screenshot,
  seriousFindings,
  setLook,
  signIn,
  unlessBrowser,
  widths,
} from '../support/browser.ts';
import { authorizePath } from '../support/consent-pages.ts';
import { challengeFor, newVerifier, oauthApp } from '../support/oauth.ts';

/** The page of GraphiQL is ours; its tabs, which have buttons inside, and the colours of its editor are not. */
const isOfGraphiql = ({ rule, target }: { rule: string; target: string }) =>
  rule === 'nested-interactive' || /view-line|line-number|mtk\d/.test(target);

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
        found.push(...(await findings(page, at, looks, at === '/docs' ? allLooks : rulesOf)));
      }
      expect(found).toEqual([]);
    },
  );

  // The colours of its examples, and those of the editor of GraphiQL, are chosen when the page loads.
  browserTest.for(colorSchemes)(
    'nor in the reference with an operation open, %s, wide and narrow',
    async (colorScheme, { newPage, expect }) => {
      const { page } = await newPage({ ...forAxe, colorScheme });
      await page.goto(`${app.url}/docs/reference`);
      await page.locator('#operations-contacts-createContact .opblock-summary-control').first().click();
      await page.locator('#operations-contacts-createContact .responses-wrapper').waitFor();
      expect(await findings(page, '/docs/reference', both(colorScheme))).toEqual([]);
    },
  );

  browserTest('nor on the consent page, light and dark, wide and narrow', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const client = await oauthApp(app, owner);
    const { page } = await newPage(forAxe);
    await signIn(page, app.url, await app.session(owner));
    await page.goto(app.url + authorizePath(client, { ...challengeFor(newVerifier()) }));
    await page.getByRole('button', { name: 'Allow access' }).waitFor();
    expect(await findings(page, '/oauth/authorize', looks)).toEqual([]);
  });

  browserTest.for(colorSchemes)(
    'nor in what is ours of GraphiQL, %s, wide and narrow',
    async (colorScheme, { newPage, expect }) => {
      const { page } = await newPage({ ...forAxe, colorScheme });
      await page.goto(`${app.url}/graphql`);
      await page.locator('.graphiql-query-editor').getByText('UpcomingCalls').waitFor();
      const found = await findings(page, '/graphql', both(colorScheme));
      expect(found.filter((finding) => !isOfGraphiql(finding))).toEqual([]);
    },
  );
});

function both(colorScheme: Look['colorScheme']): Look[] {
  return widths.map((width) => ({ colorScheme, width }));
}

/** A wide page in the dark differs only in its colours, a narrow one only in its layout. */
function rulesOf({ colorScheme, width }: Look): Rules | undefined {
  if (width === 1280) return colorScheme === 'light' ? 'all' : 'colors';
  return colorScheme === 'light' ? 'others' : undefined;
}

const allLooks = ({ colorScheme }: Look): Rules => (colorScheme === 'light' ? 'all' : 'colors');

async function findings(page: Page, at: string, inLooks: readonly Look[], rulesIn = rulesOf) {
  const name = at.replace(/\W+/g, '-').replace(/^-/, '') || 'front';
  const found = [];
  for (const look of inLooks) {
    const rules = rulesIn(look);
    await setLook(page, look);
    await screenshot(page, `${name}-${look.width}-${look.colorScheme}`);
    const pageWidth = await page.evaluate('document.documentElement.scrollWidth');
    if (pageWidth !== look.width) found.push({ at, ...look, rule: 'width', target: 'html', why: `${pageWidth}` });
    if (rules) found.push(...(await seriousFindings(page, rules)).map((finding) => ({ at, ...look, ...finding })));
  }
  return found;
}
