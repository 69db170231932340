import { afterEach, describe, expect, test } from 'vitest';
import { type RecordType, recordPolicies } from '#src/domain/principal/policy.ts';
import { useApp } from '../support/app.ts';
import { lists, singles } from '../support/root-fields/registry.ts';
import {
  type Caller,
  callersOf,
  keyOf,
  type Refusal,
  type Row,
  refusal,
  rowsOf,
  sees,
  teamWithRecords,
} from './records.ts';
import { type Outcome, read } from './roots.ts';

const app = await useApp();
const people = await teamWithRecords(app);
// Records of another workspace, of the same people: no caller sees them here, although they own them.
await teamWithRecords(app, { people, owning: ['OWNER', 'CLOSER'] });
const lastKeyId = (await app.sql<{ id: number }>('SELECT max("id") AS "id" FROM "ApiKey"'))[0]?.id ?? 0;
// Each test creates the keys of its callers; together they would exceed one page of apiKeys.
afterEach(() => app.sql('DELETE FROM "ApiKey" WHERE "id" > $1', [lastKeyId]));

function expectRefused(outcomes: readonly Outcome[], { code, message }: Refusal): void {
  const status = code.endsWith('NOT_FOUND') ? 404 : 403;
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status, code, ...(message && { message }) });
}

function expectKeys(outcomes: readonly Outcome[], { role, credential, scopes }: Caller, keys: unknown[]): void {
  const caller = `${credential} of ${role} with ${scopes.length} scopes`;
  for (const outcome of outcomes) expect({ caller, ...outcome }).toEqual({ caller, status: 200, keys: keys.sort() });
}

/** What it finds is none of the samples: nobody else has their addresses and names. */
const findsNothing = 'possibleDuplicates';

test.each(Object.keys(lists).filter((name) => name !== findsNothing))(
  '%s returns to each role what the policy table says',
  async (name) => {
    const list = lists[name] as (typeof lists)[string];
    const { record, where = () => true } = list;
    const access = recordPolicies[record].read;
    const callers = await callersOf(app, people, access);
    const rows = (await rowsOf(app, record)).filter(where);
    expect(new Set(rows.map(({ workspaceId }) => workspaceId)).size).toBe(2);
    for (const caller of callers) {
      const outcomes = await read(app, caller.token, name, list);
      const refused = refusal(access, caller);
      if (refused) {
        expectRefused(outcomes, refused);
        continue;
      }
      const keys = rows.filter((row) => sees(record, caller, row)).map((row) => keyOf(record, row));
      expect(keys.length).toBeGreaterThan(0);
      expectKeys(outcomes, caller, keys);
    }
  },
);

/** Of the rows of a workspace that name the same members, the table says the same. */
function oneOfEachOwner(rows: readonly Row[]): readonly Row[] {
  const members = (row: Row) => [row.workspaceId, row.userId, row.setterId].join();
  return [...new Map(rows.map((row) => [members(row), row])).values()];
}

test.each(Object.keys(singles))('%s finds for each role what the policy table says', async (name) => {
  const { record, argument, code } = singles[name] as (typeof singles)[string];
  const access = recordPolicies[record].read;
  const callers = await callersOf(app, people, access);
  const rows = await rowsOf(app, record);
  for (const caller of callers) {
    const refused = refusal(access, caller);
    // Without access, every record is refused in the same way.
    for (const row of refused ? rows.slice(0, 1) : oneOfEachOwner(rows)) {
      const key = keyOf(record, row);
      const outcomes = await read(app, caller.token, name, {
        record,
        paths: [[]],
        args: { [argument]: key as string | number },
      });
      // A person is one record in all their workspaces.
      const isSeen = rows.some((each) => keyOf(record, each) === key && sees(record, caller, each));
      const notFound = isSeen ? undefined : { code };
      if (refused ?? notFound) expectRefused(outcomes, (refused ?? notFound) as Refusal);
      else expectKeys(outcomes, caller, [key]);
    }
  }
});

describe('the records of the tests', () => {
  const own = (Object.keys(recordPolicies) as RecordType[]).filter((type) => recordPolicies[type].rows !== 'all');

  test.each(own)('of %s, a closer sees some of the workspace and not all', async (type) => {
    const caller = { role: 'CLOSER', member: people.CLOSER } as const;
    const rows = (await rowsOf(app, type)).filter(({ workspaceId }) => workspaceId === people.CLOSER.workspaceId);
    const seen = rows.filter((row) => sees(type, caller, row));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(rows.length);
  });
});
