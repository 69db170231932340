import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeConfig } from '#src/config/config.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (name: string) => readFile(path.join(root, name), 'utf8');

test('the documentation names every file of deploy', async () => {
  const pages = (await Promise.all(['install', 'nodes'].map((name) => read(`docs/${name}.md`)))).join('\n');
  const names = await readdir(path.join(root, 'deploy'));
  expect(names).toContain('Dockerfile');
  expect(names.filter((name) => !pages.includes(`\`${name}\``) && !pages.includes(`deploy/${name}`))).toEqual([]);
});

describe('deploy/Dockerfile', () => {
  const problemsOf = (text: string) =>
    validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`);

  test('has no problem that a linter knows, which finds those that there are', async () => {
    const text = await read('deploy/Dockerfile');
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text.replace('--from=build', '--form=build'))).toHaveLength(1);
    expect(problemsOf(text.replace('EXPOSE 3000', 'EXPOSE http'))).toHaveLength(1);
  });

  test('takes the packages of production, does not run as root, and has the Node that package.json has', async () => {
    const [, build = '', final = ''] = (await read('deploy/Dockerfile')).split(/^FROM /m);
    const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: { node: string } };
    expect([build, final].map((stage) => stage.split(/[-\s]/, 1)[0])).toEqual(
      Array(2).fill(`node:${dependencies.node}`),
    );
    expect(final).toMatch(/^RUN npm ci --omit=dev /m);
    expect(final.match(/^USER .*$/gm)).toEqual(['USER node']);
    expect(final.match(/^HEALTHCHECK /gm)).toHaveLength(1);
    expect(final.match(/^CMD .*$/gm)).toEqual(['CMD ["node", "src/main.ts"]']);
  });

  test('copies only what is there, and .dockerignore leaves it', async () => {
    const text = await read('deploy/Dockerfile');
    const ignored = (await read('.dockerignore')).split('\n').filter((line) => line && !line.startsWith('#'));
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    const made = [...text.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, name = '']) => name);
    expect(copied).toContain('package-lock.json');
    expect(made).toEqual(expect.arrayContaining(['prisma/migrations', 'prisma/drafts']));
    const contents = await read('docs/README.md');
    const beside = [...contents.matchAll(/\]\(\.\.\/([\w.]+)\)/g)].map(([, name]) => name);
    expect(made).toEqual(expect.arrayContaining(['docs', ...beside]));
    expect([...copied, ...made].filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    expect(copied.filter((name) => ignored.includes(name))).toEqual([]);
  });
});

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart?: string;
  readonly volumes?: readonly string[];
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

describe('deploy/compose.yaml', () => {
  const compose = async () => parse(await read('deploy/compose.yaml'), { merge: true }) as Compose;

  test('says how each service is healthy that another waits for, and restarts each', async () => {
    const { services } = await compose();
    const known = ['build', 'command', 'depends_on', 'environment', 'healthcheck', 'image', 'networks', 'ports'].concat(
      ['restart', 'shm_size', 'stop_grace_period', 'stop_signal', 'volumes'],
    );
    for (const [name, service] of Object.entries(services)) {
      expect([name, Object.keys(service).filter((key) => !known.includes(key))]).toEqual([name, []]);
      expect([name, service.restart]).toEqual([name, 'unless-stopped']);
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect([needed, condition]).toEqual([needed, 'service_healthy']);
        // The image of the nodes has a health check of its own.
        if (!needed.startsWith('node')) expect([needed, services[needed]?.healthcheck?.test]).not.toContain(undefined);
      }
    }
  });

  test('gives two nodes variables that there are, and Caddy the address that they trust', async () => {
    const { services } = await compose();
    expect(Object.keys(services)).toEqual(['caddy', 'node1', 'node2', 'postgres', 'redis']);
    expect(services.node1).toEqual(services.node2);
    const names = describeConfig().map(({ name }) => name);
    const environment = services.node1?.environment ?? {};
    expect(Object.keys(environment).filter((name) => !names.includes(name))).toEqual([]);
    expect(environment).toMatchObject({ NODES: '2', REDIS_URL: 'redis://redis', METRICS_PORT: '9464' });
    // The metrics need no token there, so nobody outside may reach the port.
    expect(Object.keys(services).filter((name) => 'ports' in (services[name] ?? {}))).toEqual(['caddy']);
    expect(services.caddy?.networks?.default.ipv4_address).toBe(environment.TRUSTED_PROXIES);
  });

  test('has every service and every volume that it names', async () => {
    const { services, volumes } = await compose();
    const needed = Object.values(services).flatMap((service) => Object.keys(service.depends_on ?? {}));
    expect(needed.filter((name) => !(name in services))).toEqual([]);
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? []);
    const named = mounted.map((mount) => mount.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
    expect(named.toSorted()).toEqual(Object.keys(volumes).toSorted());
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const unlessSystemd = hasSystemd ? '' : ' (skipped: no systemd-analyze in PATH)';

describe('deploy/slotline.service', () => {
  /** What systemd says about the unit with the paths of this checkout. */
  async function problemsOf(change: (text: string) => string): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'slotline-unit-'));
    try {
      const file = path.join(folder, 'slotline.service');
      const text = (await read('deploy/slotline.service')).replaceAll('/opt/slotline', root);
      await writeFile(file, change(text));
      return spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' }).stderr;
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  test.skipIf(!hasSystemd)(`is one that systemd takes${unlessSystemd}`, async () => {
    expect(await problemsOf((text) => text)).toBe('');
    expect(await problemsOf((text) => text.replace('KillMode', 'KilMode'))).toMatch(/Unknown key .*'KilMode'/);
    expect(await problemsOf((text) => text.replace('bin/node ', 'bin/nod '))).toContain('is not executable');
  });
});
