import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { auditKeyPurpose, operator, recordAuditOf } from '#src/services/audit/record-audit.ts';
import { verifyAuditLog } from '#src/services/audit/verify-audit.ts';
import { useApp } from '../support/app.ts';
import { auditEntry, auditLog } from '../support/audit.ts';
import { auditKeys } from '../support/audit-keys.ts';
import { cli } from '../support/cli.ts';
import type { Member } from '../support/factories.ts';

const app = await useApp();
let owner: Member;
beforeEach(async () => {
  owner = await app.workspace();
});

const changes = {
  name: { from: 'Zoë\u{1F600}', to: null },
  scopes: { to: ['b', 'a'] },
  limits: { to: { z: 1.5, a: { b: 2 } } },
};

/** Writes this many entries. */
async function write(count: number, keys = auditKeys): Promise<void> {
  await app.context.db.write(async (client) => {
    for (let index = 0; index < count; index++) {
      const actor = {
        actorType: 'API_KEY',
        userId: owner.userId,
        apiKeyId: 7,
        address: '203.0.113.7',
        userAgent: 'curl/8',
      };
      const what = { workspaceId: owner.workspaceId, action: 'api_key.created', targetId: index, changes } as const;
      await recordAuditOf(
        client,
        { clock: app.clock, auditKeys: keys },
        { ...what, actor: { ...actor, actorType: 'API_KEY' } },
      );
    }
  });
}

const verify = () => verifyAuditLog({ db: app.context.db, auditKeys }, owner.workspaceId);
const alter = (statement: string, ...values: unknown[]) => app.sql(statement, [owner.workspaceId, ...values]);
const found = (verified: number, problem: string | null, brokenAt: number | null) => ({
  ...{ workspaceId: owner.workspaceId, verified, problem, brokenAt },
});

