import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { figureOf } from '../figure.ts';
import type { CaseOptions } from '../options.ts';
import { table } from '../table.ts';
import { largeWorkspace, sessionIn } from './workspace.ts';

export const scrollingCase = 'scrolling';

const program = '/usr/bin/chromium-headless-shell';
/** So often "Show more" is pressed before the page is scrolled. */
const pagesShown = 20;
const distance = 12_000;
const pixelsPerSecond = 3_000;
/** One of 60 in a second, and as much again for the clock of a busy machine. */
const lateAfterMs = 2 * (1000 / 60);

const scrolled = [
  { title: 'Calls, a list', path: '/calls?when=all' },
  { title: 'Contacts, a list', path: '/contacts' },
  { title: 'Contacts, a board', path: '/contacts?view=board' },
] as const;

/** How evenly Chromium draws the long lists while they are scrolled, by its own trace, in the workspace of the pages. */
export async function measureScrolling(database: BenchDatabase, _: CaseOptions, stack: AsyncDisposableStack) {
  if (!existsSync(program)) return { name: scrollingCase, leftOut: `There is no ${program}.` };
  const workspace = await largeWorkspace(database);
  const token = await sessionIn(database, workspace);
  const { APP_URL: _appUrl, ...env } = ours(database.url).env;
  const server = stack.adopt(await startServerProcess({ ...ours(database.url), env }), (started) => started.stop());
  const browser = stack.adopt(await chromium.launch({ executablePath: program, args: ['--no-sandbox'] }), (launched) =>
    launched.close(),
  );
  const address = `http://localhost:${server.port}`;
  const rows = [['while it is scrolled', 'rows', 'frames/s', 'late frames', 'longest, ms']];
  const rates: number[] = [];
  for (const { title, path } of scrolled) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.context().addCookies([{ name: 'session', value: token, url: address }]);
    await page.goto(address + path);
    const shown = await showMore(page);
    const intervals = await drawnWhile(browser, page);
    const seconds = intervals.reduce((sum, each) => sum + each, 0) / 1000;
    const rate = intervals.length / seconds;
    rates.push(rate);
    const late = intervals.filter((each) => each > lateAfterMs).length;
    rows.push([
      title,
      String(shown),
      rate.toFixed(1),
      `${late} of ${intervals.length}`,
      Math.max(...intervals).toFixed(0),
    ]);
    await page.close();
  }
  console.error(`\n${table(rows)}\n`);
  return { name: scrollingCase, figures: [figureOf('frames/s of the slowest page', 'higher', [Math.min(...rates)])] };
}

/** Shows all pages that are measured, and returns how many rows or cards there are. */
async function showMore(page: Page): Promise<number> {
  const more = page.locator('#app:not([inert])').getByRole('button', { name: 'Show more' });
  for (let pressed = 1; pressed < pagesShown; pressed++) {
    await more.first().click();
    await page.waitForLoadState('networkidle');
  }
  return page.locator('.records tbody tr, .board-cards > li').count();
}

/** The milliseconds between the frames that were drawn while the page was scrolled down. */
async function drawnWhile(browser: Browser, page: Page): Promise<number[]> {
  const client = await page.context().newCDPSession(page);
  await page.evaluate('scrollTo(0, 0)');
  await page.waitForTimeout(500);
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'],
  });
  await client.send('Input.synthesizeScrollGesture', { x: 700, y: 500, yDistance: -distance, speed: pixelsPerSecond });
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const drawn = traceEvents.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts / 1000);
  drawn.sort((one, other) => one - other);
  return drawn.slice(1).map((at, index) => at - (drawn[index] ?? at));
}

interface TraceEvent {
  readonly name: string;
  /** In microseconds. */
  readonly ts: number;
}
