import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { type FieldsPlace, fieldsPlace } from '../../support/custom-fields.ts';
import { sendJson } from '../../support/lists.ts';
import { pause } from '../../support/waiting.ts';

let fixture: FieldsPlace;
let contactId: number;
const app = await useApp();
beforeEach(async () => {
  fixture = await fieldsPlace(app);
  contactId = await app.contact(fixture.owner.workspaceId);
});

const field = async (input: object) => (await fixture.create({ name: 'Color', type: 'CONTACT', ...input })).body.data;
const answer = (customFieldId: number, items: string[]) =>
  sendJson(app, ['POST', '/v1/fields/answer'], { customFieldId, contactId, answer: items }, { key: fixture.key });

/** Does something while a transaction holds the field as an answer that is being written does, or as a change. */
async function whileHeld<Result>(
  id: number,
  lock: string,
  act: () => Promise<Result>,
  write: (client: pg.PoolClient) => Promise<unknown>,
) {
  const client = await app.context.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT FROM "CustomField" WHERE "id" = $1 ${lock}`, [id]);
    const acting = act();
    await waiting();
    await write(client);
    await client.query('COMMIT');
    return await acting;
  } finally {
    // Whatever failed, no transaction is left open.
    client.release(true);
  }
}

/** Until some statement waits for a lock. */
async function waiting(): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const rows = await app.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await pause(10);
  }
  throw new Error('Nothing waits for the lock.');
}

describe('a change of the input type and an answer at the same moment', () => {
  test('the change waits for an answer that is being written, and is refused then', async () => {
    const { id } = await field({ inputType: 'TEXT' });
    const { workspaceId } = fixture.owner;
    const { status, body } = await whileHeld(
      id,
      'FOR KEY SHARE',
      () => fixture.update({ id, inputType: 'NUMBER' }),
      (client) =>
        client.query(
          'INSERT INTO "CustomFieldAnswer" ("workspaceId", "customFieldId", "contactId", "answer") VALUES ($1, $2, $3, $4)',
          [workspaceId, id, contactId, ['blue']],
        ),
    );
    expect([status, body.message.details.fieldErrors]).toEqual([
      400,
      { inputType: ['Cannot change once answers exist'] },
    ]);
  });

  test('an answer waits for a change that is being written, and has to fit what it became', async () => {
    const { id } = await field({ inputType: 'TEXT' });
    const { status } = await whileHeld(
      id,
      'FOR UPDATE',
      () => answer(id, ['blue']),
      (client) => client.query(`UPDATE "CustomField" SET "inputType" = 'NUMBER' WHERE "id" = $1`, [id]),
    );
    expect(status).toBe(400);
    expect(await app.sql('SELECT FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [id])).toEqual([]);
  });

  test('whichever is first, the stored answer fits the field', async () => {
    for (let round = 0; round < 12; round++) {
      const { id } = await field({ inputType: 'TEXT' });
      const [change, answered] = await Promise.all([fixture.update({ id, inputType: 'NUMBER' }), answer(id, ['blue'])]);
      expect([change.status, answered.status]).toSatisfy(
        ([one, other]) => (one === 200 && other === 400) || (one === 400 && other === 201),
      );
    }
    expect(app.unexpected).toEqual([]);
  });
});

test('an option that is renamed while it is answered is in the answer by its new name, or by none', async () => {
  for (let round = 0; round < 12; round++) {
    const { id, options } = await field({ inputType: 'CHECK_BOX', options: [{ name: 'Red' }] });
    const change = { id, options: [{ id: options[0].id, name: 'Green' }] };
    const [renamed, answered] = await Promise.all([fixture.update(change), answer(id, ['Red'])]);
    expect(renamed.status).toBe(200);
    const rows = await app.sql('SELECT "answer" FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [id]);
    expect(rows).toEqual(answered.status === 201 ? [{ answer: ['Green'] }] : []);
  }
  expect(app.unexpected).toEqual([]);
});

test('all options that two requests add at once exist, and two equal ones are one', async () => {
  const { id } = await field({ inputType: 'CHECK_BOX' });
  const add = (name: string) => fixture.update({ id, options: [{ name }] });
  const answers = await Promise.all(['A', 'B', 'C', 'D', 'A'].map(add));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200]);
  const rows = await app.sql<{ name: string }>(
    'SELECT "name" FROM "CustomFieldOption" WHERE "customFieldId" = $1 ORDER BY "name"',
    [id],
  );
  expect(rows.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D']);
  expect(app.unexpected).toEqual([]);
});
