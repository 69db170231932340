import { reportOf } from '../compare/report.ts';
import { microsOf, type Round, type ServerRounds, sampleCpu } from '../compare/rounds.ts';
import { type CaseSummary, summaryOf } from '../compare/summary.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { type ServerProcess, startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { latenciesOf } from '../load/latencies.ts';
import { startLoadProcess } from '../load/load-process.ts';
import { wireRequest } from '../load/request.ts';
import type { CaseOptions } from '../options.ts';
import { bareBooking } from './bare-booking.ts';
import { type BookedEvent, type Booking, bookedEvent, bookingOf, resetBookings } from './booking-team.ts';

const teamSizes = [1, 10];
const caseOf = (hosts: number) => `booking-${hosts}`;
export const bookingCases = teamSizes.map(caseOf);
const path = '/v1/eventCalls';
/** A round ends with its bookings, not with its time, so that both sides find as many calls in the tables. */
const bookingsPerSecond = 250;

/** Who books: our server, or pg. */
interface Booker {
  readonly server: ServerProcess;
  /** Makes all bookings, each once. Resolves to the latencies in milliseconds. */
  book(bookings: readonly Booking[]): Promise<Omit<Round, 'serverMicros' | 'databaseMicros'>>;
}

/** Parallel bookings of different slots, through our server and by the SQL of the same transaction sent with pg. */
export async function compareBookings(
  database: BenchDatabase,
  options: CaseOptions,
  stack: AsyncDisposableStack,
): Promise<CaseSummary[]> {
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  const load = stack.adopt(startLoadProcess(), (process) => process.stop());
  const summaries: CaseSummary[] = [];
  for (const hosts of teamSizes.filter((size) => options.cases.includes(caseOf(size)))) {
    const event = await bookedEvent(database, hosts);
    await using bare = await bareBooking(database, event);
    const throughServer: Booker = {
      server,
      async book(bookings) {
        const requests = bookings.map((each) =>
          wireRequest({ path, key: event.workspace.key, body: JSON.stringify(each) }),
        );
        const order = { port: server.port, requests, connections: options.connections, status: 201 };
        const { failures, seconds, latencies } = await load.run(order);
        if (failures > 0) throw new Error(`"${server.name}" refused ${failures} of ${bookings.length} bookings.`);
        return { requestsPerSecond: bookings.length / seconds, latencies };
      },
    };
    const { applicationName } = bare;
    const self = { name: 'pg, SQL alone', port: 0, pid: process.pid, applicationName, stop: async () => {} };
    const byHand: Booker = { server: self, book: (bookings) => bookAll(bookings, bare.book, options.connections) };
    const title = `POST ${path}, ${options.connections} parallel bookers of different slots, ${hosts} ${hosts === 1 ? 'host' : 'hosts'}`;
    const results = await runRounds([throughServer, byHand], { database, options, event });
    const summary = summaryOf({ name: caseOf(hosts), title }, results);
    summaries.push(summary);
    console.error(reportOf(summary));
  }
  return summaries;
}

/** Alternates both, each time beginning without bookings. */
async function runRounds(
  bookers: readonly Booker[],
  { database, options, event }: { database: BenchDatabase; options: CaseOptions; event: BookedEvent },
): Promise<ServerRounds[]> {
  const results = bookers.map(({ server }) => ({ server, rounds: [] as Round[] }));
  for (let turn = -1; turn < options.rounds; turn++) {
    for (const [index, { server, book }] of bookers.entries()) {
      await resetBookings(database.client, event);
      const seconds = turn === -1 ? options.warmUpSeconds : options.roundSeconds;
      const bookings = Array.from({ length: seconds * bookingsPerSecond }, (_, number) => bookingOf(event, number));
      const before = await sampleCpu(server, database.client);
      const round = await book(bookings);
      const micros = microsOf(before, await sampleCpu(server, database.client), bookings.length);
      await assertBooked(database, event, bookings.length);
      if (turn >= 0) results[index]?.rounds.push({ ...round, ...micros });
    }
  }
  await resetBookings(database.client, event);
  return results;
}

/** Keeps so many bookers busy until each booking is made. */
async function bookAll(bookings: readonly Booking[], book: (booking: Booking) => Promise<void>, bookers: number) {
  const milliseconds: number[] = [];
  const start = performance.now();
  let next = 0;
  const busy = async () => {
    for (let booking = bookings[next++]; booking; booking = bookings[next++]) {
      const sent = performance.now();
      await book(booking);
      milliseconds.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: bookers }, busy));
  const seconds = (performance.now() - start) / 1000;
  return { requestsPerSecond: bookings.length / seconds, latencies: latenciesOf(milliseconds) };
}

/** Both must leave the same rows, otherwise they would not do the same work. */
async function assertBooked({ client }: BenchDatabase, { workspace }: BookedEvent, bookings: number): Promise<void> {
  const { rows } = await client.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM "EventCall" WHERE "workspaceId" = $1) AS "calls",
       (SELECT count(DISTINCT "eventCallId")::int FROM "InviteeAnswer" WHERE "workspaceId" = $1) AS "answered",
       (SELECT count(DISTINCT "eventCallId")::int FROM "CustomFieldAnswer" WHERE "workspaceId" = $1) AS "described",
       (SELECT count(*)::int FROM "Contact" WHERE "workspaceId" = $1) AS "contacts",
       (SELECT count(*)::int FROM "WebhookEvent" WHERE "workspaceId" = $1 AND "kind" = 'call.booked') AS "events"`,
    [workspace.workspaceId],
  );
  for (const [what, count] of Object.entries(rows[0] ?? {})) {
    if (count !== bookings) throw new Error(`${bookings} bookings left ${count} ${what}.`);
  }
}
