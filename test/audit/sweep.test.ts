import { expect, test } from 'vitest';
import { sweepAuditLogs } from '#src/services/audit/sweep-audit.ts';
import { verifyAuditLog } from '#src/services/audit/verify-audit.ts';
import { useApp } from '../support/app.ts';
import { auditEntry, auditLog } from '../support/audit.ts';
import { auditKeys } from '../support/audit-keys.ts';

const app = await useApp();

/** A workspace with an entry at each instant, in this order. */
async function logOf(...instants: string[]) {
  const owner = await app.workspace();
  for (const instant of instants) {
    app.clock.set(instant);
    await auditEntry(app, owner);
  }
  app.clock.set('2026-03-05T12:00:00Z');
  return owner;
}

test('entries older than AUDIT_DAYS are deleted from the start, and the rest is verified from there', async () => {
  const old = await logOf(
    '2025-01-01T00:00:00Z',
    '2025-12-05T11:59:59.999Z',
    '2025-12-05T12:00:00Z',
    '2026-01-01T00:00:00Z',
  );
  const young = await logOf('2026-03-01T00:00:00Z');
  const outOfOrder = await logOf('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2025-01-01T00:00:00Z');
  const { db, clock } = app.context;
  await sweepAuditLogs({ db, clock, auditDays: 90 }, undefined);
  const left = async (owner: typeof old) => (await auditLog(app, owner)).map(({ id }) => id);
  expect([await left(old), await left(young), await left(outOfOrder)]).toEqual([[3, 4], [1], [2, 3]]);
  for (const [owner, verified] of [
    [old, 2],
    [young, 1],
    [outOfOrder, 2],
  ] as const) {
    expect(await verifyAuditLog({ db, auditKeys }, owner.workspaceId)).toMatchObject({ verified, problem: null });
  }
  await app.sql('DELETE FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" = 3', [old.workspaceId]);
  expect(await verifyAuditLog({ db, auditKeys }, old.workspaceId)).toMatchObject({ problem: 'MISSING', brokenAt: 3 });
});

test('a log of which all entries are deleted goes on with the next number', async () => {
  const owner = await logOf('2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z');
  const { db, clock } = app.context;
  await sweepAuditLogs({ db, clock, auditDays: 90 });
  expect(await auditLog(app, owner)).toEqual([]);
  expect(await auditEntry(app, owner)).toBe(3);
  expect(await verifyAuditLog({ db, auditKeys }, owner.workspaceId)).toMatchObject({ verified: 1, problem: null });
});

test('a stopping process deletes nothing more', async () => {
  const owner = await logOf('2025-01-01T00:00:00Z');
  const { db, clock } = app.context;
  await sweepAuditLogs({ db, clock, auditDays: 90 }, AbortSignal.abort());
  expect(await auditLog(app, owner)).toHaveLength(1);
});
