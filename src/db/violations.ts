import pg from 'pg';

const uniqueViolation = '23505';

/**
 * Whether a statement failed because a unique key has the value already. A distributed PostgreSQL names the key in its message
 * only, with the number of a shard behind it.
 */
export function violatesUniqueKey(error: unknown, key: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolation) return false;
  return error.constraint === key || new RegExp(`"${key}_\\d+"`).test(error.message);
}
