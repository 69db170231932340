import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeLimits } from '#src/access/limit-table.ts';
import { schema } from '#src/graphql/schema.ts';
import { maxFormBytes, maxFormPairs } from '#src/lib/network/form-body.ts';
import { useApp } from '../support/app.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFile(path.join(root, file), 'utf8');

const text = await read('SECURITY.md');
const app = await useApp({ application: { folder: path.join(root, 'build/web') } });

/** What stands in code in the first column of the table below a line. */
function namesBelow(line: string): string[] {
  const [, table = ''] = text.split(line);
  const [rows = ''] = table.trimStart().split(/\n\n/);
  const names = rows
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name as string));
  expect(names.length).toBeGreaterThan(0);
  return names;
}

const doors = namesBelow('without a row.\n');

/** They share a row. */
const applicationPages = ['/calls', '/contacts', '/deals', '/events', '/overview', '/schedules', '/settings'];

/** Whether a row names the path, which may have an id where the row has braces. */
function hasRow(at: string): boolean {
  if (applicationPages.includes(at)) return text.includes('pages of the application');
  if (at === '/v1' || at.startsWith('/v1/')) return doors.includes(at.startsWith('/v1/oauth/') ? at : '/v1');
  return doors.some((door) => new RegExp(`^${door.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(at));
}

describe('SECURITY.md has a row for each door without a credential:', () => {
  test('every endpoint', () => {
    expect(app.labels.size).toBeGreaterThan(60);
    expect([...app.labels].filter((at) => !hasRow(at))).toEqual([]);
  });

  test('and no row for a path that there is not', () => {
    const isMounted = (door: string) =>
      app.labels.has(door) ||
      [...app.paths].some((at) => new RegExp(`^${door.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(at));
    const others = ['/v1', 'Origin'];
    expect(doors.filter((door) => !others.includes(door) && !isMounted(door))).toEqual([]);
  });

  test('every root field that needs no credential', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    const open = fields.filter(({ extensions }) => !(extensions.pothosOptions as { authScopes?: unknown }).authScopes);
    expect(open.map(({ name }) => name).sort()).toEqual(
      namesBelow('Fields of `/graphql` without a credential:').sort(),
    );
  });

  test('every file that reads a body', async () => {
    const readers: string[] = [];
    for await (const file of glob('src/**/*.ts', { cwd: root })) {
      if (
        file !== 'src/lib/network/request-body.ts' &&
        /\bread(?:Text|JsonText|Content|FormBody)\b[^;]*from '[^']*\/(?:request|form)-body\.ts'|\bfrom '\.\/request-body\.ts'/.test(
          await read(file),
        )
      )
        readers.push(file);
    }
    expect(readers.sort()).toEqual(namesBelow('Readers of bodies, each with its bound:').sort());
  });
});

/** What a request causes is a row of the table of paths, one of these, or a new door. */
test('a middleware that is mounted is the table, or reads nothing', async () => {
  const [, mounted = ''] = (await read('src/app.ts')).split('new Koa()');
  const names = [...mounted.matchAll(/app\.use\(\s*(?:await )?(\(?\w+)/g)].map(([, name]) => name);
  expect(names).toEqual([
    // They look at headers alone.
    ...['observed', 'strictTransport', 'compression', 'namesMetadata'],
    // The table of paths, and the refusal of all others.
    ...['routes', 'unknownPath'],
  ]);
});

test('the figures of the table are those of the code', async () => {
  const limits = await read('docs/rate-limits.md');
  const { forgedLink, ...arrivals } = nodeLimits.arrivals;
  const doorOf: Record<keyof typeof arrivals, string> = {
    form: '/e/{username}',
    accountPage: '/sign-in',
    document: '/graphql',
    tokenRequest: '/v1/oauth/token',
    push: '/calendars/push/google',
    logo: '/oauth/logos/{clientId}',
  };
  const rowOf = (door: string) => text.split('\n').find((row) => row.startsWith('| `') && row.includes(`\`${door}\``));
  const written = (points: number) => points.toLocaleString('en-US');
  for (const [arrival, door] of Object.entries(doorOf)) {
    const points = written(arrivals[arrival as keyof typeof arrivals].points);
    expect(rowOf(door)).toMatch(new RegExp(`[ |]${points} in 10 s on arrival`));
    expect(limits).toContain(`${points} `);
  }
  expect(rowOf('/b/{token}')).toContain(` ${written(forgedLink.points)} forged tokens in 10 s`);
  expect(text).toContain(`${maxFormBytes / 1024} KiB and ${maxFormPairs} pairs`);
  expect(limits).toContain(`${maxFormBytes / 1024} KiB and ${maxFormPairs} pairs`);
});
