import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { readMigrationNames } from '#src/db/migration/files.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { addInvitee, inviteeKeyOf } from '#src/db/writes/invitees.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

let scratch: ConnectedScratchDatabase;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());

/** Calls as they were stored before they named their invitee: twice the same one in other letters, and one without e-mail. */
const calls = `
  INSERT INTO "Workspace" ("name") VALUES ('Old'), ('Other');
  INSERT INTO "User" ("email", "username", "firstName", "lastName") VALUES ('a@example.com', 'a', 'A', 'B');
  INSERT INTO "Membership" ("workspaceId", "userId", "role") SELECT "id", 1, 'OWNER' FROM "Workspace";
  INSERT INTO "Event" ("workspaceId", "name", "linkPrefix", "callType", "duration")
    SELECT "id", 'Call', 'a/' || "id", 'STRATEGY_EVENT', 30 FROM "Workspace" ORDER BY "id";
  INSERT INTO "Contact" ("workspaceId", "previewId", "email") SELECT "id", 'c' || "id", 'ira@example.com' FROM "Workspace" ORDER BY "id";
  INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "callType", "dateTime", "endTime",
    "duration", "timeZone", "inviteeName", "inviteeEmail", "phoneNumber", "location")
  SELECT w, 'call_' || n, w, w, 1, 'STRATEGY_EVENT', t, t + interval '30 minutes', 30, 'UTC', i.name, i.email, i.phone, 'ZOOM'
  FROM (VALUES (1, 1, 'Ira Öz', 'ira@example.com', '+1'), (1, 2, 'IRA ÖZ', 'Ira@example.com', '+1'), (1, 3, 'Ira Öz', NULL, NULL),
    (2, 4, 'Ira Öz', NULL, NULL)) i(w, n, name, email, phone),
    LATERAL (SELECT timestamptz '2026-01-01T09:00Z' + n * interval '1 day') d(t)`;

test('calls that are stored already name their invitees, as calls that are booked later do', async () => {
  const names = await readMigrationNames(migrationsDirectory);
  const only = new Set(names.slice(0, names.indexOf('20261122211000_invitees')));
  await migrate(scratch.client, { directory: migrationsDirectory, only });
  await scratch.client.query(calls);
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
