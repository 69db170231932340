import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SealedTexts } from '../../../src/lib/secrets/sealed-texts.ts';
import { dayOfDate } from '../../../src/lib/time/zone-offsets.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours, secretKey } from '../environment/servers.ts';
import { figureOf, type Measured, spreadText } from '../figure.ts';
import { Connection } from '../load/connection.ts';
import type { Latencies } from '../load/latencies.ts';
import { startLoadProcess } from '../load/load-process.ts';
import { bodyOf, wireRequest } from '../load/request.ts';
import type { CaseOptions } from '../options.ts';
import { pageRequest, requestsOf, steadyLooksPerSecond } from './booking-page.ts';
import { hostsOfEvent, type PageEvents, pageEvents } from './booking-page-events.ts';
import { addBusyTimes } from './busy-times.ts';

export const stalledCalendarsCase = 'bookingPage-stalled';

const calendarsOfHost = 3;
const days = 60;
/** Bookings that wait for a calendar at the same time. */
const bookings = 20;

/** How long visitors of booking pages wait while bookings of the same hosts wait for calendars that do not answer. */
export async function measureStalledCalendars(
  database: BenchDatabase,
  options: CaseOptions,
  stack: AsyncDisposableStack,
): Promise<Measured> {
  const events = await pageEvents(database, 'Bench of stalled calendars');
  const provider = stack.adopt(await silentProvider(), (each) => each.close());
  await connectHosts(database, events, provider.url);
  const kind = ours(database.url);
  const env = { ...kind.env, OUTGOING_LOOPBACK: 'on' };
  const server = stack.adopt(await startServerProcess({ ...kind, env }), (process) => process.stop());
  const load = stack.adopt(startLoadProcess(), (process) => process.stop());
  const { connections, roundSeconds: seconds } = options;
  const perSecond = connections * steadyLooksPerSecond;
  const order = { port: server.port, requests: requestsOf(events, pageRequest), connections, seconds, perSecond };
  const looks = async (): Promise<Latencies> => {
    const { failures, latencies } = await load.run(order);
    if (failures > 0) throw new Error(`The page was refused ${failures} times.`);
    return latencies;
  };
  const times = await bookable(server.port, events);
  await looks();
  const rounds: { readonly quiet: Latencies; readonly stalled: Latencies }[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const quiet = await looks();
    const booked = bookMeanwhile(server.port, times, round);
    await provider.until(bookings);
    const stalled = await looks();
    if (provider.waiting() < bookings / 2) throw new Error('The bookings did not wait for calendars.');
    await booked.stop();
    rounds.push({ quiet, stalled });
  }
  const figures = [
    figureOf(
      `p95 ms at ${perSecond} pages/s`,
      'lower',
      rounds.map(({ stalled }) => stalled.p95),
    ),
    figureOf(
      'p95 ms without bookings',
      'lower',
      rounds.map(({ quiet }) => quiet.p95),
    ),
  ];
  const title = `booking pages of ${hostsOfEvent} hosts × ${calendarsOfHost} calendars × ${days} days, ${bookings} bookings stalled`;
  const lines = figures.map(({ figure, ...each }) => `  ${spreadText(each)} ${figure}\n`);
  console.error(`\n${stalledCalendarsCase}: ${title}\n${lines.join('')}`);
  return { name: stalledCalendarsCase, figures };
}

async function connectHosts({ client }: BenchDatabase, { workspaces, from }: PageEvents, url: string): Promise<void> {
  const secret = new SealedTexts(secretKey, 'calendar-connections').seal(JSON.stringify({ kind: 'ICS', url }));
  const times = { calendarsOfHost, timesOfCalendar: 2 * days, firstDay: dayOfDate(from), days };
  for (const { workspaceId, hostIds } of workspaces) {
    await addBusyTimes(client, { workspaceId, hostIds, ...times, secret });
  }
}

/** Accepts every connection and never answers. */
async function silentProvider() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`,
    waiting: () => sockets.size,
    async until(count: number): Promise<void> {
      const deadline = performance.now() + 10_000;
      while (sockets.size < count) {
        if (performance.now() > deadline) throw new Error(`${sockets.size} requests wait for calendars.`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

interface Bookable {
  readonly key: string;
  readonly linkPrefix: string;
  /** Open times of one event, as ISO text. */
  readonly dateTimes: readonly string[];
}

/** The open times of an event of each workspace: one that is closed would be refused at once. */
async function bookable(port: number, { linkPrefixes, workspaces, from, to }: PageEvents): Promise<Bookable[]> {
  const eventsOfEach = linkPrefixes.length / workspaces.length;
  const all: Bookable[] = [];
  for (const [index, { key }] of workspaces.entries()) {
    const linkPrefix = linkPrefixes[index * eventsOfEach] as string;
    const body = JSON.stringify({ linkPrefix, timeZone: 'UTC', from, to });
    const { data } = JSON.parse(await bodyOf(port, { path: '/v1/events/eventDates', key, body }));
    all.push({ key, linkPrefix, dateTimes: data.slots.map(({ dateTime }: { dateTime: string }) => dateTime) });
  }
  return all;
}

/** Keeps so many bookings waiting, each of another time, until they are stopped. */
function bookMeanwhile(port: number, events: readonly Bookable[], round: number) {
  let isStopped = false;
  let sent = 0;
  const next = (): string => {
    const number = sent++;
    const { key, linkPrefix, dateTimes } = events[number % events.length] as Bookable;
    const dateTime = dateTimes[(number * 13 + round) % dateTimes.length];
    const invitee = { firstName: 'Ira', lastName: 'Cole', email: `invitee-${round}-${number}@example.com` };
    return wireRequest({
      path: '/v1/eventCalls',
      key,
      body: JSON.stringify({ linkPrefix, dateTime, timeZone: 'UTC', ...invitee }),
    });
  };
  const book = async () => {
    const connection = new Connection(port);
    while (!isStopped) {
      const status = await connection.request(next());
      // Another booking may have taken the last host of a time.
      if (status !== 201 && status !== 400) throw new Error(`A booking was answered with ${status}.`);
    }
    connection.close();
  };
  const all = Promise.all(Array.from({ length: bookings }, book));
  // Where the measure fails, the server ends before the bookings do.
  all.catch(() => undefined);
  return {
    async stop(): Promise<void> {
      isStopped = true;
      await all;
    },
  };
}
