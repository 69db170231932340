import type { Log } from '../log.ts';
import { systemZones, zoneRelease } from './zoneinfo-folder.ts';

/** The releases of tzdata, such as `2026c`. */
export interface ZoneReleases {
  /** By this one the process computes: that of Node, or that of ICU_TIMEZONE_FILES_DIR. */
  readonly inUse: string;
  /** The release of the system, if it is later. */
  readonly later: string | undefined;
}

export function zoneReleases(folder: string = systemZones): ZoneReleases {
  const inUse = process.versions.tz ?? '';
  const ofSystem = zoneRelease(folder);
  // The year, and a letter for each release of it.
  return { inUse, later: ofSystem !== undefined && ofSystem > inUse ? ofSystem : undefined };
}

/** What an operator reads where the system is ahead; undefined where it is not. */
export function oldZonesText({ inUse, later }: ZoneReleases): string | undefined {
  return later === undefined
    ? undefined
    : `Time zones are those of tzdata ${inUse}, and the system has ${later}: where a country has changed its clock since, open times, pages and mails are wrong by an hour. Write the zones of the system to a folder with npm run -s cli -- time-zones write --to <folder>, set ICU_TIMEZONE_FILES_DIR to it, and restart.`;
}

/** At the start of a process that serves. */
export function logTimeZones(log: Log): void {
  const releases = zoneReleases();
  const old = oldZonesText(releases);
  if (old !== undefined) log.warn({ tzdata: releases.inUse, later: releases.later }, old);
  else log.info({ tzdata: releases.inUse }, 'time zones');
}
