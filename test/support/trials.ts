import { inject } from 'vitest';

/** So many trials on one PostgreSQL. A request takes several times as long on a distributed one, so there it is a tenth. */
export function trials(count: number): number {
  return inject('postgresNodes').length > 1 ? Math.ceil(count / 10) : count;
}
