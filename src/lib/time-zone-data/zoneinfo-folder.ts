import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ZoneSource } from './icu-zones.ts';
import { isTzFile, readTzFile, type TzFile } from './tz-file.ts';

/** The folder in which systems have their time zones. */
export const systemZones = '/usr/share/zoneinfo';

/** The release of tzdata in a folder, `2026c`; undefined where none is stated. Linux has the first file, macOS the second. */
export function zoneRelease(folder: string): string | undefined {
  const [, release] = /^# version (\d{4}\w*)/.exec(beginOf(folder, 'tzdata.zi')) ?? [];
  return release ?? /^\d{4}\w*/.exec(beginOf(folder, '+VERSION'))?.[0];
}

/** Reads a folder of compiled zones. Throws where it names no release, and where a zone is damaged. */
export function readZoneFolder(folder: string): ZoneSource {
  const release = zoneRelease(folder);
  if (release === undefined) {
    throw new Error(`${folder} has neither a tzdata.zi nor a +VERSION file that states the release of its time zones.`);
  }
  const zones = new Map<string, TzFile>();
  const byContent = new Map<string, TzFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    // The folder may also hold copies of all zones: posix, right, posixrules.
    if (!/^[A-Z]/.test(name) || !statSync(file).isFile()) continue;
    const content = readFileSync(file);
    if (!isTzFile(content)) continue;
    const key = content.toString('latin1');
    const zone = byContent.get(key) ?? readTzFile(content);
    byContent.set(key, zone);
    zones.set(name, zone);
  }
  // A system may leave out files of former names, which tzdata.zi links to present ones.
  for (const [, target = '', name = ''] of textOf(folder, 'tzdata.zi').matchAll(/^L (\S+) (\S+)$/gm)) {
    const zone = zones.get(target);
    if (zone && !zones.has(name)) zones.set(name, zone);
  }
  const rows = textOf(folder, 'zone.tab').matchAll(/^([A-Z]{2})\t\S+\t(\S+)/gm);
  return { release, zones, countries: new Map([...rows].map(([, country = '', name = '']) => [name, country])) };
}

/** Returns an empty text for a missing file. */
function textOf(folder: string, name: string): string {
  try {
    return readFileSync(path.join(folder, name), 'utf8');
  } catch {
    return '';
  }
}

function beginOf(folder: string, name: string): string {
  try {
    const file = openSync(path.join(folder, name), 'r');
    try {
      const bytes = Buffer.alloc(64);
      return bytes.toString('utf8', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
