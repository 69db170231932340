import type { Mutant } from './stryker.ts';

/** Prints the score of each file and of all, and the errors that no test noticed. */
export function printTable(mutants: readonly Mutant[], { list }: { readonly list: boolean }): void {
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  console.log('score  noticed  planted  not reached  file');
  for (const [file, own] of byFile) console.log(rowOf(file, own));
  console.log(rowOf('all', mutants));
  if (!list) return;
  for (const { file, line, replacement, isReached } of mutants.filter(({ isNoticed }) => !isNoticed)) {
    console.log(`${file}:${line} ${isReached ? '' : '(not reached) '}${replacement}`);
  }
}

function rowOf(name: string, mutants: readonly Mutant[]): string {
  const noticed = mutants.filter(({ isNoticed }) => isNoticed).length;
  const reached = mutants.filter(({ isReached }) => isReached).length;
  const score = mutants.length === 0 ? '–' : `${((100 * noticed) / mutants.length).toFixed(1)} %`;
  const columns = [score.padStart(6), noticed, mutants.length, mutants.length - reached];
  return `${columns.map((column, index) => String(column).padStart([6, 8, 8, 12][index] ?? 0)).join(' ')}  ${name}`;
}
