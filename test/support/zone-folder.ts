import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { icuZones } from '#src/lib/time-zone-data/icu-zones.ts';
import { readZoneFolder, systemZones, zoneRelease } from '#src/lib/time-zone-data/zoneinfo-folder.ts';
import { presentMs } from './present.ts';

const [zic, zdump] = ['/usr/sbin/zic', '/usr/bin/zdump'];
export const hasZoneTools = [zic, zdump].every((file) => existsSync(file)) && zoneRelease(systemZones) !== undefined;

export interface ZoneFolder {
  /** The compiled zones. */
  readonly folder: string;
  /** What Node computes by with ICU_TIMEZONE_FILES_DIR. */
  readonly icuFolder: string;
}

/** The zones of the system, some of them with the rules of these lines of zic, as a release of its own. */
export function changedZones(release: string, lines: readonly string[]): ZoneFolder {
  const root = temporaryFolder();
  const folder = path.join(root, 'zoneinfo');
  cpSync(systemZones, folder, { recursive: true, dereference: true });
  writeFileSync(path.join(root, 'changes'), lines.map((line) => `${line}\n`).join(''));
  execFileSync(zic, ['-d', folder, path.join(root, 'changes')]);
  writeFileSync(path.join(folder, 'tzdata.zi'), `# version ${release}\n`);
  return { folder, icuFolder: icuFolderOf(folder, root) };
}

export function icuFolderOf(folder: string, root = temporaryFolder()): string {
  const icuFolder = path.join(root, 'icu');
  mkdirSync(icuFolder);
  writeFileSync(path.join(icuFolder, 'zoneinfo64.res'), icuZones(readZoneFolder(folder)));
  return icuFolder;
}

const temporary: string[] = [];
afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true });
});

/** It is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'zones-'));
  temporary.push(folder);
  return folder;
}

/** Three years. */
export const sweptSeconds = 3 * 365 * 86_400;

/** A change of the clock of a zone: seconds from 1970, and the seconds that the clock is ahead before and after it. */
export interface Change {
  readonly timeZone: string;
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** The next two changes of each zone, in the three years after an instant in seconds, as zdump reads the folder. */
export function nextChanges(folder: string, zones: readonly string[], from: number): Change[] {
  const year = new Date(from * 1000).getUTCFullYear();
  const args = ['-v', '-c', `${year},${year + 4}`, ...zones];
  const text = execFileSync(zdump, args, { env: { TZDIR: folder }, encoding: 'utf8', maxBuffer: 1e9 });
  // Each change has a line for the second before it, and one for its own.
  const lines = [...text.matchAll(/^(\S+) +\w+ (\w+ +\d+ [\d:]+ \d+) UTC? = .* gmtoff=(-?\d+)$/gm)].map(
    ([, timeZone = '', at, offset]) => ({ timeZone, at: Date.parse(`${at} UTC`) / 1000, offset: Number(offset) }),
  );
  const all = lines.flatMap(({ timeZone, at, offset }, index): Change[] => {
    const before = lines[index - 1];
    const isChange = before?.timeZone === timeZone && before.at === at - 1 && before.offset !== offset;
    return isChange && at > from && at < from + sweptSeconds
      ? [{ timeZone, at, before: before.offset, after: offset }]
      : [];
  });
  return Object.values(Object.groupBy(all, ({ timeZone }) => timeZone)).flatMap((each) => each?.slice(0, 2) ?? []);
}

/** How many seconds the clock of each zone is ahead of UTC now. */
export function presentOffsets(folder: string, zones: readonly string[]): Record<string, number> {
  const text = execFileSync(zdump, [...zones], { env: { TZDIR: folder }, encoding: 'utf8' });
  const now = presentMs();
  const clocks = [...text.matchAll(/^(\S+) +\w+ (\w+ +\d+ [\d:]+ \d+) /gm)];
  const offsetOf = (shown = '') => Math.round((Date.parse(`${shown} UTC`) - now) / 60_000) * 60;
  return Object.fromEntries(clocks.map(([, timeZone = '', shown]) => [timeZone, offsetOf(shown)]));
}
