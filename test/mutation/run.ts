import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { roomOf } from './rooms.ts';
import { type Mutant, runStryker } from './stryker.ts';
import { printTable } from './table.ts';

const usage = `node test/mutation/run.ts <path> … [--far] [--list]

Plants errors in the files whose paths begin so, one at a time, and says how many of them a test notices.
  --far   the errors that the near tests leave, once more for the tests that take longer
  --list  prints each error that no test noticed`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { far: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
});
if (positionals.length === 0) console.log(usage);
else printTable(measure(positionals), values);

function measure(paths: readonly string[]): Mutant[] {
  const files = globSync('src/**/*.ts').filter((file) => paths.some((prefix) => file.startsWith(prefix)));
  const byFolder = Map.groupBy(files.sort(), (file) => roomOf(file).folder);
  return [...byFolder.values()].flatMap((files) => {
    const { folder, near, far } = roomOf(files[0] as string);
    if (!near.tests.some((pattern) => globSync(pattern).length > 0)) {
      console.error(`${folder}: there are no tests in the folder of the same name.`);
      return [];
    }
    const mutants = runStryker(near, files);
    const left = mutants.filter(({ isNoticed }) => !isNoticed);
    if (!values.far || far === undefined || left.length === 0) return mutants;
    const ranges = left.map(({ range }) => range);
    const again = new Map(runStryker(far, [...new Set(ranges)]).map((mutant) => [mutant.key, mutant]));
    return mutants.map((mutant) => (mutant.isNoticed ? mutant : (again.get(mutant.key) ?? mutant)));
  });
}
