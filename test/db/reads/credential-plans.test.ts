import { expect, test } from 'vitest';
import { accessTokenByHash, apiKeyByHash, sessionByHash } from '#src/db/reads/credential.ts';
import { oauthTokenByHash } from '#src/db/reads/oauth.ts';
import { useApp } from '../../support/app.ts';

const app = await useApp();

const lookups = [
  { table: 'ApiKey', hash: 'hash', statements: apiKeyByHash },
  { table: 'Session', hash: '"tokenHash"', statements: sessionByHash },
  { table: 'OAuthToken', hash: 'hash', statements: accessTokenByHash },
  { table: 'OAuthToken', hash: 'hash', statements: oauthTokenByHash },
];

/** How the plan finds the rows of the table, the first time that it reads it. */
async function condition(text: string, table: string): Promise<string | undefined> {
  const rows = await app.sql<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
  const lines = rows.map((row) => row['QUERY PLAN'].trim());
  return lines[lines.findIndex((line) => line.includes(`on "${table}"`)) + 1];
}

test.each(lookups)(
  '$statements.anywhere.name asks for the hash before there are statistics of $table',
  async (lookup) => {
    const [statistics] = await app.sql('SELECT "reltuples" FROM pg_class WHERE "oid" = $1::regclass', [
      `"${lookup.table}"`,
    ]);
    expect(statistics).toEqual({ reltuples: -1 });
    const { anywhere, workspaces, inWorkspace } = lookup.statements;
    for (const { text } of [anywhere, workspaces, inWorkspace]) {
      expect(await condition(text, lookup.table)).toMatch(
        new RegExp(`^(?:Index|Recheck) Cond: .*${lookup.hash} = (?:ANY \\()?\\$`),
      );
    }
  },
);
