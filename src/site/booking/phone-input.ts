import { callingCode, phoneCountries } from '#src/domain/contacts/phone-countries.ts';
import type { Language } from '#src/domain/languages/language.ts';
import { type Html, type HtmlPart, html } from '#src/lib/html.ts';
import type { FormField } from './fields.ts';
import type { TypedPhone, TypedPhones } from './phones.ts';
import { countryName, shownName } from './phones.ts';
import type { Texts } from './texts/texts.ts';

interface Countries {
  readonly phone: TypedPhone;
  readonly language: Language;
  readonly texts: Texts;
}

/**
 * The input of a number behind the list of its countries. The closed list shows only `US +1`, in an element above it that the
 * styles hide as soon as another country is chosen.
 */
export function withCountry(field: FormField, input: Html, { phone, language, texts }: Countries): Html {
  const { country, likely, listsAll } = phone;
  const { names, options } = countriesIn(language);
  const first = [...new Set([...likely, country])].map((each) => {
    const isGuess = each === likely[0];
    return html`<option value="${isGuess ? '' : each}"${each === country && html` selected`}>${names.get(each)}</option>\n`;
  });
  const name = countryName(field);
  return html`<div class="phone" dir="ltr"><span class="country"><select class="input" id="${name}" name="${name}" aria-label="${texts.phoneCountry}" autocomplete="off">
${first}${listsAll && html`<hr>\n${options}`}</select><span aria-hidden="true">${country} +${callingCode(country)}</span></span>${input}</div>`;
}

/** A page without script has one list of all countries. This button adds them to the others. */
export function allCountriesButton(phones: TypedPhones, texts: Texts): HtmlPart {
  if ([...phones.values()].every(({ listsAll }) => listsAll)) return undefined;
  return html`<noscript><button class="button" name="show" value="countries">${texts.allCountries}</button></noscript>`;
}

/** Shows a number in its international form, and says that it was shown. */
export function phoneNote(field: FormField, { reading }: TypedPhone, texts: Texts): HtmlPart {
  if (!reading || reading.isInternational) return undefined;
  return html`<p class="note" id="${field.name}-read" role="status">${texts.phoneRead(reading.international)}<input type="hidden" name="${shownName(field)}" value="${reading.number}"></p>`;
}

interface CountryList {
  /** The name with the calling code, by country. */
  readonly names: ReadonlyMap<string, string>;
  /** The options of all countries, by name. */
  readonly options: Html;
}

/** Sorting the names takes longer than the rest of a page. */
const known = new Map<Language, CountryList>();

function countriesIn(language: Language): CountryList {
  const list = known.get(language) ?? listOf(language);
  known.set(language, list);
  return list;
}

function listOf(language: Language): CountryList {
  const long = new Intl.DisplayNames(language, { type: 'region' });
  const short = new Intl.DisplayNames(language, { type: 'region', style: 'short' });
  // People look for “Hong Kong” rather than “Hong Kong SAR China”, but for “United States” rather than “US”.
  const nameOf = (country: string) => (country === 'GB' || country === 'US' ? long : short).of(country) ?? country;
  const named = phoneCountries.map((each) => [each, nameOf(each)] as const);
  const { compare } = new Intl.Collator(language);
  const sorted = named.sort(([, one], [, other]) => compare(one, other));
  const names = sorted.map(
    ([country, name]) => [country, `${name} ${leftToRight(name)}+${callingCode(country)}`] as const,
  );
  const options = names.map(([country, name]) => html`<option value="${country}">${name}</option>\n`);
  return { names: new Map(names), options: html`${options}` };
}

/** Without this mark, the plus of a code after a name in Arabic or Hebrew would be shown behind the code. */
function leftToRight(name: string): string {
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(name) ? '\u200e' : '';
}
