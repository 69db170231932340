import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '#src/http/docs/pages.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { hasBrowser, launchBrowser, unlessBrowser } from '../support/browser.ts';
import { authorizePath } from '../support/consent-pages.ts';
import { challengeFor, newVerifier, oauthApp } from '../support/oauth.ts';
import { password, person } from '../support/people.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, width }) as const),
);

/** The page of GraphiQL is ours; its tabs, which have buttons inside, and the colours of its editor are not. */
const isOfGraphiql = ({ rule, target }: { rule: string; target: string }) =>
  rule === 'nested-interactive' || /view-line|line-number/.test(target);

describe.skipIf(!hasBrowser)(`accessibility${unlessBrowser}`, { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    const demo = { ownerEmail: 'demo@slotline.example', ownerPassword: 'slotline-demo', key: 'service_demo' };
    [app, browser] = await Promise.all([testApp({ demo }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  it.each(looks)('axe has no serious finding on our pages at $width px, $colorScheme', async (look) => {
    const page = await open(look);
    const found: object[] = [];
    for (const at of ['/', '/docs', '/nothing', '/sign-in', ...pages.map(({ name }) => `/docs/${name}`)]) {
      await page.goto(app.url + at);
      await shot(page, at, look);
      found.push(...(await findings(page, at)));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it.each(looks)('nor in the reference with an operation open, at $width px, $colorScheme', async (look) => {
    const page = await open(look);
    await page.goto(`${app.url}/docs/reference`);
    await page.locator('#operations-contacts-createContact .opblock-summary-control').first().click();
    await page.locator('#operations-contacts-createContact .responses-wrapper').waitFor();
    await shot(page, '/docs/reference', look);
    expect(await findings(page, '/docs/reference')).toEqual([]);
    await page.context().close();
  });

  it.each(looks)('nor on the consent page at $width px, $colorScheme', async (look) => {
    const owner = await person(app);
    const client = await oauthApp(app, owner);
    const page = await open(look);
    await page.goto(app.url + authorizePath(client, { ...challengeFor(newVerifier()) }));
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow access' }).waitFor();
    await shot(page, '/oauth/authorize', look);
    expect(await findings(page, '/oauth/authorize')).toEqual([]);
    await page.context().close();
  });

  it.each(looks)('nor in what is ours of GraphiQL at $width px, $colorScheme', async (look) => {
    const page = await open(look);
    await page.goto(`${app.url}/graphql`);
    await page.locator('.graphiql-query-editor').getByText('UpcomingCalls').waitFor();
    await shot(page, '/graphql', look);
    expect((await findings(page, '/graphql')).filter((finding) => !isOfGraphiql(finding))).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.width);
    await page.context().close();
  });

  /** The content security policy would keep axe itself out. */
  async function open({ colorScheme, width }: (typeof looks)[number]): Promise<Page> {
    const context = await browser.newContext({ bypassCSP: true, colorScheme, viewport: { width, height: 900 } });
    return context.newPage();
  }

  async function findings(page: Page, at: string) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => ({ at, rule: id, target: target.join(' '), why: any[0]?.message })),
      );
  }

  async function shot(page: Page, at: string, { colorScheme, width }: (typeof looks)[number]): Promise<void> {
    const folder = process.env.SCREENSHOTS;
    if (!folder) return;
    const name = at.replace(/\W+/g, '-').replace(/^-/, '') || 'front';
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
  }
});
