import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { distinctRules, findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, type NewPage, setLook, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { layoutFindings } from '../../support/page-layout.ts';
import {
  longNames,
  manyNames,
  type Names,
  peopledWorkspace,
  plainNames,
  type Records,
  rightToLeftNames,
} from '../../support/page-states.ts';
import { addressOf, appForTests, leaveToBrowser, openAs } from '../../support/web-app.ts';

const lists = {
  today: '/',
  overview: '/overview',
  calls: '/calls?when=all',
  week: '/calls?view=week',
  contacts: '/contacts',
  board: '/contacts?view=board',
  deals: '/deals',
  dealBoard: '/deals?view=board',
  events: '/events',
  schedules: '/schedules',
} as const;

type PageName = keyof typeof lists | 'call' | 'contact' | 'deal' | 'event' | 'schedule';

/** What axe finds there, it finds where there is one of each. */
const differsOnlyInNames: ReadonlySet<string> = new Set(['many', 'long', 'right-to-left']);

const pagesOf = ({ owner: _, ...records }: Records): Record<PageName, string> => ({ ...lists, ...records });

describe.skipIf(!hasBrowser)(`The states of the team's pages${unlessBrowser}`, () => {
  const app = appForTests();

  /** Opens one page after the other, and returns what is wrong with their looks. */
  async function findings(
    open: { readonly newPage: NewPage; readonly as: Member; readonly before?: (page: Page) => Promise<unknown> },
    state: string,
    pages: Partial<Record<PageName, string>>,
    whenShown: (page: Page, name: PageName) => Promise<void>,
  ): Promise<object[]> {
    const { page } = await openAs(open.newPage, app, open.as, '/settings/developer/api-keys', forAxe);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await open.before?.(page);
    const found: object[] = [];
    for (const [name, at] of Object.entries(pages) as [PageName, string][]) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(addressOf(app) + at);
      await whenShown(page, name);
      const rulesOf = differsOnlyInNames.has(state) ? () => undefined : distinctRules;
      found.push(...(await findingsInAllLooks(page, `${name}-${state}`, { rulesOf })));
      for (const width of [1280, 390]) {
        await setLook(page, { colorScheme: 'light', width });
        found.push(...(await layoutFindings(page)).map((finding) => ({ name, state, width, ...finding })));
      }
    }
    return found;
  }

  async function whenRead(page: Page, name: PageName): Promise<void> {
    const record = {
      call: '.record h2',
      contact: '.record h2',
      deal: '.record h2',
      event: '.event-settings form',
      schedule: 'h1',
    };
    const first: Partial<Record<PageName, string>> = { today: '.agenda-call', overview: '.tile' };
    const list = first[name] ?? '.row-link';
    const found = page.locator('#content').locator(record[name as keyof typeof record] ?? list);
    await found.first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  browserTest('empty: each says what to do next', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const texts: Partial<Record<PageName, string>> = {
      today: 'No calls in the next seven days',
      overview: 'No calls in this period',
      calls: 'No calls',
      week: 'No calls this week',
      contacts: 'No contacts yet',
      deals: 'No deals yet',
      events: 'No events yet',
      schedules: 'No schedules yet',
    };
    const shown = async (page: Page, name: PageName) => {
      await page
        .locator('#content')
        .getByText(texts[name] ?? '')
        .first()
        .waitFor();
    };
    const { board: _, dealBoard: __, ...pages } = lists;
    expect(await findings({ newPage, as: owner }, 'empty', pages, shown)).toEqual([]);
  });

  const named: Readonly<Record<string, Names>> = {
    one: plainNames,
    many: manyNames,
    long: longNames,
    'right-to-left': rightToLeftNames,
  };

  browserTest.for(Object.keys(named))('%s: what is there has its room', async (state, { newPage, expect }) => {
    const names = named[state] as Names;
    const records = await peopledWorkspace(app, names);
    const found = await findings({ newPage, as: records.owner }, state, pagesOf(records), whenRead);
    expect(found).toEqual([]);
  });

  browserTest('the event and the host stay in their order, whatever their script', async ({ newPage, expect }) => {
    const { owner } = await peopledWorkspace(app, rightToLeftNames);
    const { page } = await openAs(newPage, app, owner, '/');
    const about = page.locator('.agenda-call bdi');
    await about.first().waitFor();
    const [, event, host] = await Promise.all((await about.all()).map((name) => name.boundingBox()));
    expect(event && host && event.x + event.width <= host.x).toBe(true);
  });

  browserTest('error: it says what went wrong, and another try shows the page', async ({ newPage, expect }) => {
    const records = await peopledWorkspace(app, plainNames);
    const before = async (page: Page) => {
      await leaveToBrowser(page);
      await page.route('**/graphql', (route) => {
        const { operationName } = route.request().postDataJSON();
        return operationName === 'Session' ? route.continue() : route.abort('connectionreset');
      });
    };
    const shown = async (page: Page) => {
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().waitFor();
      await page.getByText('The server could not be reached').first().waitFor();
    };
    const pages = pagesOf(records);
    expect(await findings({ newPage, as: records.owner, before }, 'error', pages, shown)).toEqual([]);
    const { page } = await openAs(newPage, app, records.owner, '/settings/developer/api-keys');
    for (const [name, at] of Object.entries(pages) as [PageName, string][]) {
      await before(page);
      await page.goto(addressOf(app) + at);
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
      await page.unrouteAll();
      // One that leads to the data of another is gone when the other would be pressed.
      await page.evaluate("for (const button of document.querySelectorAll('[role=alert] button')) button.click()");
      await whenRead(page, name);
    }
  });

  browserTest('gone: a record that is not there says so', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const gone = {
      call: '/calls/call_gone',
      contact: '/contacts/contact_gone',
      event: '/events/9',
      schedule: '/schedules/9',
    };
    const shown = (page: Page) => page.getByText('This no longer exists').waitFor();
    expect(await findings({ newPage, as: owner }, 'gone', gone, shown)).toEqual([]);
  });

  browserTest('loading: a skeleton is where the rows will be', async ({ newPage, expect }) => {
    const records = await peopledWorkspace(app, plainNames);
    const before = async (page: Page) => {
      await leaveToBrowser(page);
      await page.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON();
        if (operationName === 'Session') await route.continue();
      });
    };
    const shown = (page: Page) => page.locator('[aria-busy="true"] .mantine-Skeleton-root').first().waitFor();
    const found = await findings({ newPage, as: records.owner, before }, 'loading', pagesOf(records), shown);
    expect(found).toEqual([]);
  });
});
