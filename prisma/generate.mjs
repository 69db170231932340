// Generates the Prisma client without the schema engine, which Prisma would otherwise download.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const cli = require.resolve('prisma-cli/build/index.js');
const root = path.dirname(import.meta.dirname);
// Prisma starts the Pothos generator by its command name; npm puts that folder on PATH, a plain `node` does not.
const commands = [path.join(root, 'node_modules', '.bin'), path.dirname(process.execPath), process.env.PATH].join(
  path.delimiter,
);
const result = spawnSync(process.execPath, [cli, 'generate', '--config', 'prisma/prisma.config.ts', '--no-hints'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'pipe'],
  encoding: 'utf8',
  env: {
    ...process.env,
    PATH: commands,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
});
if (result.status !== 0) {
  process.stderr.write(`${result.stdout}${result.stderr}`);
  process.exit(result.status ?? 1);
}
