import type { Log } from '../log.ts';
import { systemZones, zoneRelease } from './zoneinfo-folder.ts';

/** The releases of tzdata, such as `2026c`. */
export interface ZoneReleases {
  /** The release that the process uses: that of Node, or that of ICU_TIMEZONE_FILES_DIR. */
  readonly inUse: string;
  /** The release of the system, if it is later. */
  readonly later: string | undefined;
}

export function zoneReleases(folder: string = systemZones): ZoneReleases {
  const inUse = process.versions.tz ?? '';
  const ofSystem = zoneRelease(folder);
  // A release is named by its year and a letter, so names can be compared.
  return { inUse, later: ofSystem !== undefined && ofSystem > inUse ? ofSystem : undefined };
}

/** The warning for an operator whose system has later zones; undefined if it has not. */
export function oldZonesText({ inUse, later }: ZoneReleases): string | undefined {
  return later === undefined
    ? undefined
    : `Time zones are from tzdata ${inUse}, but the system has ${later}: if a country has changed its clock since, available times, pages and emails are wrong by an hour. Write the system's time zones to a folder with npm run -s cli -- time-zones write --to <folder>, set ICU_TIMEZONE_FILES_DIR to it, and restart.`;
}

/** Logs the release at the start of a serving process. */
export function logTimeZones(log: Log): void {
  const releases = zoneReleases();
  const old = oldZonesText(releases);
  if (old !== undefined) log.warn({ tzdata: releases.inUse, later: releases.later }, old);
  else log.info({ tzdata: releases.inUse }, 'time zones');
}
