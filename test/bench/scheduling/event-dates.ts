import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { readBookableRules } from '../../../src/db/reads/scheduling.ts';
import { slotQueryOf } from '../../../src/db/reads/scheduling-rows.ts';
import { eventDatesOf } from '../../../src/domain/scheduling/event-dates.ts';
import type { SlotQuery } from '../../../src/domain/scheduling/rules.ts';
import { openSlots } from '../../../src/domain/scheduling/slots.ts';
import { dateOfDay, dayMs, zoneOffsets } from '../../../src/lib/time/zone-offsets.ts';
import type { ServiceContext } from '../../../src/services/context.ts';
import { microsOf, sampleCpu } from '../compare/rounds.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { type ServerProcess, startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { Connection } from '../load/connection.ts';
import { bodyOf, wireRequest } from '../load/request.ts';
import type { CaseOptions } from '../options.ts';
import { slotsWithDayjs } from './dayjs-slots.ts';
import { type EventDatesRound, type EventDatesSummary, type PartTimes, reportOf, summaryOf } from './report.ts';
import { benchTeam, callsOfTeam, type Team } from './team.ts';

const path = '/v1/events/eventDates';
const timeZone = 'Europe/Paris';

interface EventDatesCase {
  readonly name: string;
  readonly title: string;
  readonly event: keyof Team['eventIds'];
  readonly days: number;
}

const cases: readonly EventDatesCase[] = [
  { name: 'eventDates-1x14', title: '1 host × 14 days', event: 'one', days: 14 },
  { name: 'eventDates-50x60', title: '50 hosts × 60 days', event: 'all', days: 60 },
];

export const eventDatesCases = cases.map(({ name }) => name);

/**
 * Measures the open slots of an event: the request, the read of its data, and the engine on data read once, beside the
 * usual way on the same data. One at a time, because a request that waits for others says nothing about its own work.
 */
export async function compareEventDates(
  database: BenchDatabase,
  options: CaseOptions,
  stack: AsyncDisposableStack,
): Promise<EventDatesSummary[]> {
  const team = await benchTeam(database);
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  return database.use(async (context) => {
    const summaries: EventDatesSummary[] = [];
    for (const each of cases.filter(({ name }) => options.cases.includes(name))) {
      const parts = await partsOf(each, { team, context, port: server.port });
      const summary = await measure(each, parts, { options, server, client: database.client });
      summaries.push(summary);
      console.error(reportOf(summary));
    }
    return summaries;
  });
}

interface Parts {
  readonly slots: number;
  /** Each repeats a part for this time and resolves to the milliseconds of each run. */
  request(seconds: number): Promise<number[]>;
  read(seconds: number): Promise<number[]>;
  engine(seconds: number): Promise<number[]>;
  /** The milliseconds of one run with dayjs, which takes most of a minute for 50 hosts × 60 days. */
  readonly dayjsMs: number;
}

/** The parts to measure. Throws unless the server, the engine and the usual way find the same slots. */
async function partsOf(
  { event, days }: EventDatesCase,
  { team, context, port }: { readonly team: Team; readonly context: ServiceContext; readonly port: number },
): Promise<Parts> {
  const { workspaceId, key, firstDay } = team;
  const lastDay = firstDay + days - 1;
  const zone = zoneOffsets(timeZone, (firstDay - 2) * dayMs, (lastDay + 3) * dayMs);
  const range = { from: zone.startOfDay(firstDay), until: zone.startOfDay(lastDay + 1) };
  const eventId = team.eventIds[event];
  const read = () => readBookableRules(context.db, { workspaceId, event: { eventId }, ...range });
  const rules = await read();
  if (!rules) throw new Error('The event of the bench is not live.');
  const query: SlotQuery = slotQueryOf(rules, { ...range, now: Date.now() });
  const body = JSON.stringify({ eventId, timeZone, from: dateOfDay(firstDay), to: dateOfDay(lastDay) });
  const slots = openSlots(query);
  assertEqual(
    'the server',
    JSON.parse(await bodyOf(port, { path, key, body })).data,
    eventDatesOf(slots, { timeZone, forms: ['availabilities', 'slots'] }),
  );
  const start = performance.now();
  const found = slotsWithDayjs(query);
  const dayjsMs = performance.now() - start;
  assertEqual('dayjs', found, slots);
  return {
    slots: slots.length,
    request: (seconds) => repeatRequest(port, wireRequest({ path, key, body }), seconds),
    read: (seconds) => repeat(read, seconds),
    engine: (seconds) => repeat(() => openSlots(query), seconds),
    dayjsMs,
  };
}

/** On a connection of its own, because the server closes one that is idle while dayjs runs. */
async function repeatRequest(port: number, request: string, seconds: number): Promise<number[]> {
  const connection = new Connection(port);
  try {
    return await repeat(async () => {
      const status = await connection.request(request);
      if (status !== 200) throw new Error(`${path} returned ${status}.`);
    }, seconds);
  } finally {
    connection.close();
  }
}

function assertEqual(name: string, found: object, expected: object): void {
  if (!isDeepStrictEqual(found, expected)) throw new Error(`The engine and ${name} find different slots.`);
}

interface Instruments {
  readonly options: CaseOptions;
  readonly server: ServerProcess;
  readonly client: pg.Client;
}

/** Each round measures every part, so that a disturbance of the machine affects all. */
async function measure(
  { name, title }: EventDatesCase,
  parts: Parts,
  { options, server, client }: Instruments,
): Promise<EventDatesSummary> {
  const { slots } = parts;
  const fast = ['request', 'read', 'engine'] as const;
  for (const part of fast) await parts[part](options.warmUpSeconds);
  const rounds: EventDatesRound[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const before = await sampleCpu(server, client);
    const request = await parts.request(options.roundSeconds);
    const { serverMicros, databaseMicros } = microsOf(before, await sampleCpu(server, client), request.length);
    const times: PartTimes = {
      request,
      read: await parts.read(options.roundSeconds),
      engine: await parts.engine(options.roundSeconds),
      dayjs: round === 0 ? [parts.dayjsMs] : [],
    };
    rounds.push({ times, requestCpu: (serverMicros + databaseMicros) / 1000 });
  }
  return summaryOf({ name, title: `POST ${path}, ${title}, ${callsOfTeam.toLocaleString('en')} calls`, slots }, rounds);
}

/** Milliseconds of each run, one after the other for this time, and of one at least. */
async function repeat(work: () => unknown, seconds: number): Promise<number[]> {
  const milliseconds: number[] = [];
  const deadline = performance.now() + seconds * 1000;
  do {
    const start = performance.now();
    await work();
    milliseconds.push(performance.now() - start);
  } while (performance.now() < deadline);
  return milliseconds;
}
