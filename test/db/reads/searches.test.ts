import { describe, expect, test } from 'vitest';
import type { EventCallQuery } from '#src/db/reads/event-calls/query.ts';
import { readEventCalls } from '#src/db/reads/event-calls/read-event-calls.ts';
import { factories } from '../../support/factories.ts';
import { useServices } from '../../support/service-context.ts';

/** Some begin with the same four bytes, some end within them, some have characters of several bytes. */
const firstNames = ['Maria', 'Marina', 'Mario', 'Li', 'A', 'Änne', 'Zoë', '日本', '日', '😀', 'İpek', ...manyNames()];
const inviteesOfName = 60;
const callsOfInvitee = 2;

function manyNames(): string[] {
  return Array.from({ length: 29 }, (_, place) => `${String.fromCharCode(66 + (place % 25))}name${place}`);
}

const services = await useServices();
const made = factories(services.context);
const owner = await services.workspace();
const workspaceId = owner.workspaceId;
const nobody = await made.inviteeKey(workspaceId, { inviteeName: 'Nobody', inviteeEmail: null, phoneNumber: null });
// In an order in which the calls of a name lie far from each other, two of them at each instant.
await made.writeCalls(
  workspaceId,
  `INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "callType", "dateTime", "endTime",
     "duration", "timeZone", "inviteeName", "inviteeEmail", "location", "inviteeKey", "status")
   SELECT $1, 'call_' || f.place || '_' || n, $2, $3, $4, 'STRATEGY_EVENT', t, t + interval '30 minutes', 30, 'UTC',
     f.name || ' Family' || n % $6, CASE WHEN n % 3 > 0 THEN 'person' || n % $6 || '@example.com' END, 'ZOOM', $7::bytea, 'CANCELLED'
   FROM unnest($5::text[]) WITH ORDINALITY f(name, place), generate_series(1, $6::int * $8::int) n,
     LATERAL (SELECT timestamptz '2026-01-01T00:00Z' + (n * 97 % 500 + f.place % 7) * interval '1 hour') d(t)
   ORDER BY md5(f.place || '-' || n)`,
  [
    ...[workspaceId, await made.event(owner), await made.contact(workspaceId), owner.userId],
    ...[firstNames, inviteesOfName, nobody, callsOfInvitee],
  ],
);
await services.context.db.pool.query('VACUUM (ANALYZE) "EventCall", "Invitee"');

const all: Omit<EventCallQuery, 'workspaceId'> = {
  nowMs: Date.UTC(2026, 0, 10),
  ...{ orderColumn: 'dateTime', orderBy: 'desc', eventType: 'ALL', limit: 20, offset: 0 },
};

async function found(query: Partial<EventCallQuery>) {
  const { eventCalls, count } = await readEventCalls(services.context.db, { ...all, workspaceId, ...query });
  return { ids: eventCalls.map(({ id }) => id), count };
}

/** The same page by the columns of the calls alone. */
async function expected(words: readonly string[], { orderColumn, orderBy, limit, offset }: typeof all) {
  const rows = await made.sql<{ id: number }>(
    `SELECT c."id" FROM "EventCall" c WHERE c."workspaceId" = $1 AND (SELECT bool_and(
       position(lower(w) IN lower(c."inviteeName")) > 0 OR position(lower(w) IN lower(coalesce(c."inviteeEmail", ''))) > 0)
       FROM unnest($2::text[]) w) ORDER BY c."${orderColumn}" ${orderBy}, c."id" ${orderBy}`,
    [workspaceId, words],
  );
  const ids = rows.map(({ id }) => id);
  return { ids: ids.slice(offset, offset + limit), count: ids.length };
}

const searches: [string, string[]][] = [
  ...firstNames.slice(0, 14).map((name): [string, string[]] => [name, [name.toUpperCase()]]),
  ['a part of several names', ['mari']],
  ['a name and a surname', ['maria', 'family7']],
  ['a surname', ['family31']],
  ['an e-mail address', ['person11@example.com']],
  ['what all but some have', ['example']],
  ['what all have', ['a']],
  ['what nobody has', ['maria', 'jones']],
  ['an invitee without calls', ['nobody']],
];

describe('a search', () => {
  test.each(searches)('finds the same calls alone and beside another filter: %s', async (_, searchWords) => {
    for (const orderColumn of ['dateTime', 'createdAt', 'id'] as const) {
      for (const orderBy of ['asc', 'desc'] as const) {
        for (const offset of [0, 7]) {
          const page = { ...all, orderColumn, orderBy, offset };
          const matching = await expected(searchWords, page);
          expect(await found({ ...page, searchWords })).toEqual(matching);
          expect(await found({ ...page, searchWords, untilMs: Date.UTC(2100, 0) })).toEqual(matching);
        }
      }
    }
  });
});
