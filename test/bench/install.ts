import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import manifest from './package.json' with { type: 'json' };

const packages = Object.keys(manifest.dependencies);

/** Installs the packages of the bench from its own lock file, unless they are installed already. */
export function installPackages(): void {
  if (packages.every((name) => existsSync(path.join(import.meta.dirname, 'node_modules', name)))) return;
  console.error('installing the peers of the bench …');
  const { status } = spawnSync('npm', ['ci', '--prefix', import.meta.dirname, '--ignore-scripts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('npm ci failed: the peers need their packages.');
}
