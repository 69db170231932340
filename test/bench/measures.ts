import { bulk } from './bulk/bulk.ts';
import { measureRowBytes } from './capacity/capacity.ts';
import { measureOneNode } from './capacity/one-node.ts';
import { simulateDay } from './capacity/simulation.ts';
import { cases } from './compare/cases.ts';
import { compare } from './compare/compare.ts';
import { compareDistributed, distributedCases } from './distributed/distributed.ts';
import type { BenchDatabase } from './environment/database.ts';
import type { Measured } from './figure.ts';
import { measureNeighbours, neighbourCases } from './neighbours/neighbours.ts';
import { compareRefreshes } from './oauth/refreshes.ts';
import type { CaseOptions, Options } from './options.ts';
import { compareReports, reportCases } from './reports/reports.ts';
import { bookingCases, compareBookings } from './scheduling/booking.ts';
import { bookingPageCase, compareBookingPage } from './scheduling/booking-page.ts';
import { busyDatesCase, compareBusyDates } from './scheduling/busy-dates.ts';
import { compareEventDates, eventDatesCases } from './scheduling/event-dates.ts';
import { measureLatency } from './webhooks/latency.ts';

/** Cases without floors need no figures. */
type Result = Partial<Measured>;

interface Measure {
  /** The names of its cases. */
  readonly cases: readonly string[];
  run(database: BenchDatabase, options: CaseOptions, stack: AsyncDisposableStack): Promise<Result | readonly Result[]>;
}

const measures: readonly Measure[] = [
  { cases: cases.map(({ name }) => name), run: compare },
  { cases: ['refreshes'], run: compareRefreshes },
  { cases: ['bulkAnswer'], run: bulk },
  { cases: eventDatesCases, run: compareEventDates },
  { cases: [busyDatesCase], run: compareBusyDates },
  { cases: bookingCases, run: compareBookings },
  { cases: [bookingPageCase], run: compareBookingPage },
  { cases: reportCases, run: compareReports },
  { cases: ['oneNode'], run: measureOneNode },
  { cases: ['webhooksLatency'], run: measureLatency },
  { cases: distributedCases, run: compareDistributed },
  { cases: neighbourCases, run: measureNeighbours },
  { cases: ['capacity'], run: measureRowBytes },
  { cases: ['simulation'], run: simulateDay },
];

export const allCases = measures.flatMap((measure) => measure.cases);

/**
 * Measures these cases; one that fails does not keep the others from being measured. What a measure starts is stopped
 * before the next, which would share the machine with it.
 */
export async function measureCases(
  database: BenchDatabase,
  { names, options }: { readonly names: readonly string[]; readonly options: Options },
  stack: AsyncDisposableStack,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const { cases: ownCases, run } of measures) {
    const chosen = ownCases.filter((name) => names.includes(name));
    if (chosen.length === 0) continue;
    // The outer stack disposes of this one where the bench is interrupted.
    const own = stack.use(new AsyncDisposableStack());
    try {
      results.push(...[await run(database, { ...options, cases: chosen }, own)].flat());
    } catch (failure) {
      const error = failure instanceof Error ? failure.message : String(failure);
      console.error(`${chosen.join(', ')} failed: ${error}`);
      results.push(...chosen.map((name) => ({ name, error })));
    }
    await own.disposeAsync();
  }
  return results;
}
