import { expect, test } from 'vitest';
import { inOneWorkspace } from '#src/db/citus/prisma-sql.ts';

const lateral = (condition: string) =>
  `LEFT JOIN LATERAL (SELECT JSONB_BUILD_OBJECT('id', "t1"."id") AS "d" FROM "public"."Deal" AS "t1" WHERE (${condition}) LIMIT $1) AS "r" ON true`;

test.each([
  [
    'a related record',
    `SELECT "t0"."id" FROM "public"."EventCall" AS "t0" ${lateral(
      '"t0"."workspaceId" = "t1"."workspaceId" AND "t0"."id" = "t1"."eventCallId"',
    )} WHERE ("t0"."workspaceId" = $2 AND "t0"."id" = $3)`,
    '"t0"."workspaceId" = "t1"."workspaceId" AND "t1"."workspaceId" = $2 AND "t0"."id" = "t1"."eventCallId"',
  ],
  [
    'what belongs to a workspace',
    `SELECT "t0"."id" FROM "public"."Workspace" AS "t0" ${lateral('"t0"."id" = "t1"."workspaceId"')} WHERE ("t0"."id" = $2)`,
    '"t0"."id" = "t1"."workspaceId" AND "t1"."workspaceId" = $2)',
  ],
  [
    'a table that a list is sorted by',
    `SELECT "t0"."id" FROM "public"."Event" AS "t0" LEFT JOIN "public"."Event" AS "orderby_1" ON ("orderby_1"."workspaceId","orderby_1"."id") = ("t7"."workspaceId","t7"."eventId") WHERE ("t0"."workspaceId" = $1)`,
    '= ("t7"."workspaceId","t7"."eventId") AND "orderby_1"."workspaceId" = $1 WHERE',
  ],
])('%s is said to be of the same workspace', (_, text, expected) => {
  const said = inOneWorkspace(text);
  expect(said).toContain(expected);
  expect(said.replaceAll(/ AND "\w+"\."workspaceId" = \$\d+/g, '')).toBe(
    text.replaceAll(/ AND "\w+"\."workspaceId" = \$\d+/g, ''),
  );
});

const joined = `SELECT "t0"."id" FROM "public"."EventCall" AS "t0" ${lateral('"t0"."workspaceId" = "t1"."workspaceId"')}`;

test.each([
  ['records of any workspace', `${joined} WHERE ("t0"."id" = $2)`],
  ['one of several workspaces', `${joined} WHERE ("t0"."workspaceId" = $2 OR "t0"."workspaceId" = $3)`],
  ['no join', 'SELECT "t0"."id" FROM "public"."EventCall" AS "t0" WHERE ("t0"."workspaceId" = $1)'],
])('a statement of %s is left as it is', (_, text) => {
  expect(inOneWorkspace(text)).toBe(text);
});
