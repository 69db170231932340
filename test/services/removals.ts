import type { TestApp } from '../support/app.ts';

const dayMs = 86_400_000;

/** What tests of a removal read before and after it. */
export function removalsIn(app: TestApp) {
  return {
    inDays: (days: number) => new Date(app.clock.now().getTime() + days * dayMs).toISOString(),
    rowOf: async (table: string, id: number) =>
      (await app.sql<Record<string, unknown>>(`SELECT * FROM "${table}" WHERE "id" = $1`, [id]))[0],
  };
}

/** The problems with which the work is refused, by field; undefined where it succeeds. */
export const problemsOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error.details?.fieldErrors,
  );
