import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** SQL and Prisma queries that ask who is a member. */
const reads =
  /(?:FROM|JOIN) "Membership"|\bmembership\.(?:count|find\w+)\(|\bmemberships: \{ (?!create)|memberships: true/g;

/** Queries that those who left are meant to be in. */
const exceptions = [
  'SELECT FROM "Membership" WHERE "userId" = ANY($1) LIMIT 1',
  // The revoked keys of those who left stay in the list.
  'JOIN "Membership" m ON m."workspaceId" = k."workspaceId" AND m."userId" = k."userId")',
  // What those who left did to calls stays theirs.
  `FROM "Membership" m
       JOIN "User" u ON u."id" = m."userId" WHERE m."workspaceId" = $1 AND m."userId" = ANY ($2::int[])`,
];

/** The condition stands within so many characters of the table. */
const reach = 260;

function unconditional(text: string): string[] {
  return [...text.matchAll(reads)]
    .map(({ index }) => text.slice(index, index + reach))
    .filter((query) => !query.includes('removedAt'))
    .map((query) => query.slice(0, 60));
}

it('every query about members leaves out those who left', async () => {
  const found: string[] = [];
  let queries = 0;
  for await (const file of glob('src/**/*.ts', { cwd: root, exclude: ['src/db/generated/**'] })) {
    const text = await readFile(path.join(root, file), 'utf8');
    queries += text.match(reads)?.length ?? 0;
    const known = exceptions.reduce((rest, each) => rest.replaceAll(each, ''), text);
    found.push(...unconditional(known).map((query) => `${file}: ${query}`));
  }
  expect(found).toEqual([]);
  expect(queries).toBeGreaterThan(15);
});

it('a query that forgets them is found', () => {
  expect(unconditional('SELECT FROM "Membership" WHERE "userId" = $1')).toHaveLength(1);
  expect(unconditional('prisma.membership.count({ where: { userId } })')).toHaveLength(1);
  expect(unconditional('SELECT FROM "Membership" WHERE "removedAt" IS NULL')).toEqual([]);
});
