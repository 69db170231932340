import type { Context as KoaContext } from 'koa';
import { weekdays } from '#src/domain/availabilities/availability.ts';
import { type HourFormat, isLanguage, type Language, withHours } from '#src/domain/languages/language.ts';
import type { Brand } from '#src/domain/workspaces/brand.ts';
import { firstWeekday, zonesOfRegion } from '#src/lib/time/locale-facts.ts';
import { presentZoneName } from '#src/lib/time/time-zone-names.ts';
import { isTimeZone } from '#src/lib/time/time-zones.ts';
import { texts } from './texts/by-language.ts';
import type { Texts } from './texts/texts.ts';

/** The language of a page, and its format of dates and hours. */
export interface Visitor {
  readonly language: Language;
  /** The language with the browser's region: `en-US` and `en-GB` format hours differently. */
  readonly locale: string;
  /** The first column of a month, 0 for Monday to 6 for Sunday. */
  readonly firstColumn: number;
  /** The brand of the workspace; undefined on a page that is of no workspace. */
  readonly brand: Brand | undefined;
  /** The regions that the browser names, by preference. */
  readonly regions: readonly string[];
  /** The languages that the browser names, by preference, with those that have no texts. */
  readonly languages: readonly string[];
  readonly texts: Texts;
}

/** What the URL or the form says of language and hours; null for nothing. */
interface Choice {
  readonly lang: string | null;
  readonly hours: HourFormat | null;
}

/** Chooses the language of `lang`, else the first supported one of the browser, else that of the workspace, else English. */
export function visitorOf(koa: KoaContext, { lang, hours }: Choice, brand?: Brand): Visitor {
  const accepted = acceptedTags(koa);
  const requested = lang?.toLowerCase().slice(0, 2) ?? '';
  const known = accepted.find(({ language }) => isLanguage(language))?.language;
  const language = [requested, known, brand?.language, 'en'].find((each) => each && isLanguage(each)) as Language;
  const region = accepted.find((tag) => tag.language === language && tag.region !== undefined)?.region;
  const spoken = region === undefined ? language : `${language}-${region}`;
  return {
    language,
    locale: withHours(spoken, hours ?? brand?.hourFormat ?? null),
    firstColumn: brand?.firstWeekday ? weekdays.indexOf(brand.firstWeekday) : firstWeekday(spoken),
    brand,
    regions: accepted.flatMap((tag) => tag.region ?? []),
    languages: accepted.map((tag) => tag.language).filter((each) => each !== ''),
    texts: texts[language],
  };
}

interface Tag {
  readonly language: string;
  readonly region: string | undefined;
}

const maxTags = 10;

function acceptedTags(koa: KoaContext): Tag[] {
  const accepted = koa.get('Accept-Language').length > 500 ? [] : koa.acceptsLanguages();
  return accepted.slice(0, maxTags).map((tag) => {
    const [, language = '', region] = /^([a-z]{2})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-|$)/i.exec(tag) ?? [];
    return { language: language.toLowerCase(), region: region?.toUpperCase() };
  });
}

/** The zone of times, by its current name: the requested one, else the only zone of the browser's region, else the event's. */
export function zoneOf(
  requested: string | null,
  { regions }: Pick<Visitor, 'regions'>,
  ofEvent: string,
): { readonly timeZone: string; readonly isChosen: boolean; readonly isUnknown: boolean } {
  const isChosen = requested !== null && requested.length <= 64 && isTimeZone(requested);
  if (isChosen) return { timeZone: presentZoneName(requested), isChosen, isUnknown: false };
  const timeZone = regions.map(zoneOfRegion).find((zone) => zone !== undefined) ?? ofEvent;
  return { timeZone: presentZoneName(timeZone), isChosen, isUnknown: requested !== null && requested !== '' };
}

const zones = new Map<string, string | undefined>();

/** The zone of a country whose clocks all show the same time. The cache is small: there are fewer than 700 two-letter codes. */
function zoneOfRegion(region: string): string | undefined {
  if (!zones.has(region)) zones.set(region, commonZone(zonesOfRegion(region)));
  return zones.get(region);
}

function commonZone(candidates: readonly string[]): string | undefined {
  const hours = new Set(candidates.map((timeZone) => yearOf(timeZone)));
  return hours.size === 1 ? candidates[0] : undefined;
}

/** The offsets of a zone in each month of this year, as text. */
function yearOf(timeZone: string): string {
  const now = Temporal.Now.instant().toZonedDateTimeISO(timeZone);
  return Array.from({ length: 12 }, (_, months) => now.add({ months }).offset).join();
}
