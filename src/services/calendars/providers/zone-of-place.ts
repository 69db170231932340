import { isTimeZone } from '#src/lib/time/time-zones.ts';

/** Servers name UTC where their calendar is of no place: the zone of the member is better for whole days. */
export function isZoneOfPlace(name: string | null): name is string {
  return name !== null && isTimeZone(name) && !/^(?:Etc\/)?(?:UTC|UCT|GMT|Greenwich|Universal|Zulu)/i.test(name);
}
