import { beforeEach, describe, expect, test } from 'vitest';
import { lockCall } from '#src/db/writes/event-calls.ts';
import { useApp } from '../support/app.ts';
import { during, type Sql } from '../support/during.ts';
import type { Member } from '../support/factories.ts';

let owner: Member;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  id = await app.call(owner);
});

/** Locks the call while a transaction that has done `first` holds it. */
function lockAfter(first: (sql: Sql) => Promise<unknown>, visible?: Parameters<typeof lockCall>[1]['visible']) {
  const { workspaceId } = owner;
  return during(app, first, () =>
    app.context.db.write((client) => lockCall(client, { workspaceId, visible }, { id, now: app.clock.now() })),
  );
}

const hold = (sql: Sql) =>
  sql('SELECT FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE', [owner.workspaceId, id]);

async function giveTo(sql: Sql, userId: number): Promise<void> {
  const give = `UPDATE "EventCall" SET "userId" = $3, "notes" = 'changed' WHERE "workspaceId" = $1 AND "id" = $2`;
  await sql(give, [owner.workspaceId, id, userId]);
}

describe('a call whose lock waits is read as the transaction before leaves it:', () => {
  test('its host', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Noor', lastName: 'Haddad' });
    const call = await lockAfter((sql) => giveTo(sql, closer.userId));
    expect(call).toMatchObject({
      userId: closer.userId,
      notes: 'changed',
      closer: { id: closer.userId, firstName: 'Noor', lastName: 'Haddad' },
    });
  });

  test('its answers, where the call itself stays as it was', async () => {
    await app.answers(owner.workspaceId, id, {
      questions: [{ statement: 'Your name', type: 'NAME', answer: 'Ira Cole' }],
      secondary: [{ identifier: 'goal', answer: ['Growth'] }],
    });
    const call = await lockAfter(async (sql) => {
      await hold(sql);
      for (const table of ['InviteeAnswer', 'CustomFieldAnswer'])
        await sql(`DELETE FROM "${table}" WHERE "workspaceId" = $1`, [owner.workspaceId]);
    });
    expect(call).toMatchObject({ questions: [], secondaryAnswers: [] });
  });

  test('the name of its event', async () => {
    const call = await lockAfter(async (sql) => {
      await hold(sql);
      await sql(`UPDATE "Event" SET "name" = 'Renamed' WHERE "workspaceId" = $1`, [owner.workspaceId]);
    });
    expect(call?.name).toBe('Renamed');
  });

  test('that it is not seen any more', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const own = { columns: ['userId', 'setterId'], owner: owner.userId };
    expect(await lockAfter(hold, own)).toMatchObject({ id });
    expect(await lockAfter((sql) => giveTo(sql, closer.userId), own)).toBeUndefined();
  });
});
