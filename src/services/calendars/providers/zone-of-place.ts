import { isTimeZone } from '#src/lib/time/time-zones.ts';

/** Servers name UTC for a calendar without a place: then the member's zone is better for whole days. */
export function isZoneOfPlace(name: string | null): name is string {
  return name !== null && isTimeZone(name) && !/^(?:Etc\/)?(?:UTC|UCT|GMT|Greenwich|Universal|Zulu)/i.test(name);
}
