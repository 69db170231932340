import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { type Spread, spread, spreadText } from '../figure.ts';
import { type Latencies, median } from '../load/latencies.ts';
import { startLoadProcess } from '../load/load-process.ts';
import { wireRequest } from '../load/request.ts';
import type { Options } from '../options.ts';
import { bookedEvent, bookingOf, resetBookings } from '../scheduling/booking-team.ts';
import { table } from '../table.ts';
import { addWaiting, clearWebhookWorkspaces, webhookWorkspace } from './workspace.ts';
import { startEventWriter } from './writer.ts';

const hosts = 10;
const path = '/v1/eventCalls';
const bookingsPerSecond = 250;
const waitingCounts = [0, 1_000_000];
/** 1,000 events a second: as single changes write them ten at a time, or as bulk changes do. */
const rhythms = {
  'events in tens': { transactionsPerSecond: 100, eventsEach: 10 },
  'events in hundreds': { transactionsPerSecond: 10, eventsEach: 100 },
};
const variants = ['bookings alone', ...(Object.keys(rhythms) as (keyof typeof rhythms)[])] as const;
type Variant = (typeof variants)[number];

interface Round {
  readonly perSecond: number;
  readonly latencies: Latencies;
  readonly eventsPerSecond: number;
}

/** Parallel bookings through our server, alone and while another connection writes 1,000 webhook events a second. */
export async function measureBookingBesideEvents(
  database: BenchDatabase,
  options: Options,
  stack: AsyncDisposableStack,
) {
  const { client } = database;
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  const load = stack.adopt(startLoadProcess(), (process) => process.stop());
  const event = await bookedEvent(database, hosts);
  const summaries: VariantSummary[] = [];

  const round = async (variant: Variant, seconds: number): Promise<Round> => {
    await resetBookings(client, event);
    const requests = Array.from({ length: seconds * bookingsPerSecond }, (_, number) =>
      wireRequest({ path, key: event.workspace.key, body: JSON.stringify(bookingOf(event, number)) }),
    );
    // The endpoint is paused, so each event is stored for it and becomes a delivery.
    const workspaceId = await webhookWorkspace(client, ['https://hooks.example.com/paused'], 'PAUSED');
    const rhythm = variant === 'bookings alone' ? undefined : rhythms[variant];
    const writer = rhythm && (await startEventWriter(database.url, [workspaceId], rhythm));
    const order = { port: server.port, requests, connections: options.connections, status: 201 };
    const { failures, seconds: took, latencies } = await load.run(order);
    const eventsPerSecond = (await writer?.stop()) ?? 0;
    if (failures > 0) throw new Error(`${failures} of ${requests.length} bookings were refused.`);
    return { perSecond: requests.length / took, latencies, eventsPerSecond };
  };

  for (const waiting of waitingCounts) {
    await clearWebhookWorkspaces(client);
    if (waiting > 0) await addWaiting(client, waiting);
    const rounds = Object.fromEntries(variants.map((variant) => [variant, [] as Round[]])) as Record<Variant, Round[]>;
    for (let turn = -1; turn < options.rounds; turn++) {
      for (const variant of variants) {
        const figures = await round(variant, turn < 0 ? options.warmUpSeconds : options.roundSeconds);
        if (turn >= 0) rounds[variant].push(figures);
      }
    }
    for (const variant of variants)
      summaries.push(summaryOf(`${variant}, ${waiting.toLocaleString('en')} waiting`, rounds, variant));
  }
  await resetBookings(client, event);
  await clearWebhookWorkspaces(client);
  console.error(reportOf(summaries));
  return { name: 'webhooksBooking', summaries };
}

interface VariantSummary {
  readonly name: string;
  readonly perSecond: Spread;
  readonly p50: number;
  readonly p99: number;
  readonly eventsPerSecond: number;
  /** Bookings a second over those of the round without events before it. */
  readonly ratio: Spread;
}

function summaryOf(name: string, rounds: Record<Variant, readonly Round[]>, variant: Variant): VariantSummary {
  const own = rounds[variant];
  const alone = rounds['bookings alone'];
  return {
    name,
    perSecond: spread(own.map(({ perSecond }) => perSecond)),
    p50: median(own.map(({ latencies }) => latencies.p50)),
    p99: median(own.map(({ latencies }) => latencies.p99)),
    eventsPerSecond: median(own.map(({ eventsPerSecond }) => eventsPerSecond)),
    ratio: spread(own.map(({ perSecond }, turn) => perSecond / (alone[turn]?.perSecond ?? Number.NaN))),
  };
}

function reportOf(summaries: readonly VariantSummary[]): string {
  const rows = summaries.map(({ name, perSecond, p50, p99, eventsPerSecond, ratio }) => [
    ...[name, perSecond.median.toFixed(0), p50.toFixed(1), p99.toFixed(1), eventsPerSecond.toFixed(0)],
    spreadText(ratio),
  ]);
  const head = ['', 'bookings/s', 'p50 ms', 'p99 ms', 'events/s', 'of alone'];
  return `\nwebhooksBooking: POST ${path} beside 1,000 events a second of a paused endpoint\n${table([head, ...rows])}\n`;
}
