import {
  callingCode,
  countryOfLanguage,
  examplePhone,
  isPhoneCountry,
  regionOfZone,
} from '#src/domain/contacts/phone-countries.ts';
import { type PhoneProblem, type PhoneReading, readPhone } from '#src/domain/contacts/phone-reading.ts';
import type { BookingPageEvent } from '#src/domain/event-calls/public-booking.ts';
import { type FormField, isPhone, typedIn } from './fields.ts';
import type { Formats } from './formats.ts';
import type { Params } from './params.ts';
import type { Texts } from './texts/texts.ts';
import type { Visitor } from './visitor.ts';

/** The name of the list of countries beside a number. An empty value stands for the guessed country. */
export const countryName = ({ name }: Pick<FormField, 'name'>) => `${name}.country`;

/** The name of the hidden input with the number that the visitor has seen in its international form. */
export const shownName = ({ name }: Pick<FormField, 'name'>) => `${name}.shown`;

/** A phone number of a form. */
export interface TypedPhone {
  /** The country that the list shows: that of the number if it has a country code, or else the chosen or the guessed one. */
  readonly country: string;
  /** The likely countries, most likely first. The first one is guessed until another is chosen. */
  readonly likely: readonly string[];
  /** True if the list has all countries without a script, and not only the likely ones. */
  readonly listsAll: boolean;
  /** Undefined for an empty field, and for a text that is no number. */
  readonly reading?: PhoneReading | undefined;
  readonly problem?: PhoneProblem | undefined;
  /** True if the number must be shown in its international form before it is sent. */
  readonly awaitsCheck: boolean;
}

/** The phone numbers of a form by input name. */
export type TypedPhones = ReadonlyMap<string, TypedPhone>;

interface Visit {
  readonly event: Pick<BookingPageEvent, 'timeZone'>;
  readonly visitor: Visitor;
  readonly formats: Formats;
}

interface Form extends Visit {
  readonly fields: readonly FormField[];
  readonly params: Params;
}

export function phonesOf({ fields, params, ...visit }: Form): TypedPhones {
  const likely = likelyCountries(visit);
  return new Map(
    fields.filter(isPhone).map((field, index) => {
      // A list of all countries takes 11 kB, so that a page has one, unless a visitor requests more.
      const listsAll = index === 0 || params.showsAllCountries;
      return [field.name, { ...phoneIn(field, params.all, likely), likely, listsAll }];
    }),
  );
}

/** The countries of the page's zone, of the browser's regions, of the workspace, of the event and of the browser's languages. */
function likelyCountries({ visitor, formats, event }: Visit): string[] {
  const { regions, languages, language } = visitor;
  const candidates = [
    ...[regionOfZone(formats.timeZone), ...regions, visitor.brand?.country ?? undefined, regionOfZone(event.timeZone)],
    ...[...languages, language].map(countryOfLanguage),
  ];
  return [...new Set(candidates)].filter((each) => each !== undefined && isPhoneCountry(each)) as string[];
}

type Read = Omit<TypedPhone, 'likely' | 'listsAll'>;

function phoneIn(field: FormField, typed: URLSearchParams, likely: readonly string[]): Read {
  const last = (name: string) => typed.getAll(name).at(-1) ?? '';
  const chosen = isPhoneCountry(last(countryName(field))) ? last(countryName(field)) : undefined;
  const [guessed = 'US'] = likely;
  const country = chosen ?? guessed;
  const [value] = typedIn(field, typed);
  if (value === undefined) return { country, awaitsCheck: false };
  const read = readPhone(value, { chosen, likely });
  if ('problem' in read) return { country, problem: read.problem, awaitsCheck: false };
  const awaitsCheck = !read.isInternational && last(shownName(field)) !== read.number;
  return { country: listedCountry(read, country), reading: read, awaitsCheck };
}

/** Countries that share a code also share the way to write numbers: the list stays at the chosen one of them. */
function listedCountry({ country, isInternational }: PhoneReading, chosen: string): string {
  if (country === undefined) return chosen;
  return !isInternational && callingCode(country) === callingCode(chosen) ? chosen : country;
}

/** The error of a text that is no number. */
export function phoneProblemText({ problem, country }: TypedPhone, texts: Texts): string {
  return problem === 'extension' ? texts.phoneExtension : texts.phoneError(examplePhone(country));
}
