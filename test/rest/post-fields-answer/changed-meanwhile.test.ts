import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { answerable, answering, answerPath, answerRows, bulkPath, noRows, poster } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { during } from '../../support/during.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

/** Somebody else, who changes a field meanwhile. */
let fixture: Awaited<ReturnType<typeof answering>>;
let contactId: number;
const app = await useApp();
const editor = new pg.Client({ connectionString: app.databaseUrl });
await editor.connect();
beforeEach(async () => {
  fixture = await answering(app);
  contactId = await app.contact(fixture.workspaceId);
});
afterAll(async () => {
  await editor.end();
});

// The editor cannot query it: within its transaction PostgreSQL repeats the first snapshot of pg_stat_activity.
const somebodyWaits = () =>
  expect
    .poll(() => app.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
    .toHaveLength(1);

const changeField = (id: number, change: string) =>
  editor.query(`UPDATE "CustomField" SET ${change}, "updatedAt" = now() WHERE "id" = $1`, [id]);
const lock = (id: number) => editor.query('SELECT FROM "CustomField" WHERE "id" = $1 FOR UPDATE', [id]);

describe('a field that is changed while it is answered', () => {
  test('is answered as what it is after the change: an answer of the old type is refused', async () => {
    const { id } = await answerable(app, fixture.workspaceId);
    await editor.query('BEGIN');
    await lock(id);
    const bulk = poster(app, bulkPath, fixture.key);
    const answers = [fixture.post({ customFieldId: id, contactId, answer: ['ten'] })];
    await somebodyWaits();
    await changeField(id, `"inputType" = 'NUMBER'`);
    await editor.query('COMMIT');
    answers.push(bulk({ customFieldId: id, contactIds: [contactId], answer: ['ten'] }));
    for (const { status, body } of await Promise.all(answers)) {
      const answer = ['Must be a decimal number such as 1250 or -12.5'];
      expect([status, body.message.details.fieldErrors]).toEqual([400, { answer }]);
    }
    expect(await answerRows(app, fixture.workspaceId)).toEqual(noRows);
  });

  test.each([
    [`"isArchived" = true`, 'Must not be an archived option'],
    [`"name" = 'Violet'`, 'Must be the id or name of an option: Violet'],
  ])('has the options that it has after the change: %s', async (change, message) => {
    const { id } = await answerable(app, fixture.workspaceId, { inputType: 'SINGLE_SELECT', options: ['Red'] });
    await editor.query('BEGIN');
    await lock(id);
    const answered = fixture.post({ customFieldId: id, contactId, answer: ['Red'] });
    await somebodyWaits();
    await editor.query(`UPDATE "CustomFieldOption" SET ${change} WHERE "customFieldId" = $1`, [id]);
    await changeField(id, `"name" = 'Colour'`);
    await editor.query('COMMIT');
    const { status, body } = await answered;
    expect([status, body.message.details.fieldErrors]).toEqual([400, { answer: [message] }]);
    expect(await answerRows(app, fixture.workspaceId)).toEqual(noRows);
  });

  test('and gets options then, accepts them', async () => {
    const { id } = await answerable(app, fixture.workspaceId, { inputType: 'SINGLE_SELECT', options: ['Red'] });
    await editor.query('BEGIN');
    await lock(id);
    const answered = fixture.post({ customFieldId: id, contactId, answer: ['Blue'] });
    await somebodyWaits();
    await editor.query(
      `INSERT INTO "CustomFieldOption" ("workspaceId", "customFieldId", "name") VALUES ($1, $2, 'Blue')`,
      [fixture.workspaceId, id],
    );
    await changeField(id, `"name" = 'Colour'`);
    await editor.query('COMMIT');
    expect((await answered).status).toBe(201);
  });

  test('cannot be changed between the check of an answer and its commit', async () => {
    const { id } = await answerable(app, fixture.workspaceId);
    await editor.query('BEGIN');
    await editor.query('SELECT FROM "Contact" WHERE "id" = $1 FOR UPDATE', [contactId]);
    const answered = fixture.post({ customFieldId: id, contactId, answer: ['ten'] });
    await somebodyWaits();
    const change = app.sql(`SELECT FROM "CustomField" WHERE "id" = $1 FOR UPDATE NOWAIT`, [id]);
    await expect(change).rejects.toThrow('could not obtain lock on row');
    await editor.query('COMMIT');
    expect((await answered).status).toBe(201);
  });

  test('and deleted, is not there any more, and neither is a contact that is', async () => {
    const [gone, there] = [await answerable(app, fixture.workspaceId), await answerable(app, fixture.workspaceId)];
    for (const [table, rowId, customFieldId] of [
      ['CustomField', gone.id, gone.id],
      ['Contact', contactId, there.id],
    ]) {
      await editor.query('BEGIN');
      await editor.query(`DELETE FROM "${table}" WHERE "id" = $1`, [rowId]);
      const answered = fixture.post({ customFieldId, contactId, answer: ['a'] });
      await somebodyWaits();
      await editor.query('COMMIT');
      expect((await answered).status).toBe(404);
    }
    expect(await answerRows(app, fixture.workspaceId)).toEqual(noRows);
  });
});

describe('an answer that another request writes meanwhile is what was there before', () => {
  test.each([
    ['one contact', answerPath],
    ['several', bulkPath],
  ])('the answer of %s', async (_, path) => {
    const { id } = await answerable(app, fixture.workspaceId);
    const input = path === bulkPath ? { contactIds: [contactId] } : { contactId };
    const { status, body } = await during(
      app,
      async (sql) => {
        await sql('SELECT FROM "Contact" WHERE "id" = $1 FOR NO KEY UPDATE', [contactId]);
        await sql(
          `INSERT INTO "CustomFieldAnswer" ("workspaceId", "customFieldId", "contactId", "answer")
           VALUES ($1, $2, $3, '{first}')`,
          [fixture.workspaceId, id, contactId],
        );
      },
      () => poster(app, path, fixture.key)({ customFieldId: id, ...input, answer: ['second'] }),
    );
    expect(status).toBe(200);
    if (path === bulkPath) expect(body.data).toMatchObject({ created: 0, updated: 1 });
    const [event, ...others] = await eventsOf(app, fixture.workspaceId);
    expect([event?.previous, others]).toMatchObject([{ answers: [{ answer: ['first'] }] }, []]);
  });
});
