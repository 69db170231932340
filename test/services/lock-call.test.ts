import { beforeEach, expect, test } from 'vitest';
import { lockCall } from '#src/db/writes/event-calls.ts';
import { useApp } from '../support/app.ts';
import { during } from '../support/during.ts';
import type { Member } from '../support/factories.ts';

let owner: Member;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
});

test('a call whose lock waits for a change of its host is read with the new host', async () => {
  const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Noor', lastName: 'Haddad' });
  const id = await app.call(owner);
  const { workspaceId } = owner;
  const give = `UPDATE "EventCall" SET "userId" = $3, "notes" = 'changed' WHERE "workspaceId" = $1 AND "id" = $2`;
  const call = await during(
    app,
    (sql) => sql(give, [workspaceId, id, closer.userId]),
    () =>
      app.context.db.write((client) =>
        lockCall(client, { workspaceId, visible: undefined }, { id, now: app.clock.now() }),
      ),
  );
  expect(call).toMatchObject({
    userId: closer.userId,
    notes: 'changed',
    closer: { id: closer.userId, firstName: 'Noor', lastName: 'Haddad' },
  });
});
