import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
/** The sentences, scopes and limits of the domain are built in, too, and what the schema says of its types and mutations. */
const inputs = [
  'src/web',
  'src/lib',
  'src/site/look/assets',
  'src/domain',
  'src/graphql',
  'web-build',
  'schema/schema.graphql',
  'vite.config.ts',
  'package-lock.json',
];

/** Builds the web application before the tests, where it is older than what it is made of. */
export default async function setup(): Promise<void> {
  const built = await changedAt('build/web/index.html');
  const changed = Math.max(...(await Promise.all(inputs.map(newestIn))));
  if (built > changed) return;
  await promisify(execFile)(path.join(root, 'node_modules/.bin/vite'), ['build'], { cwd: root });
}

async function newestIn(input: string): Promise<number> {
  const names = await readdir(path.join(root, input), { recursive: true }).catch(() => []);
  const files = names.filter((name) => !name.startsWith('gql')).map((name) => path.join(input, name));
  return Math.max(...(await Promise.all([input, ...files].map(changedAt))));
}

async function changedAt(file: string): Promise<number> {
  return stat(path.join(root, file)).then(
    (found) => (found.isDirectory() ? 0 : found.mtimeMs),
    () => 0,
  );
}
