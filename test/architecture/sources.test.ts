import { expect, it } from 'vitest';
import { textViolations } from './sources.ts';

it.each([
  'const port = process.env.PORT;',
  "const port = process['env'].PORT;",
  'const { env } = process;',
  "import { env } from 'node:process';",
])('reading the environment is found: %s', (text) => {
  expect(textViolations('src/lib/a.ts', text)).toEqual(['reads the environment: src/lib/a.ts']);
  expect(textViolations('src/main.ts', text)).toEqual([]);
});

it.each(["type B = import('../db/b.ts').B;", "type B = typeof import('#src/db/b.ts');"])(
  'a type that no statement imports is found: %s',
  (text) => {
    expect(textViolations('src/lib/a.ts', text)).toEqual(['imports a type without an import statement: src/lib/a.ts']);
  },
);

it.each(["await client.query('DELETE …');", 'db.pool.query<Row>(`SELECT …`)', 'tx.$queryRaw`SELECT 1`'])(
  'SQL in a use case is found: %s',
  (text) => {
    expect(textViolations('src/services/a.ts', text)).toEqual(['runs SQL: src/services/a.ts']);
    expect(textViolations('src/db/writes/a.ts', text)).toEqual([]);
  },
);

it('fields that are spread in place of being listed are found', () => {
  const found = ['spreads fields that it could list: src/lib/a.ts'];
  expect(textViolations('src/lib/a.ts', 'const a = { b, ...{ c, d } };')).toEqual(found);
  expect(textViolations('src/lib/a.ts', 'const a = { b, ...c, ...(d && { d }) };')).toEqual([]);
});

it('a file that is named like a barrel is found', () => {
  expect(textViolations('src/lib/index.ts', '')).toEqual(['named like a barrel: src/lib/index.ts']);
});
