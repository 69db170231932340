import { isDeepStrictEqual } from 'node:util';
import { readBookableRules } from '../../../src/db/reads/scheduling.ts';
import { slotQueryOf } from '../../../src/db/reads/scheduling-rows.ts';
import { unpackBusy } from '../../../src/domain/calendars/busy.ts';
import { eventDatesOf } from '../../../src/domain/scheduling/event-dates.ts';
import type { Host } from '../../../src/domain/scheduling/rules.ts';
import { openSlots } from '../../../src/domain/scheduling/slots.ts';
import { dateOfDay, dayMs, zoneOffsets } from '../../../src/lib/time/zone-offsets.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { figureOf, type Measured, spreadText } from '../figure.ts';
import { Connection } from '../load/connection.ts';
import { median } from '../load/latencies.ts';
import { bodyOf, wireRequest } from '../load/request.ts';
import type { CaseOptions } from '../options.ts';
import { addBusyTimes } from './busy-times.ts';
import { benchTeam, type Team, teamSize } from './team.ts';

export const busyDatesCase = 'eventDates-busy';

const path = '/v1/events/eventDates';
const timeZone = 'Europe/Paris';
const days = 60;
const busyTimes = 20_000;

/** The open slots of 50 hosts in 60 days whose calendars hold 20,000 busy times, beside those of the same team without. */
export async function compareBusyDates(
  database: BenchDatabase,
  options: CaseOptions,
  stack: AsyncDisposableStack,
): Promise<Measured> {
  const free = await benchTeam(database);
  const busy = await benchTeam(database, 'Bench of eventDates beside calendars');
  const times = { calendarsOfHost: 1, timesOfCalendar: busyTimes / teamSize, firstDay: busy.firstDay, days };
  await addBusyTimes(database.client, { ...busy, ...times });
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  await checkDates(database, server.port, busy);
  const requests = { free: requestOf(free), busy: requestOf(busy) };
  const connection = stack.adopt(new Connection(server.port), (each) => each.close());
  const round = async (seconds: number) => {
    const found = { free: [] as number[], busy: [] as number[] };
    const deadline = performance.now() + seconds * 1000;
    // In turn, so that a disturbance of the machine affects both.
    do {
      for (const name of ['free', 'busy'] as const) {
        const start = performance.now();
        if ((await connection.request(requests[name])) !== 200) throw new Error(`${path} was refused.`);
        found[name].push(performance.now() - start);
      }
    } while (performance.now() < deadline);
    return { free: median(found.free), busy: median(found.busy) };
  };
  await round(options.warmUpSeconds);
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let number = 0; number < options.rounds; number++) rounds.push(await round(options.roundSeconds));
  const figures = [
    figureOf(
      'ms',
      'lower',
      rounds.map((each) => each.busy),
    ),
    figureOf(
      'ms × without calendars',
      'lower',
      rounds.map((each) => each.busy / each.free),
    ),
  ];
  const title = `POST ${path}, ${teamSize} hosts × ${days} days, ${busyTimes.toLocaleString('en')} busy times`;
  const lines = figures.map(({ figure, ...each }) => `  ${spreadText(each)} ${figure}\n`);
  console.error(`\n${busyDatesCase}: ${title}\n${lines.join('')}`);
  return { name: busyDatesCase, figures };
}

function datesOf({ eventIds, firstDay }: Team) {
  return { eventId: eventIds.all, timeZone, from: dateOfDay(firstDay), to: dateOfDay(firstDay + days - 1) };
}

function requestOf(team: Team): string {
  return wireRequest({ path, key: team.key, body: JSON.stringify(datesOf(team)) });
}

/** Throws unless the server closes for the busy times what it closes for time off. */
async function checkDates(database: BenchDatabase, port: number, team: Team): Promise<void> {
  const { workspaceId, eventIds, firstDay, key } = team;
  const zone = zoneOffsets(timeZone, (firstDay - 2) * dayMs, (firstDay + days + 2) * dayMs);
  const range = { from: zone.startOfDay(firstDay), until: zone.startOfDay(firstDay + days) };
  const rules = await database.use(({ db }) =>
    readBookableRules(db, { workspaceId, event: { eventId: eventIds.all }, ...range }),
  );
  if (!rules) throw new Error('The event of the bench is not live.');
  const hosts = rules.hosts.map((host) => ({
    ...host,
    timeOff: [...host.timeOff, ...busyOf(host)],
    calendarConnections: [],
  }));
  const stored = hosts.reduce((sum, { timeOff }) => sum + timeOff.length, 0);
  if (stored < busyTimes) throw new Error(`The hosts have ${stored} busy times.`);
  const slots = openSlots({ ...slotQueryOf(rules, { ...range, now: Date.now() }), hosts });
  const expected = eventDatesOf(slots, { timeZone, forms: ['availabilities', 'slots'] });
  const found = JSON.parse(await bodyOf(port, { path, key, body: JSON.stringify(datesOf(team)) })).data;
  if (slots.length === 0 || !isDeepStrictEqual(found, expected)) {
    throw new Error('The server and the engine find different slots.');
  }
}

function busyOf({ calendarConnections }: Host) {
  return calendarConnections.flatMap(({ calendars }) => calendars.flatMap(({ busy }) => unpackBusy(busy)));
}
