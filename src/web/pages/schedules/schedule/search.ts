import { presentZoneName, timeZones } from '#src/lib/time/time-zone-names.ts';
import { idOf } from '../../../kit/filters/search.ts';

/** What the address of a schedule says: how the coming fortnight is shown. */
export interface ScheduleSearch {
  /** The zone of the clock. */
  readonly zone?: string | undefined;
  /** The event whose open times are shown. */
  readonly event?: number | undefined;
}

export function scheduleSearch({ zone, event }: Readonly<Record<string, unknown>>): ScheduleSearch {
  const present = typeof zone === 'string' ? presentZoneName(zone) : undefined;
  return { zone: timeZones.find((name) => name === present), event: idOf(event) };
}
