import type pg from 'pg';

/** The same on every node over one database, and another for any other: for what several installations may share. */
export async function installationId(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT left(md5("system_identifier" || ':' || current_database()), 16) AS "id" FROM pg_control_system()`,
  );
  return rows[0]?.id ?? '';
}
