// What `npm ci` does when the packages are there: it generates code and builds the web application and the server.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, rm } from 'node:fs/promises';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

/**
 * What these packages hold for compilers of native add-ons, for debuggers, for databases other than PostgreSQL, and of
 * Prisma's query compiler in forms that the generated client does not import.
 */
const unusedAtRunTime = [
  'node_modules/node/node_modules/*/{include,share}',
  'node_modules/@prisma/client/runtime/*.map',
  'node_modules/@prisma/client/runtime/query_compiler_*.{cockroachdb,mysql,sqlite,sqlserver}.*',
  'node_modules/@prisma/client/runtime/query_compiler_small_*',
  'node_modules/@prisma/client/runtime/*.wasm-base64.js',
];

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const { status, error } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** The npm that runs this script, without its scripts: of these packages none needs any, and this one is running. */
function npm(...args: readonly string[]): void {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath, ...env } = process.env;
  if (script === undefined) throw new Error('Run it as `npm run postinstall`.');
  // Both would be read as the wish to omit the development packages.
  const { NODE_ENV: _, npm_config_omit: __, ...including } = env;
  run(
    node,
    [script, ...args, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    including,
  );
}

function build(): void {
  run(process.execPath, ['prisma/generate.mjs']);
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build']);
  run(process.execPath, ['web-build/server.ts']);
}

const isPresent = (name: string) => existsSync(path.join(root, name));

/** The development packages are there, which have the generators and Vite. */
const hasTools = isPresent('node_modules/vite');
/** Without them, as in an image that gets its packages first, somebody else builds. */
const hasSources = isPresent('prisma/schema.prisma');

if (hasSources && hasTools) build();
if (hasSources && !hasTools) {
  process.stdout.write('The development packages are installed for the build, and removed again.\n');
  npm('install', '--include=dev');
  build();
  npm('prune', '--omit=dev');
}
if (!hasTools)
  for await (const name of glob(unusedAtRunTime, { cwd: root })) await rm(path.join(root, name), { recursive: true });
