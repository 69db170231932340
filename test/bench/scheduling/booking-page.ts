import { isDeepStrictEqual } from 'node:util';
import { bookingPath } from '../../../src/domain/events/booking-addresses.ts';
import { reportOf } from '../compare/report.ts';
import { runRounds } from '../compare/rounds.ts';
import { type CaseSummary, summaryOf } from '../compare/summary.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { type Figure, figureOf, spreadText } from '../figure.ts';
import type { LoadResult } from '../load/generator.ts';
import { type LoadProcess, startLoadProcess } from '../load/load-process.ts';
import { fromAddress, wireDocument, wirePage } from '../load/request.ts';
import type { CaseOptions } from '../options.ts';
import { hostsOfEvent, type PageEvents, pageEvents } from './booking-page-events.ts';

export const bookingPageCase = 'bookingPage';

const timeZone = 'Europe/Paris';
/** A country with one zone: the page shows the hours of `timeZone` without being asked for them. */
const browser = { Accept: 'text/html', 'Accept-Language': 'fr-FR,fr;q=0.9,en;q=0.8' };
const compressed = { ...browser, 'Accept-Encoding': 'gzip, deflate, br, zstd' };
/** An address reads 300 times in ten seconds at most, and each of these at most once in some seconds. */
const addresses = 10_000;
/** Of each connection. As many as are answered keep a queue before the server, whose length decides how long they wait. */
const steadyLooksPerSecond = 1;

const query = `query ($linkPrefix: String!, $timeZone: String!, $from: Date, $to: Date) {
  publicEventDates(linkPrefix: $linkPrefix, timeZone: $timeZone, from: $from, to: $to) { availabilities }
}`;

/**
 * The page of an event beside its dates from the API, both of the same month, by one server: as many as it answers, and
 * the page alone at a steady pace.
 */
export async function compareBookingPage(
  database: BenchDatabase,
  options: CaseOptions,
  stack: AsyncDisposableStack,
): Promise<CaseSummary> {
  const events = await pageEvents(database);
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  const load = stack.adopt(startLoadProcess(), (process) => process.stop());
  const bytes = await checkPage(server.port, events);
  const [page, api] = [requestsOf(events, pageRequest), requestsOf(events, datesRequest)];
  const servers = [
    { ...server, name: 'page' },
    { ...server, name: 'publicEventDates' },
  ];
  const results = await runRounds(({ name }) => (name === 'page' ? page : api), {
    ...{ servers, load, client: database.client, options },
  });
  const title = `GET ${bookingPath('<username>/<event>')}, ${hostsOfEvent} hosts, one month, ${events.linkPrefixes.length} events`;
  const summary = summaryOf({ name: bookingPageCase, title }, results);
  const own = [...(await steadyFigures(load, { port: server.port, requests: page, options })), ...bytes];
  console.error(reportOf(summary) + own.map(({ figure, ...each }) => `  ${spreadText(each)} ${figure}\n`).join(''));
  return { ...summary, figures: [...summary.figures, ...own] };
}

/** Each event in turn, each time from another address. */
function requestsOf(events: PageEvents, request: (linkPrefix: string, events: PageEvents) => string): string[] {
  const { linkPrefixes } = events;
  const texts = linkPrefixes.map((linkPrefix) => request(linkPrefix, events));
  return Array.from({ length: addresses }, (_, index) =>
    fromAddress(texts[index % texts.length] as string, `10.1.${index >> 8}.${index & 255}`),
  );
}

function pageRequest(linkPrefix: string, events: PageEvents): string {
  return wirePage(pathOf(linkPrefix, events), compressed);
}

function pathOf(linkPrefix: string, { month }: PageEvents): string {
  return `${bookingPath(linkPrefix)}?month=${month}`;
}

function datesRequest(linkPrefix: string, { from, to }: PageEvents): string {
  return wireDocument({ query, variables: { linkPrefix, timeZone, from, to } });
}

/** The bytes of the page. Throws unless it has the days of the API, and on its first day the times. */
async function checkPage(port: number, events: PageEvents): Promise<Figure[]> {
  const address = `http://127.0.0.1:${port}`;
  const [linkPrefix = ''] = events.linkPrefixes;
  const open = (headers: Record<string, string>) => fetch(address + pathOf(linkPrefix, events), { headers });
  const [plain, short] = [await open({ ...browser, 'Accept-Encoding': 'identity' }), await open(compressed)];
  const html = await plain.text();
  if (html !== (await short.text())) throw new Error('The page differs when it is compressed.');
  const shown = {
    dates: matches(html, /<button class="day open" name="date" value="([^"]+)"/g),
    times: matches(html, /name="dateTime" value="[^"]+">([^<]+)</g),
  };
  const dates = await datesOfApi(address, linkPrefix, events);
  const expected = { dates: Object.keys(dates), times: Object.values(dates)[0] };
  if (shown.times.length === 0 || !isDeepStrictEqual(shown, expected)) {
    throw new Error('The page and publicEventDates have different times.');
  }
  return [
    figureOf('bytes', 'lower', [Number(plain.headers.get('content-length'))]),
    figureOf('bytes with brotli', 'lower', [Number(short.headers.get('content-length'))]),
  ];
}

function matches(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, found = '']) => found);
}

async function datesOfApi(
  address: string,
  linkPrefix: string,
  { from, to }: PageEvents,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { linkPrefix, timeZone, from, to } }),
  });
  const { data } = (await response.json()) as {
    data: { publicEventDates: { availabilities: Record<string, string[]> } };
  };
  return data.publicEventDates.availabilities;
}

/** How long a visitor waits while every connection looks at a page at a steady pace. */
async function steadyFigures(
  load: LoadProcess,
  { options, ...order }: { readonly port: number; readonly requests: readonly string[]; readonly options: CaseOptions },
): Promise<Figure[]> {
  const { connections, roundSeconds: seconds } = options;
  const perSecond = connections * steadyLooksPerSecond;
  const rounds: LoadResult['latencies'][] = [];
  for (let round = 0; round < options.rounds; round++) {
    const { failures, latencies } = await load.run({ ...order, connections, seconds, perSecond });
    if (failures > 0) throw new Error(`The page was refused ${failures} times.`);
    rounds.push(latencies);
  }
  return (['p50', 'p99'] as const).map((name) =>
    figureOf(
      `${name} ms at ${perSecond} pages/s`,
      'lower',
      rounds.map((latencies) => latencies[name]),
    ),
  );
}
