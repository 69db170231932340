import type { Factories } from './factories.ts';

/** They say when a credential was used, and which requests came. */
const besides = ['ApiKey', 'ApiRequest'];

/** How many rows each table has, and what they are: for showing that a request wrote nothing. */
export async function storedRows(app: Pick<Factories, 'sql'>): Promise<object[]> {
  const tables = await app.sql<{ name: string }>(
    `SELECT relname AS "name" FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> ALL ($1)`,
    [besides],
  );
  const contents = tables.map(
    ({ name }) => `SELECT '${name}' AS "table", count(*)::int AS "count",
      md5(coalesce(string_agg(r::text, '' ORDER BY r::text), '')) AS "content" FROM "${name}" r`,
  );
  return app.sql(`${contents.join(' UNION ALL ')} ORDER BY 1`);
}
