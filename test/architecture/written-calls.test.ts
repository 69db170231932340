import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** Calls are counted by the code that writes them: a write beside it would leave the counters behind. */
const writesCalls =
  /\b(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE|COPY)\s+"EventCall"|\beventCall\.(create|update|delete|upsert)/;

it.each([
  'INSERT INTO "EventCall" ("id")',
  'UPDATE "EventCall" c SET',
  'DELETE FROM "EventCall"',
  'prisma.eventCall.updateMany({',
])('a write is recognised: %s', (text) => {
  expect(text).toMatch(writesCalls);
});

it('only files that write the rollups as well write calls', async () => {
  const found: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root, exclude: ['src/db/generated/**'] }))
    if (writesCalls.test(await readFile(path.join(root, file), 'utf8'))) found.push(file);
  expect(found.sort()).toEqual([
    ...['calls-of-contact', 'event-calls', 'generated-calls'].map((name) => `src/db/writes/${name}.ts`),
  ]);
});

it('tests write calls by the server, or by what corrects the counters', async () => {
  const direct =
    /\b((sql|query|rows)(<[^>]*>)?\(\s*[`'](INSERT INTO|UPDATE|DELETE FROM) "EventCall"|insert\('EventCall')/;
  expect(`app.sql('DELETE FROM "EventCall"')`).toMatch(direct);
  const found: string[] = [];
  for await (const file of glob('test/**/*.ts', { cwd: root, exclude: ['test/**/node_modules/**'] }))
    if (direct.test(await readFile(path.join(root, file), 'utf8'))) found.push(file);
  expect(found.sort()).toEqual([
    'test/architecture/written-calls.test.ts',
    // The bench corrects the counters itself.
    'test/bench/scheduling/team.ts',
    // These hold a changed or a new call in an open transaction, and read no counters.
    'test/rest/booking-load/changed-meanwhile.test.ts',
    'test/rest/delete-contacts/booked-meanwhile.test.ts',
  ]);
});
