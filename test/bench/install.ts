import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The bench's own packages, from its lock file, where they are not there yet. */
export function installPackages(): void {
  if (existsSync(path.join(import.meta.dirname, 'node_modules/fastify'))) return;
  console.error('installing Fastify for the bench …');
  const { status } = spawnSync('npm', ['ci', '--prefix', import.meta.dirname, '--ignore-scripts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('npm ci failed: the peer needs Fastify.');
}
