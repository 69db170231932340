import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { phoneCountries } from '#src/domain/events/lead-input.ts';
import { dialledNumber } from '#src/lib/network/phone-number.ts';
import { zonesOfRegion } from '#src/lib/time/locale-facts.ts';

/** A number that was typed without a country code. */
export interface ReadNumber {
  /** E.164. */
  readonly number: string;
  /** The international format: `+1 202 555 0123`. */
  readonly international: string;
}

/**
 * Reads a national number, such as `(202) 555-0123`, in the first of these regions where it is valid. Undefined if it is valid
 * in none of them, or has a country code.
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

/** The ISO 3166-1 alpha-2 code of a time zone's country; undefined for a zone without a country, such as UTC. */
export function regionOfZone(timeZone: string): string | undefined {
  regions ??= new Map(phoneCountries.flatMap((region) => zonesOfRegion(region).map((zone) => [nameOf(zone), region])));
  return regions.get(nameOf(timeZone));
}

/** A zone has several names: `Asia/Kolkata` is `Asia/Calcutta`. */
function nameOf(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}
