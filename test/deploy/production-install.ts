// Installs this checkout as production does, in a folder of its own, and starts it: `node test/deploy/production-install.ts`.
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../bench/environment/server-process.ts';

const root = path.join(import.meta.dirname, '../..');
const maxMegabytes = 460;
const startTimeoutMs = 120_000;
/** What `npm ci` and the server make. */
const made = ['node_modules', 'build', 'data', 'screenshots', '.git', 'src/db/generated', 'src/web/gql'];

function run(folder: string, command: string, args: readonly string[], options: SpawnOptions = {}): string {
  const { status, stdout } = spawnSync(command, args, {
    ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    ...options,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${status}: ${stdout}`);
  return String(stdout);
}

/** Of the packages for development, so that one that came along would be seen. */
const tools = ['vite', 'vitest', 'react', 'prisma-cli', '@mantine/core', '@graphql-codegen/core', '@biomejs/biome'];

async function requireStart(folder: string): Promise<void> {
  const port = await freePort();
  const { PATH = '' } = process.env;
  const server = spawn('node_modules/.bin/node', ['src/main.ts'], {
    cwd: folder,
    env: {
      PATH,
      NODE_ENV: 'production',
      SECRET_KEY: '0123456789abcdef'.repeat(2),
      HOST: '127.0.0.1',
      PORT: String(port),
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(server, 'exit') as Promise<[number | null]>;
  try {
    const get = (at: string) => fetch(`http://127.0.0.1:${port}${at}`);
    const deadline = performance.now() + startTimeoutMs;
    while (
      !(await get('/readyz').then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (server.exitCode !== null || performance.now() > deadline) throw new Error('The server does not start.');
      await pause(100);
    }
    const page = await (await get('/sign-in')).text();
    const settings = await (await get('/settings/developer/api-keys')).text();
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(settings) ?? [];
    const statuses = { page: page.includes('</html>'), asset: (await get(asset || '/assets')).status };
    const contacts = (await get('/v1/contacts')).status;
    if (!statuses.page || statuses.asset !== 200 || contacts !== 401) {
      throw new Error(
        `The server answers otherwise than expected: ${JSON.stringify({ ...statuses, asset, contacts })}`,
      );
    }
  } finally {
    server.kill('SIGTERM');
  }
  const [code] = await exited;
  if (code !== 0) throw new Error(`The server ended with code ${code}.`);
}

const folder = await mkdtemp(path.join(tmpdir(), 'slotline-production-'));
try {
  const isSource = (name: string) => !made.includes(path.relative(root, name)) && !name.endsWith('/node_modules');
  await cp(root, folder, { recursive: true, filter: isSource });
  // The variables of an npm above this process would reach the one below it.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  run(folder, 'npm', ['ci', '--omit=dev', '--loglevel=error'], { env });
  const left = tools.filter((name) => existsSync(path.join(folder, 'node_modules', name)));
  if (left.length > 0) throw new Error(`These packages are for development alone: ${left.join(', ')}`);
  const sizes = run(folder, 'du', ['-sm', 'node_modules', 'build']);
  const megabytes = [...sizes.matchAll(/^\d+/gm)].reduce((sum, [size]) => sum + Number(size), 0);
  process.stdout.write(`node_modules and build have ${megabytes} MB.\n`);
  if (megabytes >= maxMegabytes) throw new Error(`They must have less than ${maxMegabytes} MB.`);
  await requireStart(folder);
  process.stdout.write('The server starts without development packages.\n');
} finally {
  await rm(folder, { recursive: true, force: true });
}
