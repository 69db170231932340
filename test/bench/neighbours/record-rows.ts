import { dayMs } from '../../../src/lib/time/zone-offsets.ts';
import { bulkWorkspace } from '../bulk/workspace.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { benchWorkspace } from '../environment/workspaces.ts';
import { wireRequest } from '../load/request.ts';
import { schedulingWorkspace } from '../scheduling/workspace.ts';
import type { Row } from './attack.ts';
import { datesOf, openEvent, timeZone } from './open-events.ts';
import { callers } from './processes.ts';

const count = 10;
const hosts = 60;
/** More than are sent in the time, so that none comes twice. */
const distinct = 30_000;
const loggedPerSecond = 1_000;
/** The search of the next open time looks at two days, then at fourteen. */
const takenDays = 3;

/** Texts that a call or two have, and as many that none has, though all of their parts occur. */
function rareTexts(emails: readonly string[]): string[] {
  const absent = emails.map((email, index) => email.slice(0, 6) + emails[(index + 1) % emails.length]?.slice(-16));
  return [...emails, ...absent];
}

/** E-mail addresses of invitees, of a hundred calls that are spread over the whole workspace. */
async function emailsOf(client: BenchDatabase['client'], workspaceId: number): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `WITH bounds AS (SELECT min("id") AS low, max("id") AS high FROM "EventCall" WHERE "workspaceId" = $1)
     SELECT DISTINCT "inviteeEmail" AS "email" FROM bounds, generate_series(1, 100) k
     JOIN LATERAL (SELECT "inviteeEmail" FROM "EventCall" WHERE "workspaceId" = $1
       AND "id" >= low + (high - low) * k::bigint / 101 ORDER BY "id" LIMIT 1) c ON "inviteeEmail" IS NOT NULL`,
    [workspaceId],
  );
  return rows.map(({ email }) => email);
}

/** Rows of the reads and writes of records, by callers with raised limits. */
export const recordRows: readonly Row[] = [
  {
    name: 'search',
    title: `${count} callers who search 100,000 calls for rare texts`,
    async prepare({ database, port, stack }) {
      const { workspaceId, key } = await benchWorkspace(database, 100_000);
      const requests = rareTexts(await emailsOf(database.client, workspaceId)).map((text) =>
        wireRequest({ path: `/v1/eventCalls?search=${encodeURIComponent(text)}`, key }),
      );
      return callers(stack, { port, requests, callers: count });
    },
  },
  {
    name: 'reports',
    title: `${count} callers of GET /v1/reports, each about all of 100,000 calls`,
    async prepare({ database, port, stack }) {
      const { key } = await benchWorkspace(database, 100_000);
      const requests = ['calls', 'money', 'leads'].flatMap((kind) =>
        ['closer', 'source', 'day'].map((groupBy) =>
          wireRequest({ path: `/v1/reports/${kind}?groupBy=${groupBy}&dateFrom=2024-01-01&dateTo=2026-12-31`, key }),
        ),
      );
      return callers(stack, { port, requests, callers: count });
    },
  },
  {
    name: 'bulk',
    title: `${count} callers of POST /v1/fields/answer/bulk, 10,000 contacts each`,
    async prepare({ database, port, stack }) {
      const workspace = await bulkWorkspace(database);
      stack.defer(workspace.clear);
      const requests: string[] = [];
      for (let caller = 0; caller < count; caller++) {
        const field = await workspace.field();
        requests.push(workspace.request(field, 'one answer'), workspace.request(field, 'another answer'));
      }
      return callers(stack, { port, requests, callers: count });
    },
  },
  {
    name: 'import',
    title: `${count} callers of POST /v1/contacts, each time another contact`,
    async prepare({ database, port, stack }) {
      const { key } = await schedulingWorkspace(database, { name: 'Bench of neighbours import', hosts: 1 });
      const requests = Array.from({ length: distinct }, (_, number) => {
        const body = JSON.stringify({ email: `import-${number}@example.com`, firstName: 'Ira', lastName: 'Cole' });
        return wireRequest({ path: '/v1/contacts', key, body });
      });
      return callers(stack, { port, requests, callers: count });
    },
  },
  {
    name: 'booking-taken',
    title: `${count} callers who book a time at which all ${hosts} hosts are away, for ${takenDays} days`,
    async prepare({ database, port, stack }) {
      const { eventId, workspaceId, key, hostIds } = await openEvent(database, hosts);
      const start = Date.parse(datesOf(1).from);
      await database.client.query(
        `INSERT INTO "TimeOff" ("workspaceId", "userId", "startTime", "endTime")
         SELECT $1, host, to_timestamp($3::float8), to_timestamp($4::float8) FROM unnest($2::int[]) host`,
        [workspaceId, hostIds, start / 1000, (start + takenDays * dayMs) / 1000],
      );
      const who = { timeZone, email: 'booker@example.com', firstName: 'Ada', lastName: 'Lovelace' };
      const body = JSON.stringify({ eventId, dateTime: new Date(start + dayMs / 2).toISOString(), ...who });
      return callers(stack, { port, requests: [wireRequest({ path: '/v1/eventCalls', key, body })], callers: count });
    },
  },
  {
    name: 'request-log',
    title: `${loggedPerSecond.toLocaleString('en')} requests a second of GET /v1/me, each of which is logged`,
    async prepare({ database, port, stack }) {
      const { key } = await benchWorkspace(database, 2_000);
      const requests = [wireRequest({ path: '/v1/me', key })];
      return callers(stack, { port, requests, callers: 50, perSecond: loggedPerSecond });
    },
  },
];
