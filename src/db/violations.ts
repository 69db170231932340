import pg from 'pg';

const uniqueViolation = '23505';

/**
 * Returns true if a statement failed because the value of a unique key exists already. Citus names the key only in its message,
 * followed by a shard number.
 */
export function violatesUniqueKey(error: unknown, key: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolation) return false;
  return error.constraint === key || new RegExp(`"${key}_\\d+"`).test(error.message);
}
