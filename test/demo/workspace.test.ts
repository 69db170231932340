import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemoWorkspace, type DemoWorkspace } from '#src/demo/demo-workspace.ts';
import { isWellFormedApiKey } from '#src/domain/principal/credentials.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { verifyPassword } from '#src/lib/secrets/password.ts';
import { emptyStage, outsideSchedule, overlapping, type Stage, withoutHost, wrongRollups } from './support.ts';

const enums = [
  ['Membership', 'role', 'Role'],
  ['Event', 'callType', 'CallType'],
  ['Event', 'status', 'EventStatus'],
  ['Event', 'location', 'EventLocation'],
  ['InviteeQuestion', 'type', 'InviteeQuestionType'],
  ['InviteeAnswer', 'type', 'InviteeQuestionType'],
  ['ScheduleDay', 'weekday', 'Weekday'],
  ['Contact', 'status', 'ContactStatus'],
  ['EventCall', 'callType', 'CallType'],
  ['EventCall', 'status', 'CallStatus'],
  ['EventCall', 'location', 'EventLocation'],
  ['EventCall', 'outcome', 'CallOutcome'],
  ['EventCall', 'noSaleReason', 'NoSaleReason'],
  ['CustomField', 'type', 'CustomFieldType'],
  ['CustomField', 'inputType', 'CustomFieldInputType'],
  ['Deal', 'transactionType', 'DealTransactionType'],
  ['Transaction', 'source', 'TransactionSource'],
] as const;

describe('createDemoWorkspace()', () => {
  let stage: Stage;
  let demos: (DemoWorkspace | null)[];
  let demo: DemoWorkspace;

  beforeAll(async () => {
    stage = await emptyStage();
    demos = await Promise.all([createDemoWorkspace(stage.context), createDemoWorkspace(stage.context)]);
    demo = demos.find((made) => made !== null) as DemoWorkspace;
  });
  afterAll(() => stage.close());

  test('makes one workspace when two nodes start at once, and none when there is one', async () => {
    expect(demos.filter((made) => made === null)).toHaveLength(1);
    await expect(createDemoWorkspace(stage.context)).resolves.toBeNull();
    await expect(stage.count('SELECT count(*) FROM "Workspace" WHERE "isDemo"')).resolves.toBe(1);
  });

  test('an event asks for the revenue and disqualifies who is below its budget, as its description says', async () => {
    await expect(
      stage.count(`SELECT count(*) FROM "Event" e
        JOIN "EventSecondaryQuestion" q ON q."eventId" = e."id" AND q."required"
        JOIN "CustomField" f ON f."id" = q."customFieldId" AND f."identifier" = 'monthly-revenue'
        JOIN "CustomFieldOption" o ON o."customFieldId" = f."id"
        WHERE e."name" = 'Fit check' AND e."disqualifiedMessage" <> '' AND e."disqualificationRules" = jsonb_build_array(
          jsonb_build_object('kind', 'ANSWER', 'questionType', NULL, 'customFieldId', f."id", 'operator', 'EQUALS',
            'values', jsonb_build_array(o."name"))) AND o."name" = 'Below $10k'`),
    ).resolves.toBe(1);
  });

  test.each([
    ['User', 6],
    ['Membership', 6],
    ['Event', 8],
    ['Schedule', 9],
    ['ScheduleDay', 63],
    ['Contact', 300],
    ['EventCall', 2000],
    ['ApiKey', 1],
    ['OAuthClient', 1],
    ['OAuthGrant', 2],
    ['Webhook', 1],
  ])('%s has %i rows', async (table, rows) => {
    await expect(stage.count(`SELECT count(*) FROM "${table}"`)).resolves.toBe(rows);
  });

  test.each(enums)('%s.%s takes every value of %s', async (table, column, type) => {
    const unused = `SELECT count(*) FROM unnest(enum_range(NULL::"${type}")) v WHERE v NOT IN (
      SELECT "${column}" FROM "${table}" WHERE "${column}" IS NOT NULL)`;
    await expect(stage.count(unused)).resolves.toBe(0);
  });

  test('the owner signs in with the password, and the key has all scopes', async () => {
    const [owner] = await stage.rows<{ email: string; passwordHash: string; role: string }>(
      'SELECT * FROM "User" u JOIN "Membership" m ON m."userId" = u."id" WHERE u."id" = $1',
      [demo.userId],
    );
    expect(owner).toMatchObject({ email: demo.ownerEmail, role: 'OWNER' });
    expect(owner?.passwordHash).toMatch(/^\$argon2id\$/);
    await expect(verifyPassword(owner?.passwordHash, demo.ownerPassword)).resolves.toBe(true);
    expect(isWellFormedApiKey(demo.key)).toBe(true);
    await expect(
      stage.rows('SELECT "userId", "hash", "lastFour", "scopes", "expiresAt" FROM "ApiKey"'),
    ).resolves.toEqual([
      { userId: demo.userId, hash: sha256(demo.key), lastFour: demo.key.slice(-4), scopes: allScopes, expiresAt: null },
    ]);
  });

  test('every call is within the hours of its host, on the wall clock on both sides of a change of the clocks', async () => {
    await expect(stage.count(withoutHost, [demo.workspaceId])).resolves.toBe(0);
    await expect(stage.count(outsideSchedule, [demo.workspaceId])).resolves.toBe(0);
    const offsets = `SELECT count(DISTINCT ("dateTime" AT TIME ZONE s."timeZone") - ("dateTime" AT TIME ZONE 'UTC'))
      FROM "EventCall" c JOIN "Schedule" s ON s."userId" = c."userId" WHERE s."timeZone" = $1`;
    await expect(stage.count(offsets, ['America/Los_Angeles'])).resolves.toBe(2);
    await expect(stage.count(offsets, ['Asia/Kolkata'])).resolves.toBe(1);
    await expect(stage.count('SELECT count(DISTINCT "timeZone") FROM "Schedule"')).resolves.toBe(4);
  });

  test('calls of one host overlap only where one was cancelled', async () => {
    await expect(stage.count(overlapping(`"status" <> 'CANCELLED'`), [demo.workspaceId])).resolves.toBe(0);
    await expect(stage.count(overlapping(), [demo.workspaceId])).resolves.toBe(40);
  });

  test('the rollups are what counting the calls gives', async () => {
    await expect(stage.count(wrongRollups, [demo.workspaceId])).resolves.toBe(0);
    await expect(stage.count('SELECT count(DISTINCT "dimension") FROM "EventCallRollup"')).resolves.toBe(7);
  });

  test('calls reach from fourteen months back to two months ahead, most of them past', async () => {
    const share = (condition: string) => stage.count(`SELECT count(*) FROM "EventCall" WHERE ${condition}`);
    const outside = `"dateTime" < '2026-11-20'::date - 427 OR "dateTime" > '2026-11-20'::date + 69`;
    await expect(share(outside)).resolves.toBe(0);
    await expect(share(`"dateTime" < '2025-11-20'`)).resolves.toBeGreaterThan(100);
    await expect(share(`"dateTime" > '2026-11-21'`)).resolves.toBeGreaterThan(100);
    await expect(share(`"dateTime" > '2026-11-21'`)).resolves.toBeLessThan(500);
    await expect(share('"setterId" IS NULL')).resolves.toBeGreaterThan(100);
    await expect(
      share(`"notes" IS NOT NULL AND "objection" IS NOT NULL AND jsonb_array_length("utm") > 0`),
    ).resolves.toBeGreaterThan(20);
  });
});
