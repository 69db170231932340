import { cruise, type ICruiseResult, type IModule, type IViolation } from 'dependency-cruiser';
import { exceptions as houseExceptions, rooms } from './house.ts';
import { houseRules } from './rules.ts';
import './swc-visitor.ts';

export interface Survey {
  /** The modules of our own that were read, generated ones left out. */
  readonly modules: string[];
  readonly violations: string[];
}

interface SurveyOptions {
  /** The directory that holds `src`. */
  readonly root: string;
  readonly folders: readonly string[];
  /** The survey fails with fewer modules, because a tool that reads no module finds no violation. */
  readonly atLeast: number;
  readonly exceptions?: typeof houseExceptions;
}

/** Reads the imports of all modules. Returns each forbidden import, and each unused exception. */
export async function survey({ root, folders, atLeast, exceptions = houseExceptions }: SurveyOptions): Promise<Survey> {
  const { modules, summary } = await readImports(root, folders);
  const ours = modules.filter(isOurs).map(({ source }) => source);
  if (ours.length < atLeast) throw new Error(`Only ${ours.length} modules were seen, not ${atLeast}`);
  const unused = exceptions.filter((exception) => !summary.violations.some((each) => allows(exception, each)));
  const violations = summary.violations.filter((each) => !exceptions.some((exception) => allows(exception, each)));
  return {
    modules: ours.sort(),
    violations: [
      ...violations.map(violationText),
      ...ours.filter(isHomeless).map((source) => `in no room: ${source}`),
      ...unused.map(({ from, to }) => `an unused exception: ${from} → ${to}`),
    ].sort(),
  };
}

async function readImports(root: string, folders: readonly string[]): Promise<ICruiseResult> {
  const { output } = await cruise([...folders], {
    baseDir: root,
    // dependency-cruiser does not support the compiler of TypeScript 7: without this parser it would read nothing.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules|^src/db/generated/|^src/web/gql/' },
    validate: true,
    ruleSet: houseRules,
    // Some packages state their entry in `exports` alone.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  });
  return output as ICruiseResult;
}

function isOurs({ source, couldNotResolve }: IModule): boolean {
  return /^(src|prisma)\//.test(source) && !isGenerated(source) && couldNotResolve !== true;
}

/** Files that a generator writes, which are not committed. */
export function isGenerated(source: string): boolean {
  return source.startsWith('src/db/generated/') || source.startsWith('src/web/gql/');
}

function isHomeless(source: string): boolean {
  return !rooms.some(({ at }) => new RegExp(at).test(source));
}

type Violation = Pick<IViolation, 'from' | 'to' | 'rule' | 'cycle'>;

function allows({ from, to }: { from: string; to: string }, violation: Violation): boolean {
  return violation.from === from && (violation.to === to || violation.to.includes(`node_modules/${to}/`));
}

function violationText({ rule, from, to, cycle }: Violation): string {
  const way = cycle ? cycle.map(({ name }) => name).join(' → ') : to;
  return `${rule.name}: ${from} → ${way}`;
}
