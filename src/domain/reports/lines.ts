import type { Cell } from '#src/lib/csv.ts';
import { reportLines } from '#src/lib/report-lines.ts';
import type { Report } from './report.ts';

/** A report as lines of a table. The pages download their tables by the same rules. */
export function linesOf<Numbers extends object>(report: Report<Numbers>): Cell[][] {
  return reportLines(report);
}
