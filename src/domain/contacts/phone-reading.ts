import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { phoneCountries } from '#src/domain/events/lead-input.ts';
import { dialledNumber } from '#src/lib/network/phone-number.ts';
import { zonesOfRegion } from '#src/lib/time/locale-facts.ts';

/** A number that was typed without the code of its country. */
export interface ReadNumber {
  /** E.164. */
  readonly number: string;
  /** As people of other countries write it: `+1 202 555 0123`. */
  readonly international: string;
}

/**
 * A number as people of its country write it, such as `(202) 555-0123`: that of the first of these regions that has such numbers.
 * Undefined for a number with the code of its country, which needs no reading, and where no region has such numbers.
 */
export function readNationalNumber(typed: string, regions: readonly string[]): ReadNumber | undefined {
  const digits = dialledNumber(typed);
  if (!/^\d{3,15}$/.test(digits)) return undefined;
  for (const region of regions.filter((each): each is CountryCode => isSupportedCountry(each))) {
    const read = parsePhoneNumberFromString(digits, region);
    if (read?.isValid()) return { number: read.number, international: read.formatInternational() };
  }
  return undefined;
}

let regions: ReadonlyMap<string, string> | undefined;

/** The country of a time zone, by its ISO 3166-1 alpha-2 code; undefined for a zone of no country, such as UTC. */
export function regionOfZone(timeZone: string): string | undefined {
  regions ??= new Map(phoneCountries.flatMap((region) => zonesOfRegion(region).map((zone) => [nameOf(zone), region])));
  return regions.get(nameOf(timeZone));
}

/** A zone has several names: `Asia/Kolkata` is `Asia/Calcutta`. */
function nameOf(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}
