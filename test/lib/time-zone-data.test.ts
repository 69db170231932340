import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { timeZones } from '#src/lib/time/time-zone-names.ts';
import { oldZonesText, zoneReleases } from '#src/lib/time-zone-data/zone-releases.ts';
import { systemZones, zoneRelease } from '#src/lib/time-zone-data/zoneinfo-folder.ts';
import { cli, json } from '../support/cli.ts';
import { present, presentMs } from '../support/present.ts';
import {
  changedZones,
  hasZoneTools,
  icuFolderOf,
  nextChanges,
  presentOffsets,
  sweptSeconds,
  temporaryFolder,
} from '../support/zone-folder.ts';

const year = present().getUTCFullYear();
const folderWith = (name: string, text: string) => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, name), text);
  return folder;
};

/** What a process that has these zones computes, compared with the changes that zdump finds in the folder. */
function sweep(folder: string, icuFolder?: string) {
  const from = Math.floor(presentMs() / 1000);
  const changes = nextChanges(folder, timeZones, from);
  const script = path.join(import.meta.dirname, '../support/sweep-zones.ts');
  const env = { PATH: process.env.PATH, ...(icuFolder && { ICU_TIMEZONE_FILES_DIR: icuFolder }) };
  const input = JSON.stringify({ changes, offsets: presentOffsets(folder, timeZones), from, seconds: sweptSeconds });
  const found = JSON.parse(execFileSync(process.execPath, [script], { env, input, encoding: 'utf8' }));
  return { ...found, changes: changes.length };
}

describe.skipIf(!hasZoneTools)('with the zones of the system, all clocks at their next two changes', () => {
  test('are those of the system, minute by minute', () => {
    const { release, compared, wrong, changes } = sweep(systemZones, icuFolderOf(systemZones));
    expect([release, wrong]).toEqual([zoneRelease(systemZones), []]);
    expect(changes).toBeGreaterThan(200);
    expect(compared).toBeGreaterThan(500_000);
  });

  test('are those of rules that Node does not have', () => {
    const { folder, icuFolder } = changedZones('2099a', [
      `Rule New ${year} max - Feb Sun>=8 1:30 0:30 S`,
      `Rule New ${year} max - Nov 3 2:00u 0 -`,
      `Zone Europe/Berlin 1:00 - CET ${year}`,
      '1:30 New X%sT',
      // A time of the day after the last Sunday, which may be in April: ICU has no rule for it.
      `Rule Far ${year} max - Mar lastSun 25:00 1:00 S`,
      `Rule Far ${year} max - Oct lastSun 2:00 0 -`,
      'Zone Asia/Tokyo 9:00 Far J%sT',
      // A winter that is a negative summer time, as in Ireland.
      `Rule Neg ${year} max - Oct lastSun 1:00u -1:00 W`,
      `Rule Neg ${year} max - Mar lastSun 1:00u 0 -`,
      'Zone Africa/Lagos 1:00 Neg W%sT',
      `Zone America/Winnipeg -6:00 - CST ${year} Dec 1`,
      '-5:00 - EST',
    ]);
    const { release, wrong } = sweep(folder, icuFolder);
    expect([release, wrong]).toEqual(['2099a', []]);
    // A server with other data has other hours, which this comparison finds.
    expect(sweep(folder).wrong).not.toEqual([]);
  });
});

describe('the release of time zones', () => {
  test('is named by tzdata.zi, or by +VERSION', () => {
    expect(zoneRelease(folderWith('tzdata.zi', '# version 2099b\n# more'))).toBe('2099b');
    expect(zoneRelease(folderWith('+VERSION', '2099c\n'))).toBe('2099c');
    expect(zoneRelease(folderWith('other', ''))).toBeUndefined();
    expect(zoneRelease('/nowhere')).toBeUndefined();
  });

  test('of the system counts if it is later', () => {
    const inUse = process.versions.tz;
    expect(zoneReleases(folderWith('+VERSION', '2099a'))).toEqual({ inUse, later: '2099a' });
    expect(zoneReleases(folderWith('+VERSION', `${inUse}`)).later).toBeUndefined();
    expect(zoneReleases(folderWith('+VERSION', '2001a'))).toEqual({ inUse, later: undefined });
    expect(oldZonesText({ inUse: '2026c', later: undefined })).toBeUndefined();
    expect(oldZonesText({ inUse: '2026c', later: '2026d' })).toMatch(
      /^Time zones are from tzdata 2026c, but the system has 2026d: .* ICU_TIMEZONE_FILES_DIR/,
    );
  });
});

describe('the command time-zones write', () => {
  test.skipIf(!hasZoneTools)('writes the zones of the system, in place of those before', async () => {
    const to = folderWith('zoneinfo64.res', 'old');
    const file = path.join(to, 'zoneinfo64.res');
    expect(await json(['time-zones', 'write', '--to', to], {})).toEqual({
      ...{ file, release: zoneRelease(systemZones), zones: expect.any(Number) },
    });
    expect(readdirSync(to)).toEqual(['zoneinfo64.res']);
    const env = { ICU_TIMEZONE_FILES_DIR: to };
    const release = execFileSync(process.execPath, ['-p', 'process.versions.tz'], { env, encoding: 'utf8' });
    expect(release.trim()).toBe(zoneRelease(systemZones));
  });

  test.skipIf(!hasZoneTools)('says where they are older than those in use', async () => {
    const to = folderWith('other', '');
    for (const [release, says] of [
      ['2001a', `2001a. They are older than the ones in use, ${process.versions.tz}`],
      ['2099a', '2099a. Start the servers'],
    ] as const) {
      const { folder } = changedZones(release, []);
      expect((await cli(['time-zones', 'write', '--to', to, '--from', folder], {})).stdout).toContain(says);
    }
  });

  test('refuses a folder without a release, and one that lacks zones', async () => {
    const to = folderWith('other', '');
    const from = (folder: string) => cli(['time-zones', 'write', '--to', to, '--from', folder], {});
    expect(await from(to)).toMatchObject({ code: 1, stderr: expect.stringContaining(`${to} has neither a tzdata.zi`) });
    const lacking = folderWith('+VERSION', '2099a');
    expect(await from(lacking)).toMatchObject({ code: 1, stderr: expect.stringContaining('do not include UTC') });
    expect(readdirSync(to)).toEqual(['other']);
  });
});
