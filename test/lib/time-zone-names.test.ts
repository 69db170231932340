import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  presentZoneName,
  presentZoneNames,
  readableZoneName,
  searchedZoneNames,
  timeZones,
  zoneChoices,
} from '#src/lib/time/time-zone-names.ts';
import { isTimeZone } from '#src/lib/time/time-zones.ts';
import { zoneOffsets } from '#src/lib/time/zone-offsets.ts';

const zoneinfo = '/usr/share/zoneinfo';
const linesOf = (name: string) => readFileSync(`${zoneinfo}/${name}`, 'utf8').split('\n');

describe('the names of time zones', () => {
  // The system may have another release, with zones that Node does not have, or without some of its zones.
  test.skipIf(!existsSync(`${zoneinfo}/zone.tab`))('are those of zone.tab where tzdata has given one up', () => {
    const rows = linesOf('zone.tab').filter((line) => line !== '' && !line.startsWith('#'));
    const present = new Set(rows.map((line) => line.split('\t')[2] as string));
    const links = new Set(linesOf('tzdata.zi').flatMap((line) => (line.startsWith('L ') ? line.split(' ')[2] : [])));
    expect(present.size).toBeGreaterThan(300);
    expect(timeZones.filter((zone) => links.has(zone) && !present.has(zone) && zone !== 'UTC')).toEqual([]);
    expect(Object.values(presentZoneNames).filter((zone) => !present.has(zone))).toEqual([]);
    expect(Object.keys(presentZoneNames).filter((zone) => present.has(zone))).toEqual([]);
  });

  test.skipIf(!existsSync(`${zoneinfo}/tzdata.zi`))('replace no name of a zone of its own', () => {
    const zones = new Set(linesOf('tzdata.zi').flatMap((line) => (line.startsWith('Z ') ? line.split(' ')[1] : [])));
    expect(zones.size).toBeGreaterThan(300);
    expect(Object.keys(presentZoneNames).filter((former) => zones.has(former))).toEqual([]);
  });

  test('former and present names are valid, and mean the same clock', () => {
    const [from, until] = [Date.parse('2000-01-01T00:00Z'), Date.parse('2040-01-01T00:00Z')];
    for (const [former, present] of Object.entries(presentZoneNames)) {
      expect([former, present].map(isTimeZone)).toEqual([true, true]);
      expect(zoneOffsets(former, from, until), former).toEqual(zoneOffsets(present, from, until));
      expect(presentZoneName(former)).toBe(present);
      expect(timeZones).toContain(present);
      expect(timeZones).not.toContain(former);
    }
    expect(readableZoneName('America/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
    expect(['asia/calcutta', 'EUROPE/KYIV', 'europe/berlin', 'US/Pacific'].map(presentZoneName)).toEqual([
      ...['Asia/Kolkata', 'Europe/Kyiv', 'Europe/Berlin', 'US/Pacific'],
    ]);
  });

  test('are found by what people type: the city, its former name, with spaces or underscores', () => {
    const found = (typed: string) => timeZones.filter((zone) => searchedZoneNames(zone).includes(typed));
    for (const typed of ['kyiv', 'kiev', 'europe/kiev']) expect(found(typed)).toEqual(['Europe/Kyiv']);
    expect(found('calcutta')).toEqual(['Asia/Kolkata']);
    expect(found('ho chi')).toEqual(['Asia/Ho_Chi_Minh']);
  });

  test('are options that begin with the city; a renamed one has an option for each name', () => {
    expect(zoneChoices(['Europe/Kiev', 'UTC', 'America/Buenos_Aires', 'Europe/Kyiv'])).toEqual([
      {
        timeZone: 'America/Argentina/Buenos_Aires',
        label: 'Buenos Aires · America/Argentina/Buenos Aires',
        isFormer: false,
      },
      { timeZone: 'Europe/Kyiv', label: 'Kiev · Europe/Kyiv', isFormer: true },
      { timeZone: 'Europe/Kyiv', label: 'Kyiv · Europe/Kyiv', isFormer: false },
      { timeZone: 'UTC', label: 'UTC', isFormer: false },
    ]);
  });
});
