import { expect, test } from 'vitest';
import { readContact } from '#src/db/reads/contacts.ts';
import { within } from '#src/db/within.ts';
import { insertContact } from '#src/db/writes/contacts.ts';
import { useServices } from '../support/service-context.ts';

const services = await useServices();

test('only statements within a transaction see what it has written', async () => {
  const { db } = services.context;
  const { workspaceId } = await services.workspace();
  const email = 'ira@example.com';
  const seen = await db.write(async (client) => {
    const inside = within(client);
    await inside.write((same) => insertContact(same, workspaceId, { email }));
    return [await readContact(inside, workspaceId, { email }), await readContact(db, workspaceId, { email })];
  });
  expect(seen).toEqual([expect.objectContaining({ email }), undefined]);
});

test('a write of one statement belongs to the transaction', async () => {
  const { db } = services.context;
  const { workspaceId } = await services.workspace();
  const rename = { name: 'test.rename', text: 'UPDATE "Workspace" SET "name" = $2 WHERE "id" = $1' };
  const work = db.write(async (client) => {
    await within(client).writeOne(rename, [workspaceId, 'Lost']);
    throw new Error('Undone');
  });
  await expect(work).rejects.toThrow('Undone');
  const { rows } = await db.pool.query('SELECT "name" FROM "Workspace" WHERE "id" = $1', [workspaceId]);
  expect(rows).toEqual([{ name: 'Acme' }]);
});

test.each(['prisma', 'pool', 'admin', 'credentialSearch'] as const)(
  'db.%s does not lead out of a transaction',
  (runner) =>
    services.context.db.write(async (client) => {
      const text = `db.${runner} is outside of the transaction that is open`;
      expect(() => within(client)[runner]).toThrow(text);
    }),
);

test('a transaction does not close the database', () =>
  services.context.db.write(async (client) => {
    expect(() => within(client).close()).toThrow('db.close is outside of the transaction that is open');
  }));

test('a transaction of which a statement has failed does not succeed, whatever the work does about it', async () => {
  const { db } = services.context;
  const { workspaceId } = await services.workspace();
  const work = db.write(async (client) => {
    await insertContact(client, workspaceId, { email: 'lost@example.com' });
    await client.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(work).rejects.toThrow('A transaction was rolled back because one of its statements had failed');
});