describe('an audit log', () => {
  test('is verified as it was written, and a workspace without entries too', async () => {
    expect(await verify()).toEqual(found(0, null, null));
    await write(3);
    expect(await verify()).toEqual(found(3, null, null));
    expect((await auditLog(app, owner)).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect((await auditLog(app, owner))[0]?.changes).toEqual(changes);
  });

  test('of more entries than are read at once is verified', async () => {
    await write(1005);
    expect(await verify()).toEqual(found(1005, null, null));
    await alter('UPDATE "AuditEvent" SET "targetId" = $2 WHERE "workspaceId" = $1 AND "id" = 1003', 'x');
    expect(await verify()).toEqual(found(1002, 'CHANGED', 1003));
  });

  test.each([
    ['createdAt', '2026-03-05T00:00:00.001Z'],
    ['action', 'api_key.revoked'],
    ['actorType', 'USER'],
    ['userId', 999],
    ['apiKeyId', null],
    ['clientId', 'ocl_x'],
    ['targetId', null],
    ['changes', '{"name": {"from": "Zoë", "to": null}}'],
    ['changes', null],
    ['address', '203.0.113.8'],
    ['userAgent', 'curl/9'],
    ['mac', randomBytes(32)],
  ])('shows that the %s of an entry was changed to %s', async (column, value) => {
    await write(3);
    await alter(`UPDATE "AuditEvent" SET "${column}" = $2 WHERE "workspaceId" = $1 AND "id" = 2`, value);
    expect(await verify()).toEqual(found(1, 'CHANGED', 2));
  });

  test.each([
    ['first', 1, 0],
    ['middle', 2, 1],
    ['last', 3, 2],
  ])('shows that the %s entry was removed', async (_, id, verified) => {
    await write(3);
    await alter('DELETE FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" = $2', id);
    expect(await verify()).toEqual(found(verified, 'MISSING', id));
  });

  test('shows that an entry was moved, added, or that the end was set back', async () => {
    await write(3);
    const copy = (id: number) =>
      `INSERT INTO "AuditEvent" SELECT "workspaceId", ${id}, "createdAt", "action", "actorType", "userId", "apiKeyId", "clientId", "targetId",
         "changes", "address", "userAgent", "mac" FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" = 3`;
    await alter(copy(4));
    expect(await verify()).toEqual(found(3, 'CHANGED', 4));
    await alter('DELETE FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" = 4');
    await alter('DELETE FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" = 3');
    await alter('UPDATE "AuditChain" SET "lastId" = 2 WHERE "workspaceId" = $1');
    expect(await verify()).toEqual(found(2, 'CHANGED', 2));
  });

  test('shows that an entry was put back which another had replaced', async () => {
    await write(2);
    await app.sql('CREATE TABLE "Copy" AS SELECT * FROM "AuditEvent" WHERE "id" = 2');
    await alter(`UPDATE "AuditChain" SET "lastId" = 1, "lastMac" = (SELECT "mac" FROM "AuditEvent" e WHERE e."workspaceId" = $1 AND e."id" = 1)
      WHERE "workspaceId" = $1`);
    await alter('DELETE FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" = 2');
    app.clock.set('2026-03-04T13:00:00Z');
    await write(2);
    expect(await verify()).toEqual(found(3, null, null));
    await alter('DELETE FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" = 2');
    await alter('INSERT INTO "AuditEvent" SELECT * FROM "Copy" WHERE "workspaceId" = $1');
    expect(await verify()).toEqual(found(2, 'CHANGED', 3));
  });

  test('goes on with another key where SECRET_KEY lacks the one that it needs, and says so', async () => {
    await write(2);
    const other = new SealedTexts('another secret key of the tests', auditKeyPurpose);
    const withOther = { clock: app.clock, auditKeys: other };
    const what = { workspaceId: owner.workspaceId, action: 'workspace.updated', actor: operator } as const;
    expect(await verifyAuditLog({ db: app.context.db, auditKeys: other }, owner.workspaceId)).toEqual(
      found(0, 'KEY_UNREADABLE', null),
    );
    await app.context.db.write((client) => recordAuditOf(client, withOther, what));
    expect((await auditLog(app, owner)).map(({ action }) => action)).toEqual([
      ...['api_key.created', 'api_key.created', 'audit.key_replaced', 'workspace.updated'],
    ]);
    expect(await verifyAuditLog({ db: app.context.db, auditKeys: other }, owner.workspaceId)).toEqual(
      found(2, null, null),
    );
  });

  test('has the entries of two writers at once, one after the other', async () => {
    await Promise.all(Array.from({ length: 8 }, () => write(2)));
    expect(await verify()).toEqual(found(16, null, null));
  });

  test('has no entry of a change that was rolled back', async () => {
    const failing = app.context.db.write(async (client) => {
      const what = { workspaceId: owner.workspaceId, action: 'workspace.updated', actor: operator } as const;
      await recordAuditOf(client, { clock: app.clock, auditKeys }, what);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await auditLog(app, owner)).toEqual([]);
    await write(1);
    expect(await verify()).toEqual(found(1, null, null));
  });
});

describe('cli audit verify', () => {
  const environment = { SECRET_KEY: 'a secret key of the tests, long enough', DATABASE_URL: app.databaseUrl };
  const run = (...args: string[]) => cli(['audit', 'verify', ...args], environment);

  test('prints a line for each workspace, and fails if an entry is not as it was written', async () => {
    const other = await app.workspace();
    await auditEntry(app, owner);
    await auditEntry(app, other);
    await auditEntry(app, other);
    const ofOwner = await run('--workspace', `${owner.workspaceId}`);
    expect(ofOwner).toMatchObject({
      code: 0,
      stdout: `Workspace ${owner.workspaceId}: 1 entries are as they were written.\n`,
    });
    await app.sql('UPDATE "AuditEvent" SET "userId" = 0 WHERE "workspaceId" = $1 AND "id" = 2', [other.workspaceId]);
    const all = await run();
    expect(all.code).toBe(1);
    expect(all.stdout).toContain(`Workspace ${other.workspaceId}: entry 2 is not as it was written.\n`);
    await app.sql('DELETE FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" = 2', [other.workspaceId]);
    const [log] = JSON.parse((await run('--json', '--workspace', `${other.workspaceId}`)).stdout).logs;
    expect(log).toEqual({ workspaceId: other.workspaceId, verified: 1, problem: 'MISSING', brokenAt: 2 });
  });

  test('names the option of a workspace that does not exist', async () => {
    expect(await run('--workspace', '999999')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--workspace'),
    });
  });

  test('verifies a log whose key was encrypted anew, without the earlier SECRET_KEY', async () => {
    const [earlier, later] = ['the earlier key of this installation', 'the later key of this installation'];
    await write(2, new SealedTexts(earlier, auditKeyPurpose));
    await cli(['secrets', 'rotate'], { ...environment, SECRET_KEY: `${later},${earlier}` });
    const args = ['audit', 'verify', '--workspace', `${owner.workspaceId}`];
    expect((await cli(args, { ...environment, SECRET_KEY: later })).code).toBe(0);
    expect((await cli(args, { ...environment, SECRET_KEY: earlier })).code).toBe(1);
  });
});
