import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, setLook, signIn, unlessBrowser } from '../../support/browser.ts';
import type { CallDraft } from '../../support/drafts.ts';
import type { Member } from '../../support/factories.ts';
import { layoutFindings } from '../../support/page-layout.ts';
import { deal, product, transaction } from '../../support/sales-factories.ts';
import { nextSerial } from '../../support/serial.ts';
import { until } from '../../support/waiting.ts';
import { addressOf, appForTests, notice, openAs, readsOf, sessionOf } from '../../support/web-app.ts';

const period = 'period=2026-03-01..2026-03-31';
const march = (day: number, hour = 10) => new Date(Date.UTC(2026, 2, day, hour)).toISOString();

/** One of each way that a call can go, twelve held, three won, and two of the month before. */
const calls: readonly CallDraft[] = [
  ...Array.from(
    { length: 9 },
    (_, index): CallDraft => ({
      dateTime: march(index + 2),
      outcome: 'NO_SALE',
      noSaleReason: 'BAD_FIT',
    }),
  ),
  ...Array.from({ length: 3 }, (_, index): CallDraft => ({ dateTime: march(index + 12), outcome: 'WON' })),
  { dateTime: march(16), outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' },
  { dateTime: march(17), outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' },
  { dateTime: march(18), outcome: 'NO_SALE', noSaleReason: 'CONTACT_CANCELLED' },
  { dateTime: march(19), status: 'CANCELLED' },
  { dateTime: march(20) },
  { dateTime: march(21), callType: 'DISCOVERY_EVENT', outcome: 'QUALIFIED' },
  { dateTime: '2026-02-10T10:00:00.000Z', outcome: 'WON' },
  { dateTime: '2026-02-11T10:00:00.000Z', outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' },
];

describe.skipIf(!hasBrowser)(`The overview${unlessBrowser}`, () => {
  const app = appForTests();

  async function team(options: Parameters<typeof app.workspace>[0] = {}) {
    const owner = await app.workspace(options);
    const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Nash' });
    const eventId = await app.event(owner, { name: 'Growth review' });
    const ids: number[] = [];
    for (const [index, draft] of calls.entries())
      ids.push(await app.call(index % 3 === 0 ? closer : owner, { ...draft, eventId }));
    return { owner, closer, ids };
  }

  const tile = (page: Page, title: string) =>
    page.locator('.tile').filter({ has: page.getByText(title, { exact: true }) });
  const numberOf = (page: Page, title: string) => tile(page, title).locator('.tile-number').textContent();

  async function totalOf(member: Member, input = 'dateFrom: "2026-03-01", dateTo: "2026-03-31"') {
    const rates = 'showRate { value } closeRate { value denominator } qualificationRate { value }';
    const fields = `booked held won noShow cancelled due undecided ${rates}`;
    const query = `{ callNumbers(${input}) { total { ${fields} } } }`;
    return (await app.graphql(query, await app.apiKey(member))).body.data.callNumbers.total;
  }

  /** How many records the list of a link has. */
  async function countBehind(page: Page, href: string): Promise<number> {
    await page.goto(addressOf(app) + href);
    const count = page.locator('.list-count').or(page.getByText(/^No (call|contact|deal) fits these filters/));
    await count.first().waitFor();
    return Number(/^\d+/.exec((await count.first().textContent()) ?? '')?.[0] ?? 0);
  }

  /** The numbers of the page that lead to a list: what each says, and where it leads. */
  const numbersIn = (page: Page) =>
    page
      .locator('.number-link')
      .evaluateAll((links) =>
        links.map((link) => ({ says: Number(link.textContent), href: link.getAttribute('href') ?? '' })),
      );

  browserTest('the numbers are those of the API, and the list behind each has as many', async ({ newPage, expect }) => {
    // The days are those of the workspace: in Auckland, the last hours of February in UTC are in March.
    const { owner, ids } = await team({ timeZone: 'Pacific/Auckland' });
    const fear = `UPDATE "EventCall" SET "objectionKind" = 'FEAR' WHERE "id" = ANY($1)`;
    await app.writeCalls(owner.workspaceId, fear, [ids.slice(0, 4)]);
    await app.call(owner, { dateTime: '2026-02-28T12:00:00.000Z', outcome: 'WON' });
    await app.call(owner, { dateTime: march(31, 12), outcome: 'WON' });
    const { page, complaints } = await openAs(newPage, app, owner, `/overview?${period}`);
    await page
      .getByText('March 1 – 31, 2026, in Auckland time, compared with January 29 – February 28, 2026.')
      .waitFor();
    const total = await totalOf(owner);
    const titles = ['Booked', 'Held', 'Won', 'Show rate', 'Close rate', 'Qualification rate'];
    expect(await Promise.all(titles.map((title) => numberOf(page, title)))).toEqual([
      ...[total.booked, total.held, total.won].map(String),
      ...[total.showRate, total.closeRate, total.qualificationRate].map(({ value }) => `${Math.round(value * 100)}%`),
    ]);
    expect(total).toMatchObject({ booked: 19, held: 14, won: 4, noShow: 2, cancelled: 2, undecided: 1 });
    await page.getByRole('table', { name: 'Numbers by closer' }).getByText('Cleo Nash').waitFor();
    // The same set has one name in the funnel, in the table and in the list behind both.
    await page.getByRole('region', { name: 'From booked to won' }).getByText('Undecided', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Undecided' }).waitFor();
    await page.getByRole('region', { name: 'Reasons and objections' }).getByText('Bad fit').waitFor();
    const numbers = await numbersIn(page);
    expect(numbers.length).toBeGreaterThan(20);
    const distinct = new Map(numbers.map(({ href, says }) => [href, says]));
    for (const [href, says] of distinct) expect([href, await countBehind(page, href)]).toEqual([href, says]);
    await page.goto(addressOf(app) + (numbers.find(({ href }) => href.includes('counted=undecided'))?.href ?? ''));
    await page.getByText('Report number is Undecided').waitFor();
    // A reason and an objection lead to their calls, with a chip that removes each.
    for (const [name, chip, count] of [
      ['reasons', 'Reason is Bad fit', '9 calls'],
      ['objections', 'Objection is Fear that it will not work', '4 calls'],
    ] as const) {
      await page.goto(addressOf(app) + (numbers.find(({ href }) => href.includes(`${name}=`))?.href ?? ''));
      await page.getByText(count, { exact: true }).waitFor();
      await page.getByRole('button', { name: `Remove the filter: ${chip}` }).click();
      await expect.poll(() => new URL(page.url()).searchParams.has(name)).toBe(false);
    }
    await page.goto(`${addressOf(app)}/calls?when=all&hasSetter=no`);
    await page.getByRole('button', { name: 'Remove the filter: Without a setter' }).waitFor();
    // Discovery calls alone have no close rate.
    await page.goto(`${addressOf(app)}/overview?${period}&types=DISCOVERY_EVENT`);
    await tile(page, 'Qualification rate').getByText('1 qualified of 1 discovery call held.').waitFor();
    expect(await tile(page, 'Close rate').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  browserTest('money is shown by currency, and each group of calls has its list', async ({ newPage, expect }) => {
    const { owner, closer, ids } = await team();
    const { workspaceId } = owner;
    const [first, second, third] = ids.slice(9);
    await app.writeCalls(workspaceId, `UPDATE "EventCall" SET "source" = 'Google Ads' WHERE "id" = ANY($1)`, [
      [first, second],
    ]);
    const plan = await product(app, owner, { name: 'Growth plan' });
    const sold = { eventCallId: first, productId: plan, value: '3000.00', time: march(20) };
    const dealId = await deal(app, closer, sold);
    await deal(app, owner, { eventCallId: third, value: '1000.50', time: march(21) });
    await deal(app, owner, { value: '700.00', currency: 'EUR', time: march(22) });
    const paymentId = await transaction(app, closer, { dealId, value: '2000.00', time: march(23) });
    await transaction(app, closer, { dealId, value: '-500.00', refundOf: paymentId, time: march(24) });
    await transaction(app, owner, { value: '100.00', currency: 'EUR', time: march(24) });
    await transaction(app, owner, { value: '1000.00', time: '2026-02-20T10:00:00.000Z' });
    const { page, complaints } = await openAs(newPage, app, owner, `/overview?${period}`);
    const cash = tile(page, 'Cash');
    await expect.poll(() => cash.locator('.tile-number').textContent()).toBe('$1,500.00');
    await cash.getByText('+$500.00 from $1,000.00').waitFor();
    await cash.getByText('€100.00, +€100.00 from €0.00').waitFor();
    await cash.getByText('After refunds of $500.00.').waitFor();
    const average = tile(page, 'Average deal');
    expect(await average.locator('.tile-number').textContent()).toBe('$2,000.25');
    await average.getByText('3 deals worth $4,000.50 and €700.00.').waitFor();
    // The period before has no deals, so its average is not 0.
    expect(await average.textContent()).not.toContain(' from ');
    const row = page.getByRole('row').filter({ hasText: 'Cleo Nash' });
    await row.getByText('$1,500.00').waitFor();
    // Cash of a payment that belongs to no deal is a group too, so that the groups add up.
    await page.getByRole('row').filter({ hasText: 'No closer' }).getByText('€100.00').waitFor();
    const numbers = new Map<string, number>();
    for (const by of ['source', 'product', 'callType', 'setter', 'event']) {
      await page.goto(`${addressOf(app)}/overview?${period}&by=${by}`);
      await page.getByRole('table', { name: /^Numbers by / }).waitFor();
      const table = page.locator('.records .number-link');
      for (const link of await table.all()) {
        numbers.set((await link.getAttribute('href')) ?? '', Number(await link.textContent()));
      }
    }
    for (const filter of [
      'sources=Google',
      'hasSource=no',
      `products=${plan}`,
      'hasProduct=no',
      'types=DISCOVERY_EVENT',
    ])
      expect([...numbers.keys()].filter((href) => href.replaceAll('%22', '').includes(filter))).not.toEqual([]);
    numbers.set((await average.getByRole('link').getAttribute('href')) ?? '', 3);
    const held = [...numbers].filter(([href]) => /counted=(booked|held)|^.deals/.test(href));
    expect(held.length).toBeGreaterThan(10);
    for (const [href, says] of held) expect([href, await countBehind(page, href)]).toEqual([href, says]);
    expect([...numbers.keys()].filter((href) => href.includes('hasSetter=no'))).not.toEqual([]);
    await page.goto(`${addressOf(app)}/calls?when=all&sources=Google+Ads&hasProduct=no`);
    await page.getByText('Source is Google Ads').waitFor();
    await page.getByText('Without a product').waitFor();
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  browserTest('leads are followed to the sale, and each number has its contacts', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const lead = (row: object) => app.insert('Contact', { workspaceId, previewId: `lead_${nextSerial()}`, ...row });
    const won = await lead({ firstName: 'Ada', createdAt: march(3), joinedTime: march(3) });
    const booked = await lead({ firstName: 'Bo', createdAt: march(4), joinedTime: march(4) });
    await lead({ firstName: 'Cyd', createdAt: march(5), status: 'DISQUALIFIED' });
    await lead({ firstName: 'Dag', createdAt: '2026-02-05T10:00:00.000Z' });
    const bookedAt = (day: number) => ({ createdAt: march(day, 11) });
    await app.call(owner, { contactId: won.id, dateTime: march(9), outcome: 'WON', ...bookedAt(3) });
    const missed = { outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' };
    await app.call(owner, { contactId: booked.id, dateTime: march(10), ...missed, ...bookedAt(4) });
    const { page, complaints } = await openAs(newPage, app, owner, `/overview?${period}`);
    const panel = page.getByRole('region', { name: 'From lead to won' });
    await panel.getByText('Leads', { exact: true }).waitFor();
    const numbers = await panel
      .locator('.number-link')
      .evaluateAll((links) =>
        links.map((link) => ({ says: Number(link.textContent), href: link.getAttribute('href') ?? '' })),
      );
    expect(numbers.map(({ says }) => says)).toEqual([3, 2, 1, 1, 1, 1, 2]);
    const soon = page.getByRole('region', { name: 'Speed to lead' });
    await soon.getByText('half in 60 min, 95 of 100 in 60 min').waitFor();
    const ahead = soon
      .getByRole('table', { name: 'Calls by lead time' })
      .getByRole('row', { name: /^less than 7 days/ });
    expect(await ahead.getByRole('cell').allTextContents()).toEqual(['2', '50% of 2']);
    for (const { href, says } of numbers) expect([href, await countBehind(page, href)]).toEqual([href, says]);
    expect(complaints).toEqual([]);
  });

  browserTest(
    'a list that a number leads to says what it is filtered by, and is cleared',
    async ({ newPage, expect }) => {
      const { owner } = await team({ timeZone: 'Pacific/Auckland' });
      const { page } = await openAs(newPage, app, owner, `/overview?${period}`);
      await tile(page, 'Held').getByRole('link').first().click();
      await page.getByText('Report number is Held').waitFor();
      await page.getByText('Date: March 1 – 31, 2026').waitFor();
      await page.getByText('Days in Auckland time').waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      expect(new URL(page.url()).search).toBe(`?${period}`);
      await page.goForward();
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await page.getByText('Report number').waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('?when=all');
    },
  );

  browserTest('a period, filters and groups stand in the address', async ({ newPage, expect }) => {
    const { owner, closer } = await team();
    const { page } = await openAs(newPage, app, owner, '/overview');
    const reads = readsOf(page, 'CallOverview');
    await page.getByText('Booked').first().waitFor();
    const select = page.getByRole('combobox', { name: 'Period' });
    expect(await select.inputValue()).toBe('this-month');
    await select.selectOption('From … to …');
    await page.getByLabel('First day').fill('2026-03-12');
    await page.getByLabel('Last day').fill('2026-03-01');
    await page.getByText('This is before the first day').waitFor();
    await page.getByLabel('Last day').fill('2026-03-31');
    await page.getByLabel('Last day').press('Enter');
    await page.getByText('March 12 – 31, 2026', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Call type' }).click();
    await page.getByRole('option', { name: 'Strategy call' }).click();
    await page.getByText('Call type is Strategy call').waitFor();
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('Event');
    await page.getByRole('table', { name: 'Numbers by event' }).getByText('Growth review').waitFor();
    await page.getByRole('button', { name: 'Held', exact: true }).click();
    const search = new URLSearchParams({
      period: '2026-03-12..2026-03-31',
      types: 'STRATEGY_EVENT',
      by: 'event',
      sort: '-held',
    });
    await expect.poll(() => [...new URL(page.url()).searchParams].sort()).toEqual([...search].sort());
    expect(reads.at(-1)).toMatchObject({ dateFrom: '2026-03-12', dateTo: '2026-03-31', callTypes: ['STRATEGY_EVENT'] });
    const booked = await numberOf(page, 'Booked');
    await page.reload();
    expect(await numberOf(page, 'Booked')).toBe(booked);
    expect(await page.getByRole('columnheader', { name: 'Held', exact: true }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    // What the address has no business saying is left out.
    await page.goto(`${addressOf(app)}/overview?period=2026-03-31..2026-03-01&by=hat&hosts=x&sort=name`);
    expect(await select.inputValue()).toBe('this-month');
    await page.goto(`${addressOf(app)}/overview?${period}&hosts=${closer.userId}`);
    await page.getByText('Closer is Cleo Nash').waitFor();
    expect(Number(await numberOf(page, 'Booked'))).toBe((await totalOf(closer)).booked);
  });

  browserTest('a closer sees the own numbers, and the way there after the other pages', async ({ newPage, expect }) => {
    const { closer } = await team();
    const { page } = await openAs(newPage, app, closer, `/overview?${period}`);
    await page.getByText('Your own calls.', { exact: false }).waitFor();
    expect(Number(await numberOf(page, 'Booked'))).toBe((await totalOf(closer)).booked);
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    const names = (await pages.allTextContents()).slice(0, 7);
    expect(names).toEqual(['Today', 'Calls', 'Contacts', 'Deals', 'Events', 'Schedules', 'Overview']);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Event' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Closer' }).count()).toBe(0);
    for (const { says, href } of (await numbersIn(page)).slice(0, 3)) expect(await countBehind(page, href)).toBe(says);
  });

  browserTest(
    'the charts have their place before they are there, and a table of their numbers',
    async ({ newPage, expect }) => {
      const { owner } = await team();
      const heights = (page: Page) =>
        page.locator('.chart-box').evaluateAll((all) => all.map((box) => box.getBoundingClientRect().height));
      // What the server draws has no chart.
      const drawn = await newPage({ javaScriptEnabled: false });
      await signIn(drawn.page, addressOf(app), await sessionOf(app, owner));
      // A busy machine leaves a page to the browser.
      await until(async () => {
        await drawn.page.goto(`${addressOf(app)}/overview?${period}`, { waitUntil: 'commit' });
        await drawn.page.waitForLoadState('load');
        return (await drawn.page.getByText('Over time').count()) > 0;
      }, 100);
      expect(await drawn.page.locator('.chart-box svg').count()).toBe(0);
      expect(await heights(drawn.page)).toEqual([220, 220]);
      await drawn.page.getByText('These numbers as a table').click();
      const row = drawn.page.getByRole('table', { name: 'Numbers by day' }).getByRole('row', { name: /^Mar 12/ });
      expect((await row.getByRole('cell').allTextContents()).map((text) => text.trim())).toEqual([
        ...['1', '1', '1'],
        ...['100% of 1', '100% of 1'],
      ]);
      const { page, complaints } = await openAs(newPage, app, owner, `/overview?${period}`);
      await page.locator('.chart-box .recharts-line').nth(4).waitFor();
      expect(await page.locator('.chart-box .recharts-line').count()).toBe(5);
      expect(await heights(page)).toEqual([220, 220]);
      // Three lines of one chart differ in their dashes, and nothing in it takes the focus.
      const dashes = await page
        .locator('.chart-box path.recharts-line-curve')
        .evaluateAll((lines) => lines.slice(0, 3).map((line) => line.getAttribute('stroke-dasharray')));
      expect(new Set(dashes).size).toBe(3);
      expect(await page.locator('.chart-box [tabindex="0"]').count()).toBe(0);
      await page.getByRole('figure', { name: /Booked: 0 at first, 0 at last, 1 at most\./ }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  browserTest('goals are set, followed, changed and deleted', async ({ newPage, expect }) => {
    const { owner, closer } = await team();
    const { page, complaints } = await openAs(newPage, app, owner, `/overview?${period}`, forAxe);
    const panel = page.getByRole('region', { name: 'Goals of March 2026' });
    await panel.getByText('No goals yet').waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'A goal for March 2026' });
    await dialog.getByLabel('Goal').fill('many');
    await dialog.getByRole('button', { name: 'Set the goal' }).click();
    await dialog.getByText('Enter a whole number of calls, such as 40').waitFor();
    await dialog.getByLabel('Goal').fill('36');
    await dialog.getByRole('button', { name: 'Set the goal' }).click();
    const total = await totalOf(owner);
    await panel.getByText(`${total.booked} of 36`).waitFor();
    await panel.getByText('Not reached: 50%').waitFor();
    expect(await panel.getByRole('progressbar').getAttribute('aria-label')).toBe(
      `Team, Booked calls: ${total.booked} of 36`,
    );
    await panel.getByRole('button', { name: 'Set a goal…' }).click();
    await dialog
      .getByRole('textbox', { name: 'For' })
      .or(dialog.getByRole('combobox', { name: 'For' }))
      .fill('Cleo');
    await page.getByRole('option', { name: 'Cleo Nash' }).click();
    await dialog.getByRole('combobox', { name: 'Number' }).selectOption('Cash');
    await dialog.getByLabel('Goal').fill('1000');
    await dialog.getByRole('button', { name: 'Set the goal' }).click();
    await panel.getByText('$0.00 of $1,000.00').waitFor();
    await panel.getByText('Cleo Nash').waitFor();
    expect(await findingsInAllLooks(page, 'overview-goals')).toEqual([]);
    await setLook(page, { colorScheme: 'light', width: 1280 });
    await panel.getByRole('button', { name: 'Actions for the goal of Team: Booked calls' }).click();
    await page.getByRole('menuitem', { name: 'Change…' }).click();
    const change = page.getByRole('dialog', { name: 'Team: Booked calls in March 2026' });
    expect(await change.getByLabel('Goal').inputValue()).toBe('36');
    await change.getByLabel('Goal').fill('18');
    await change.getByLabel('Goal').press('Enter');
    await panel.getByText('Reached: 100%').waitFor();
    await panel.getByRole('button', { name: 'Actions for the goal of Team: Booked calls' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await panel.getByText('Booked calls').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('Reached: 100%').waitFor();
    // Closers see those of the team and their own, and set none.
    const other = await openAs(newPage, app, closer, `/overview?${period}`);
    const own = other.page.getByRole('region', { name: 'Goals of March 2026' });
    await own.getByText('$0.00 of $1,000.00').waitFor();
    await own.getByText('Reached: 100%').waitFor();
    expect(await own.getByRole('button').count()).toBe(0);
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  browserTest('keys and the palette', async ({ newPage, expect }) => {
    const { owner } = await team();
    const { page } = await openAs(newPage, app, owner, '/calls');
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('overview');
    await page.getByRole('dialog').getByText('The numbers of a period').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.goto(`${addressOf(app)}/overview?${period}`);
    await page.getByRole('table', { name: 'Numbers by closer' }).waitFor();
    await page.keyboard.press('p');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Period');
    await page.locator('h1').click();
    await page.keyboard.press('g');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Group by');
    await page.locator('h1').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('d')]);
    expect(file.suggestedFilename()).toBe('calls-by-closer-2026-03-01-2026-03-31.csv');
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFpart,key,label,booked,cancelled,/);
    const total = await totalOf(owner);
    expect(lines.find((line) => line.startsWith('total,,,'))).toMatch(
      new RegExp(`^total,,,${total.booked},${total.cancelled},`),
    );
    expect(lines.filter((line) => line.startsWith('group,'))).toHaveLength(2);
  });

  browserTest('leads and money of a period without a call are shown', async ({ newPage, expect }) => {
    const { owner } = await team();
    const lead = { workspaceId: owner.workspaceId, previewId: `lead_${nextSerial()}`, firstName: 'Lea' };
    await app.insert('Contact', { ...lead, createdAt: '2026-05-05T10:00:00.000Z' });
    await transaction(app, owner, { value: '250.00', time: '2026-05-06T10:00:00.000Z' });
    const { page, complaints } = await openAs(newPage, app, owner, '/overview?period=2026-05-01..2026-05-31');
    await page.getByText('No calls in this period').waitFor();
    const leads = page.getByRole('region', { name: 'From lead to won' });
    await leads.locator('.number-link').first().waitFor();
    expect(await leads.locator('.number-link').first().textContent()).toBe('1');
    await page.getByRole('row').filter({ hasText: 'No closer' }).getByText('$250.00').waitFor();
    // Cash that fell to nothing is shown with its change.
    await page.goto(`${addressOf(app)}/overview?period=2026-06-01..2026-06-30`);
    await tile(page, 'Cash').getByText('−$250.00 from $250.00').waitFor();
    expect(await numberOf(page, 'Cash')).toBe('$0.00');
    // A period in which nothing happened has nothing to compare.
    await page.goto(`${addressOf(app)}/overview?period=2025-05-01..2025-05-31`);
    await page.getByText('Nothing to compare').waitFor();
    expect(complaints).toEqual([]);
  });

  /** Holds the answers to these operations back until the returned function is called. */
  async function hold(page: Page, operations: readonly string[]): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (operations.includes(route.request().postDataJSON().operationName)) await promise;
      await route.fallback();
    });
    return resolve;
  }

  async function choose(page: Page, from: string, to: string): Promise<void> {
    await page.getByLabel('First day').fill(from);
    await page.getByLabel('Last day').fill(to);
    await page.getByLabel('Last day').press('Enter');
  }

  browserTest('no money, goal or reason of one period is shown under another one', async ({ newPage, expect }) => {
    const { owner } = await team();
    await transaction(app, owner, { value: '250.00', time: march(6) });
    await transaction(app, owner, { value: '75.00', time: '2026-04-06T10:00:00.000Z' });
    await app.call(owner, { dateTime: '2026-04-07T10:00:00.000Z', outcome: 'WON' });
    const goal = { workspaceId: owner.workspaceId, month: '2026-03-01', number: 'BOOKED', target: '36' };
    await app.insert('Goal', goal);
    const { page, complaints } = await openAs(newPage, app, owner, `/overview?${period}`);
    const table = page.getByRole('table', { name: 'Numbers by closer' });
    await table.getByText('$250.00').waitFor();
    await page.getByText('18 of 36').waitFor();
    const operations = ['MoneyOverview', 'Goals', 'CallReasons', 'LeadOverview'];
    const release = await hold(page, operations);
    await choose(page, '2026-04-01', '2026-04-30');
    await expect.poll(() => numberOf(page, 'Booked')).toBe('1');
    await table.getByRole('row').nth(1).waitFor();
    expect(await page.getByText('$250.00').count()).toBe(0);
    expect(await numberOf(page, 'Cash')).toBe('');
    expect(await page.locator('.wide-tiles').getAttribute('aria-busy')).toBe('true');
    const goals = page.getByRole('region', { name: 'Goals of April 2026' });
    expect(await goals.getByText('of 36').count()).toBe(0);
    expect(await page.getByText('Bad fit').count()).toBe(0);
    release();
    await table.getByText('$75.00').waitFor();
    await goals.getByText('No goals yet').waitFor();
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
    // A filter is of the numbers as the period is.
    const releaseFiltered = await hold(page, operations);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Call type' }).click();
    await page.getByRole('option', { name: 'Discovery call' }).click();
    await expect.poll(() => numberOf(page, 'Booked')).toBe('0');
    expect(await page.getByText('$75.00').count()).toBe(0);
    releaseFiltered();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  browserTest('a table is downloaded once all of it is there', async ({ newPage, expect }) => {
    const { owner } = await team();
    await transaction(app, owner, { value: '250.00', time: march(6) });
    const { page } = await openAs(newPage, app, owner, `/overview?${period}`);
    await page.getByRole('table', { name: 'Numbers by closer' }).getByText('$250.00').waitFor();
    const files: string[] = [];
    page.on('download', (file) => files.push(file.suggestedFilename()));
    const button = page.getByRole('button', { name: 'Download as CSV' });
    for (const [by, operation] of [
      ['Event', 'CallGroups'],
      ['Setter', 'MoneyOverview'],
    ] as const) {
      const release = await hold(page, [operation]);
      await page.getByRole('combobox', { name: 'Group by' }).selectOption(by);
      await page.getByRole('heading', { name: `By ${by.toLowerCase()}` }).click();
      await expect.poll(() => button.isDisabled()).toBe(true);
      await page.keyboard.press('d');
      release();
      await expect.poll(() => button.isDisabled()).toBe(false);
      await page.keyboard.press('d');
      await expect.poll(() => files).toContain(`calls-by-${by.toLowerCase()}-2026-03-01-2026-03-31.csv`);
    }
    expect(files).toHaveLength(2);
    // Without the money, there is no file that looks whole.
    const isMoney = (route: Route) => route.request().postDataJSON().operationName === 'MoneyOverview';
    await page.route('**/graphql', (route) => (isMoney(route) ? route.abort('connectionreset') : route.fallback()));
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('Product');
    await page.getByText('This could not be loaded.').waitFor();
    await page.getByRole('heading', { name: 'By product' }).click();
    await expect.poll(() => button.isDisabled()).toBe(false);
    await page.keyboard.press('d');
    await notice(page, 'The table was not downloaded').waitFor();
    expect(files).toHaveLength(2);
  });

  browserTest('a workspace without calls says what to expect', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/overview', forAxe);
    await page.getByText('No calls in this period').waitFor();
    expect(await numberOf(page, 'Booked')).toBe('0');
    expect(await numberOf(page, 'Show rate')).toBe('–');
    expect(await numberOf(page, 'Close rate')).toBe('–');
    expect(await tile(page, 'Qualification rate').count()).toBe(0);
    expect(await findingsInAllLooks(page, 'overview-empty')).toEqual([]);
  });

  browserTest('an error of the server is shown, and retried', async ({ newPage, expect }) => {
    const { owner } = await team();
    const { page } = await openAs(newPage, app, owner, '/calls');
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.route('**/graphql', (route) =>
      route.request().postDataJSON().operationName === 'CallOverview'
        ? route.abort('connectionreset')
        : route.fallback(),
    );
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No calls in this period').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  browserTest('in each look it is readable, also on paper and with long names', async ({ newPage, expect }) => {
    const { owner } = await team();
    const letters = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 80);
    const host = await app.member(owner.workspaceId, 'CLOSER', { firstName: letters, lastName: '' });
    await app.call(host, { dateTime: march(5), outcome: 'WON' });
    const { page, complaints } = await openAs(newPage, app, owner, `/overview?${period}`, forAxe);
    await page.getByRole('table', { name: 'Numbers by closer' }).waitFor();
    expect(await findingsInAllLooks(page, 'overview')).toEqual([]);
    for (const width of [1280, 390]) {
      await setLook(page, { colorScheme: 'light', width });
      expect(await layoutFindings(page)).toEqual([]);
    }
    await page.emulateMedia({ media: 'print' });
    const controls = page.getByRole('combobox').or(page.getByRole('textbox')).or(page.locator('button:not(.sort)'));
    const onScreenOnly = page.getByRole('banner').or(page.getByRole('navigation')).or(controls);
    await expect.poll(() => onScreenOnly.filter({ visible: true }).count()).toBe(0);
    const paper = await page.pdf({ format: 'A4' });
    expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });
});
