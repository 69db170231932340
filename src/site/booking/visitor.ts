import type { Context as KoaContext } from 'koa';
import { isLanguage, type Language } from '#src/domain/languages/language.ts';
import { zonesOfRegion } from '#src/lib/time/locale-facts.ts';
import { presentZoneName } from '#src/lib/time/time-zone-names.ts';
import { isTimeZone } from '#src/lib/time/time-zones.ts';
import { texts } from './texts/by-language.ts';
import type { Texts } from './texts/texts.ts';

/** The language of a page, and its format of dates and hours. */
export interface Visitor {
  readonly language: Language;
  /** The language with the browser's region: `en-US` and `en-GB` format hours differently. */
  readonly locale: string;
  /** The regions that the browser names, by preference. */
  readonly regions: readonly string[];
  readonly texts: Texts;
}

/** Chooses the language of `lang`, else the first supported one of the browser, else `otherwise`. */
export function visitorOf(koa: KoaContext, lang: string | null, otherwise: Language = 'en'): Visitor {
  const accepted = acceptedTags(koa);
  const requested = lang?.toLowerCase().slice(0, 2) ?? '';
  const known = accepted.find(({ language }) => isLanguage(language))?.language;
  const language = [requested, known, otherwise].find((each) => each !== undefined && isLanguage(each)) as Language;
  const region = accepted.find((tag) => tag.language === language && tag.region !== undefined)?.region;
  return {
    language,
    locale: region === undefined ? language : `${language}-${region}`,
    regions: accepted.flatMap((tag) => tag.region ?? []),
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
