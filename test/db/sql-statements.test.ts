import { expect, test } from 'vitest';
import { sqlStatements } from '#src/db/migration/files.ts';

test.each([
  ['nothing but comments', '-- a; b\n/* c; /* d; */ e; */ ;;\n', []],
  ['a last statement without a semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
  ['semicolons in texts', `select ';', 'it''s;'; select E'\\';'`, [`select ';', 'it''s;'`, `select E'\\';'`]],
  ['a backslash that ends a plain text', `select 'a\\'; select 2`, [`select 'a\\'`, 'select 2']],
  ['semicolons in names', 'select 1 as "a;""b"; select 2', ['select 1 as "a;""b"', 'select 2']],
  ['dollar-quoted bodies', 'do $$ a; b $$; do $x$ $$; $x$', ['do $$ a; b $$', 'do $x$ $$; $x$']],
  ['names with a dollar', 'select a$b; select c$b', ['select a$b', 'select c$b']],
  ['comment marks within texts', `select '--'; select '/*'; select 3`, [`select '--'`, `select '/*'`, 'select 3']],
])('a script is cut into its statements: %s', (_case, script, statements) => {
  expect(sqlStatements(script)).toEqual(statements);
});
