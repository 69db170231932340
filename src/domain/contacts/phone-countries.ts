import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { zonesOfRegion } from '#src/lib/time/locale-facts.ts';

/** ISO 3166-1 alpha-2 codes of the countries that have phone numbers. */
export const phoneCountries: readonly string[] = getCountries();

export const isPhoneCountry = (code: string): boolean => isSupportedCountry(code);

/** `49` for DE. */
export const callingCode = (country: string): string => getCountryCallingCode(country as CountryCode);

/**
 * The country of a number in E.164. Countries share codes, such as +1 and +7: the number decides. If none of them seems to have
 * it, it is of the largest. Undefined for a number that no country has, such as those of satellites.
 */
export function phoneCountryOf(number: string): string | undefined {
  const phone = parsePhoneNumberFromString(number);
  return phone?.country ?? phone?.getPossibleCountries()[0];
}

/** A number in E.164 as people read it: `+1 202 555 0123`. */
export function internationalPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}

/** A number as people of the country write it. */
export function examplePhone(country: string): string {
  return exampleOf(country as CountryCode)?.formatNational() ?? '';
}

/** True if people write a zero before national numbers that is not dialled after the country code. */
export function hasTrunkZero(country: CountryCode): boolean {
  const example = exampleOf(country);
  return example?.formatNational().startsWith('0') === true && !example.nationalNumber.startsWith('0');
}

const exampleOf = (country: CountryCode) => getExampleNumber(country, examples);

/** The likely country of a language without a region: that of most of its speakers. */
export function countryOfLanguage(language: string): string | undefined {
  const { region } = new Intl.Locale(language).maximize();
  return region !== undefined && isSupportedCountry(region) ? region : undefined;
}

let regions: ReadonlyMap<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a time zone's country; undefined for a zone without a country, such as UTC. */
export function regionOfZone(timeZone: string): string | undefined {
  regions ??= new Map(phoneCountries.flatMap((region) => zonesOfRegion(region).map((zone) => [nameOf(zone), region])));
  return regions.get(nameOf(timeZone));
}

const zoneNames = new Map<string, string>();

/** A zone has several names: `Asia/Kolkata` is `Asia/Calcutta`. */
function nameOf(timeZone: string): string {
  const known = zoneNames.get(timeZone);
  if (known !== undefined) return known;
  const name = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  zoneNames.set(timeZone, name);
  return name;
}
