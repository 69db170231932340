import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { dialledNumber, phoneForm, typedNumber } from '#src/lib/network/phone-number.ts';
import { hasTrunkZero, phoneCountryOf } from './phone-countries.ts';

/** A phone number as it was understood. */
export interface PhoneReading {
  /** E.164. */
  readonly number: string;
  /** The international format: `+1 202 555 0123`. */
  readonly international: string;
  /** The ISO 3166-1 alpha-2 code of its country; undefined for a number that no country has, such as those of satellites. */
  readonly country: string | undefined;
  /** True if it was typed with the code of its country and is used as it was typed: there is nothing to check. */
  readonly isInternational: boolean;
}

/** The reason why a text is no number: it has an extension, or it is too short, too long or has letters. */
export type PhoneProblem = 'extension' | 'impossible';

interface Countries {
  /** The country that its writer chose. */
  readonly chosen: string | undefined;
  /** The countries that it may be of otherwise, most likely first. */
  readonly likely: readonly string[];
}

/**
 * Reads a number as people of its country write it. A number without a country code is one of the chosen country if it has the
 * length of one, or else of the first likely country where it is valid. Tables of numbering plans are never up to date, so a
 * number of the right length is read although its country does not seem to have it.
 */
export function readPhone(typed: string, { chosen, likely }: Countries): PhoneReading | { problem: PhoneProblem } {
  const text = withoutLabel(typed);
  const countries = [...new Set([...(chosen === undefined ? [] : [chosen]), ...likely])].filter(isCountry);
  const entered = dialledNumber(text);
  const dialled = withDialledLetters(entered, countries[0]);
  if (/^\+?\d{4,}[^\d+]+\d{1,7}#?$/.test(dialled)) return { problem: 'extension' };
  if (!/^\+?\d{2,20}$/.test(dialled)) return { problem: 'impossible' };
  const candidates = [
    ...internationalNumber(dialled),
    ...countries.flatMap((each) => nationalNumbers(text, dialled, each)),
  ];
  const own = candidates.filter(({ country }) => country === undefined || country === countries[0]);
  const [valid, possible, others] = [own.find(isValid), own.find(isPossible), candidates.find(isValid)];
  const read = valid ?? (chosen === undefined ? (others ?? possible) : (possible ?? others));
  if (read) return { ...readingOf(read), isInternational: read.isInternational && dialled === entered };
  if (!phoneForm.test(dialled)) return { problem: 'impossible' };
  return { number: dialled, international: dialled, country: phoneCountryOf(dialled), isInternational: true };
}

/** The number alone, without a label as in `Tel.: 030 …`, and without the placeholder of a carrier as in `(0xx11) …`. */
function withoutLabel(typed: string): string {
  const number = typed.replace(/^(?!tel:)[\p{L}\p{M}\s]{1,12}[.:]+\s*(?=[+(\p{Nd}])/iu, '');
  return number.replace(/^(\(?0)xx/i, '$1');
}

/** A way to read a text. */
interface Candidate {
  readonly phone: PhoneNumber;
  /** The country in which it was read as a national number; undefined if the text has a country code. */
  readonly country: CountryCode | undefined;
  readonly isInternational: boolean;
}

const isCountry = (code: string): code is CountryCode => isSupportedCountry(code);
const isValid = ({ phone }: Candidate) => phone.isValid();
const isPossible = ({ phone }: Candidate) => phone.isPossible();

function internationalNumber(dialled: string): Candidate[] {
  const phone = dialled.startsWith('+') && parsePhoneNumberFromString(withoutRetiredPrefix(dialled));
  return phone ? [{ phone, country: undefined, isInternational: phone.number === dialled }] : [];
}

function nationalNumbers(text: string, dialled: string, country: CountryCode): Candidate[] {
  const typed = dialled.startsWith('+') ? typedNumber(text) : dialled;
  if (typed.startsWith('+')) return [];
  const code = getCountryCallingCode(country);
  // `49 (0) 176 …` or `49 176 …`, in a country that writes a zero before its national numbers.
  const hasCode = typed.startsWith(code) && (/\(\s*0\s*\)/.test(text) || hasTrunkZero(country));
  const coded = hasCode ? parsePhoneNumberFromString(dialledNumber(`+${text}`)) : undefined;
  const ways = [typed, typed.replace(retiredPrefixes[country] ?? /^$/, '')];
  const phones = ways.map((each) => parsePhoneNumberFromString(each, country));
  return [coded?.isValid() && coded, phones.find((each) => each?.isValid()) ?? phones[0]].flatMap((each) => {
    if (!each) return [];
    // The parser keeps the zero of a number that is too short for its country, such as 0171 in Germany.
    if (!each.isValid() && each.nationalNumber.startsWith('0') && hasTrunkZero(country)) return [];
    // The parser has removed the exit code of the country, such as 011, from a number of another country.
    const isInternational = each.countryCallingCode !== code;
    return [{ phone: each, country: isInternational ? undefined : country, isInternational }];
  });
}

/** Prefixes that are no longer dialled, and that many people still write. */
const retiredPrefixes: Partial<Record<CountryCode, RegExp>> = {
  MX: /^(?:01|04[45]|1)(?=\d{10}$)/,
  PL: /^0/,
  ...Object.fromEntries(['AM', 'AZ', 'GE', 'KG', 'MD', 'TJ', 'UA', 'UZ'].map((each) => [each, /^8/])),
};

/** Mexican mobile numbers had a 1 after the country code until 2019. */
function withoutRetiredPrefix(dialled: string): string {
  return dialled.replace(/^\+521(?=\d{10}$)/, '+52');
}

/** In North America, letters stand for the digits of the keys that they are printed on: `1-800-FLOWERS`. */
function withDialledLetters(dialled: string, country: CountryCode | undefined): string {
  const isNorthAmerican = /^\+?1/.test(dialled) || (country && getCountryCallingCode(country) === '1');
  if (!isNorthAmerican || !/^(?:\+?1)?(?=\w{10}$)[2-9]\d\d\d*[a-z]{3,}$/i.test(dialled)) return dialled;
  const keys = '22233344455566677778889999';
  return dialled.toLowerCase().replace(/[a-z]/g, (letter) => keys.charAt(letter.charCodeAt(0) - 'a'.charCodeAt(0)));
}

function readingOf({ phone }: Candidate): Omit<PhoneReading, 'isInternational'> {
  const { number } = phone;
  return { number, international: phone.formatInternational(), country: phoneCountryOf(number) };
}
