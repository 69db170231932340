import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createDemoWorkspace, openDemo } from '#src/demo/demo-workspace.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import type { LastUsedBuffer } from '#src/services/last-used-buffer.ts';
import { emptyStage, type Stage } from './support.ts';

const tables = [
  ...['Workspace', 'User', 'Membership', 'ApiKey', 'Schedule', 'ScheduleDay', 'ScheduleTiming', 'Event', 'EventHost'],
  ...['InviteeQuestion', 'EventSecondaryQuestion', 'CustomField', 'CustomFieldOption', 'Contact', 'EventCall'],
  ...['InviteeAnswer', 'CustomFieldAnswer', 'Deal', 'Transaction'],
  ...['Webhook', 'WebhookEvent', 'WebhookDelivery', 'WebhookAttempt'],
];

/** Random ones, and what depends on them or on the time of day. */
const secrets = '{hash,lastFour,passwordHash,lastUsedAt,secret,headers}';

describe('a demo workspace made again', () => {
  const stages: Stage[] = [];

  afterEach(async () => {
    for (const stage of stages.splice(0)) await stage.close();
  });

  async function stageAt(clock?: Clock): Promise<Stage> {
    const stage = await emptyStage(clock);
    stages.push(stage);
    return stage;
  }

  /** The rows of a table, without what is random or depends on the time of day, as one value. */
  const digestOf = (table: string, condition = 'true') =>
    `SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS "digest", count(*) FROM (
      SELECT to_jsonb(t) - '${secrets}'::text[] AS t FROM "${table}" t WHERE ${condition}) t`;

  test('has the same calls at each hour of a day, but for the results of those that have ended', async () => {
    const [morning, evening] = await Promise.all([
      stageAt({ now: () => new Date('2027-03-30T00:00:00Z') }),
      stageAt({ now: () => new Date('2027-03-30T23:59:59Z') }),
    ]);
    await Promise.all([morning, evening].map(({ context }) => createDemoWorkspace(context)));
    const otherDays = `t."endTime" NOT BETWEEN '2027-03-30' AND '2027-03-31'`;
    for (const [table, condition] of [['EventCall', otherDays], ['User'], ['Event'], ['InviteeAnswer']] as const) {
      const sql = digestOf(table, condition);
      await expect(morning.rows(sql), table).resolves.toEqual(await evening.rows(sql));
    }
    const results = (stage: Stage) =>
      stage.count(`SELECT count(*) FROM "EventCall" t WHERE "outcome" IS NOT NULL AND NOT (${otherDays})`);
    expect(await results(morning)).toBe(0);
    expect(await results(evening)).toBeGreaterThan(3);
  });

  test('has the same content at the same instant, but for its secrets', async () => {
    const noon = { now: () => new Date('2027-03-30T12:00:00Z') };
    const [one, other] = await Promise.all([stageAt(noon), stageAt(noon)]);
    await Promise.all([one, other].map(({ context }) => createDemoWorkspace(context)));
    for (const table of tables) {
      const sql = digestOf(table);
      await expect(one.rows(sql), table).resolves.toEqual(await other.rows(sql));
    }
    for (const secret of [
      'SELECT "hash" FROM "ApiKey"',
      'SELECT "passwordHash" FROM "User" WHERE "passwordHash" IS NOT NULL',
      'SELECT "secret" FROM "Webhook"',
      'SELECT "secretHash" FROM "OAuthClient"',
      'SELECT "hash" FROM "OAuthToken"',
      'SELECT "id" FROM "OAuthGrant"',
    ]) {
      const found = new Set(
        [...(await one.rows(secret)), ...(await other.rows(secret))].map((row) => JSON.stringify(row)),
      );
      const count = `SELECT count(*) FROM (${secret}) s`;
      expect(found.size, secret).toBe((await one.count(count)) + (await other.count(count)));
    }
  });

  test('whose key is not stored here, as after a restore, gets a new password and no second key', async () => {
    const stage = await stageAt();
    const folders = [await mkdtemp(join(tmpdir(), 'slotline-demo-')), await mkdtemp(join(tmpdir(), 'slotline-demo-'))];
    try {
      const lastUsed = { apiKey: () => undefined } as unknown as LastUsedBuffer;
      const opened = (folder: string | undefined) =>
        openDemo({ ...stage.context, lastUsed, closedDemos: undefined }, String(folder));
      const first = await opened(folders[0]);
      expect(first?.key).toMatch(/^service_/);
      const second = await opened(folders[1]);
      expect(second).toEqual({ ...first, ownerPassword: expect.stringMatching(/^\w{16}$/), key: undefined });
      expect(second?.ownerPassword).not.toBe(first?.ownerPassword);
      expect(await opened(folders[1])).toEqual(second);
      // The password that is stored there is right no more.
      const third = await opened(folders[0]);
      expect(third).toEqual({ ...first, ownerPassword: expect.any(String) });
      expect(new Set([first, second, third].map((each) => each?.ownerPassword)).size).toBe(3);
      expect(await stage.rows('SELECT count(*)::int AS "count" FROM "ApiKey"')).toEqual([{ count: 1 }]);
    } finally {
      for (const folder of folders) await rm(folder, { recursive: true });
    }
  });

  test('takes over no other account, but replaces users without a workspace', async () => {
    const stage = await stageAt();
    const account = { username: 'somebody', firstName: 'Some', lastName: 'Body', timeZone: 'UTC' };
    const other = await stage.db.prisma.workspace.create({ data: { name: 'Other' } });
    const user = await stage.db.prisma.user.create({ data: { email: 'demo@slotline.example', ...account } });
    await stage.db.prisma.membership.create({ data: { workspaceId: other.id, userId: user.id, role: 'OWNER' } });
    await expect(createDemoWorkspace(stage.context)).resolves.toBeNull();
    await stage.db.prisma.membership.deleteMany();
    const made = await createDemoWorkspace(stage.context);
    expect(made).toMatchObject({ ownerEmail: 'demo@slotline.example' });
    expect(made?.userId).not.toBe(user.id);
  });

  test('is made again where the one before was deleted, with the same links', async () => {
    const stage = await stageAt();
    const links = () => stage.rows('SELECT "linkPrefix" FROM "BookingLink" ORDER BY 1');
    await createDemoWorkspace(stage.context);
    const before = await links();
    await stage.db.pool.query('DELETE FROM "Workspace"');
    expect(await createDemoWorkspace(stage.context)).toMatchObject({ ownerEmail: 'demo@slotline.example' });
    expect([before.length > 0, await links()]).toEqual([true, before]);
  });
});
