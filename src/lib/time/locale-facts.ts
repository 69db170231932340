// Facts of a locale that TypeScript does not know of yet.
declare global {
  namespace Intl {
    interface Locale {
      getTimeZones(): string[] | undefined;
      getWeekInfo(): { readonly firstDay: number };
    }
  }
}

/** The time zones of a country, by its ISO 3166-1 alpha-2 code; none for a code that is no country. */
export function zonesOfRegion(region: string): readonly string[] {
  return new Intl.Locale(`und-${region}`).getTimeZones() ?? [];
}

/** The first day of a week, 0 for Monday to 6 for Sunday. */
export function firstWeekday(locale: string): number {
  return new Intl.Locale(locale).getWeekInfo().firstDay - 1;
}
