import type { BenchDatabase } from '../environment/database.ts';
import { spreadText } from '../figure.ts';
import { measureCases } from '../measures.ts';
import type { Options } from '../options.ts';
import { table } from '../table.ts';
import { floors } from './floors.ts';
import { confirmed, judge, type Verdict } from './judgement.ts';

/** Measures the cases that have floors, and once more those that fall short. The process fails if one still does. */
export async function checkFloors(
  database: BenchDatabase,
  options: Options,
  stack: AsyncDisposableStack,
): Promise<Verdict[]> {
  const judged = async (names: readonly string[]) =>
    judge(floors, names, await measureCases(database, { names, options }, stack));
  const names = Object.keys(floors).filter((name) => name.startsWith(options.only ?? ''));
  if (names.length === 0) throw new Error(`No case "${options.only}" has floors.`);
  const first = await judged(names);
  const again = new Set(first.filter(({ isBelow }) => isBelow).map(({ name }) => name));
  if (again.size > 0) console.error(`below its floor, once more: ${[...again].join(', ')}`);
  const verdicts = confirmed(first, await judged([...again]));
  console.error(reportOf(verdicts));
  if (verdicts.some(({ isBelow }) => isBelow)) process.exitCode = 1;
  return verdicts;
}

function reportOf(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ name, figure, measured, error, floor, isBelow }) => {
    const found = measured ? spreadText(measured) : error === undefined ? 'left out' : 'failed';
    const bound = `${measured?.better === 'lower' ? 'at most' : 'at least'} ${floor}`;
    return [`${name}: ${figure}`, found, bound, isBelow ? 'below' : ''];
  });
  const reasons = new Set(verdicts.flatMap(({ leftOut }) => leftOut ?? []));
  return `\n${table([['', 'median (range)', 'floor', ''], ...rows])}\n${[...reasons].map((text) => `  ${text}\n`).join('')}`;
}
