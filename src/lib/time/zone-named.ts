import { findIana } from 'windows-iana';
import { isTimeZone } from './time-zones.ts';

/**
 * The zone that a name of another program means: one of the zone database, or an offset such as `+02:00`. Undefined if the name
 * has no meaning or several, such as `Customized Time Zone`, `PST`, or `GMT+2`, which may be east or west.
 */
export function zoneNamed(text: string): string | undefined {
  const name = text.trim();
  return clearZoneNamed(name) ?? (isTimeZone(name) ? name : undefined);
}

/** The same, except for abbreviations such as `EST`, which calendars also use for zones of their own. */
export function clearZoneNamed(text: string): string | undefined {
  const name = text.trim();
  // Exchange gives zones without a definition these names: tzone://Microsoft/Utc, tzone://Microsoft/Custom.
  if (/^(?:(?:tzone:\/\/microsoft\/)?utc|coordinated universal time)$/i.test(name)) return 'UTC';
  const [, sign, hours = '', minutes = '00'] = /^(?:UTC|GMT)?([+-])(\d\d):?([0-5]\d)$/i.exec(name) ?? [];
  if (sign !== undefined && Number(hours) < 24) return `${sign}${hours}:${minutes}`;
  const known = placeAtEnd(name) ?? findIana(name)[0];
  return known ?? (isTimeZone(name) && !/^[A-Z]{3,4}$/i.test(name) ? name : undefined);
}

/** A zone of the database, also at the end of a path as some programs write it: `/mozilla.org/20050126_1/Europe/Berlin`. */
function placeAtEnd(name: string): string | undefined {
  const parts = name.split('/').filter((part) => part !== '');
  return [3, 2]
    .map((length) => (parts.length >= length ? parts.slice(-length).join('/') : ''))
    .find((each) => each !== '' && isTimeZone(each));
}
