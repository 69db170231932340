import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examineDatabase } from '#src/db/examine.ts';
import { isoTypes } from '#src/db/types.ts';
import { optionDroppingProxy } from '../support/option-dropping-proxy.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

let scratch: ConnectedScratchDatabase;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());

const instants = [
  '2026-11-20T19:26:40.120Z',
  '2026-03-29T01:00:00.000Z',
  '1999-12-31T23:59:59.999Z',
  '1969-07-20T20:17:00.000Z',
];

/** How PostgreSQL prints the instants, and what the driver makes of that. */
async function read(settings: string) {
  await scratch.client.query(`RESET ALL; ${settings}`);
  const { rows } = await scratch.client.query<{ instant: string; printed: string; day: string }>({
    text: `SELECT i::timestamptz AS "instant", i::timestamptz::text AS "printed", '2026-11-20'::date AS "day"
      FROM unnest($1::text[]) i`,
    values: [instants],
    types: isoTypes,
  });
  return rows;
}

describe('an instant', () => {
  // Whole hours, other offsets, and one of seconds; west and east of Greenwich, and both within a year.
  test.each([
    ['UTC', '2026-11-20 19:26:40.12+00'],
    ['Pacific/Chatham', '2026-11-21 09:11:40.12+13:45'],
    ['America/St_Johns', '2026-11-20 15:56:40.12-03:30'],
    ['America/New_York', '2026-11-20 14:26:40.12-05'],
    ['Africa/Monrovia', '2026-11-20 19:26:40.12+00'],
    ['Europe/Dublin', '2026-11-20 19:26:40.12+00'],
  ])('is read as the same text in the time zone %s', async (zone, printed) => {
    const rows = await read(`SET TimeZone = '${zone}'`);
    expect(rows[0]?.printed).toBe(printed);
    expect(rows.map(({ instant }) => instant)).toEqual(instants);
    expect(rows[0]?.day).toBe('2026-11-20');
  });

  test.each(['German', 'SQL', 'Postgres'])('is refused in the style %s, which is ambiguous', async (style) => {
    const refusal = /^PostgreSQL printed a time as ".*2026.*": the DateStyle of its session must be ISO\./;
    for (const zone of ['UTC', 'Pacific/Chatham'])
      await expect(read(`SET DateStyle = '${style}'; SET TimeZone = '${zone}'`)).rejects.toThrow(refusal);
  });
});

test('a pooler that drops what sessions ask for is refused at the start where the style is another', async () => {
  await scratch.client.query('RESET ALL');
  await scratch.client.query(`ALTER DATABASE "${scratch.client.database}" SET DateStyle = 'German'`);
  const proxy = await optionDroppingProxy(scratch.url);
  await expect(examineDatabase(scratch.url)).resolves.toBeUndefined();
  await expect(examineDatabase(proxy.url)).rejects.toThrow(
    'DATABASE_URL: the sessions have the DateStyle German, DMY, because a pooler ignores the startup parameter "options".',
  );
  await proxy.close();
});

/** A day or more of an interval is one of the session's time zone, as is a date made of an instant without a zone. */
const dependsOnZone = [
  /\binterval\s*'[^']*\b(?:day|week|month|year)s?\b/i,
  /\bmake_interval\((?:[^)]*\b)?(?:days|weeks|months|years)\b/i,
  /\b(?:current_date|current_time|localtime|localtimestamp)\b/i,
  /(?:\bnow\(\)|_timestamp\(\)|At"|Time")::(?:date|timestamp)\b(?!tz)/,
  /\bdate_trunc\('(?!milliseconds)/,
  /\b(?:to_char|extract)\((?!epoch FROM)(?![^;`]{0,80}AT TIME ZONE)/i,
];

test('no statement depends on the time zone of its session', async () => {
  const root = path.join(import.meta.dirname, '../..');
  const found: string[] = [];
  for await (const file of glob(['src/**/*.ts', 'prisma/migrations/*/migration.sql'], {
    cwd: root,
    exclude: ['src/db/generated/**'],
  })) {
    const text = (await readFile(path.join(root, file), 'utf8')).replaceAll(/\$\{[^}]*\}/g, 'x');
    const lines = text.split('\n');
    found.push(
      ...lines
        .filter((line) => dependsOnZone.some((pattern) => pattern.test(line)))
        .map((line) => `${file}: ${line.trim()}`),
    );
  }
  expect(found).toEqual([]);
  expect(dependsOnZone.map((pattern) => pattern.test(`x > now() - interval '7 days'`))).toContain(true);
});
