import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { readMigrationNames } from '#src/db/migration/files.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { addInvitee, inviteeKeyOf } from '#src/db/writes/invitees.ts';
import { callsWithoutInvitees } from '../support/calls-without-invitees.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

let scratch: ConnectedScratchDatabase;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());

test('calls that are stored already name their invitees, as calls that are booked later do', async () => {
  const names = await readMigrationNames(migrationsDirectory);
  const only = new Set(names.slice(0, names.indexOf('20261122211000_invitees')));
  await migrate(scratch.client, { directory: migrationsDirectory, only });
  await scratch.client.query(callsWithoutInvitees);
  await migrate(scratch.client, { directory: migrationsDirectory });
  const stored = async () => {
    const { rows } = await scratch.client.query(
      `SELECT i."workspaceId", i."text", count(c."id")::int AS "calls" FROM "Invitee" i
       LEFT JOIN "EventCall" c ON c."workspaceId" = i."workspaceId" AND c."inviteeKey" = i."key" GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    return rows;
  };
  const expected = [
    { workspaceId: 1, text: 'ira öz\n\n', calls: 1 },
    { workspaceId: 1, text: 'ira öz\nira@example.com\n+1', calls: 2 },
    { workspaceId: 2, text: 'ira öz\n\n', calls: 1 },
  ];
  expect(await stored()).toEqual(expected);
  const key = inviteeKeyOf({ name: 'c."inviteeName"', email: 'c."inviteeEmail"', phoneNumber: 'c."phoneNumber"' });
  const { rowCount } = await scratch.client.query(`SELECT FROM "EventCall" c WHERE c."inviteeKey" <> ${key}`);
  expect(rowCount).toBe(0);
  await addInvitee(scratch.client, 1, { inviteeName: 'ira ÖZ', inviteeEmail: 'IRA@example.com', phoneNumber: '+1' });
  expect(await stored()).toEqual(expected);
});

test('index-only scans need not read the calls that a migration has written anew', async () => {
  const { rows } = await scratch.client.query(
    `SELECT relpages > 0 AND relallvisible = relpages AS "visible" FROM pg_class WHERE oid = '"EventCall"'::regclass`,
  );
  expect(rows).toEqual([{ visible: true }]);
});
