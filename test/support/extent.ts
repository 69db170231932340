/**
 * How much of the tests runs. `npm test` runs what a change needs; `TESTS=all npm test`, as `.ci/run` does, also the files
 * below; `TESTS=full npm test` all of it with three times as many generated inputs and with every kill.
 */
const extent = process.env.TESTS ?? '';
if (!['', 'all', 'full'].includes(extent)) throw new Error(`TESTS must be all or full, not ${extent}`);

/** Whether everything runs. */
export const runsAll = extent !== '';

/** Distributed PostgreSQL, failover, poolers, outages, restarts, kills and generators of clients: they take long or need programs of their own. */
const slow: readonly string[] = [
  'test/citus',
  'test/contract/openapi-tools.test.ts',
  'test/contract/printed-set-ups.test.ts',
  'test/db/embedded-orphan.test.ts',
  'test/deploy',
  'test/failover',
  'test/http/outage.test.ts',
  'test/jobs/calendars/killed.test.ts',
  'test/jobs/notifications/killed.test.ts',
  'test/jobs/webhooks/killed.test.ts',
  'test/oauth/killed.test.ts',
  'test/pgbouncer',
  'test/rest/booking-load/killed.test.ts',
  'test/rest/document-fuzz.test.ts',
  'test/rest/post-fields-answer-bulk/crash.test.ts',
  'test/services/calendars/hostile-memory.test.ts',
];

/** What this run leaves out: nothing that its command names. */
export const leftOut = runsAll ? [] : slow.filter((name) => !process.argv.includes(name));

/** The part of a load, or all of it. */
export function ofLoad({ part, full }: { readonly part: number; readonly full: number }): number {
  return extent === 'full' ? full : part;
}

/** How many inputs a test generates, or the least number of them that must have an outcome. */
export function fuzzRuns(full: number): number {
  return ofLoad({ part: Math.ceil(full / 3), full });
}
