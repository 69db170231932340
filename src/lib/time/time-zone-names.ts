/**
 * Zones that ICU, and so Node and Chromium, list by a former name: the CLDR never renames an identifier. The right side is the
 * current name in tzdata, from its zone.tab; a test compares the table with the zone.tab of the system.
 */
export const presentZoneNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/**
 * The current name of a zone, which people see and choose, whatever case its letters are in. The API stores and returns the name that
 * it was sent.
 */
export function presentZoneName(timeZone: string): string {
  return presentZoneNames[timeZone] ?? byLetters.get(timeZone.toLowerCase()) ?? timeZone;
}

const byLetters = new Map(
  [...Intl.supportedValuesOf('timeZone'), ...Object.entries(presentZoneNames).flat()].map((name) => [
    name.toLowerCase(),
    presentZoneNames[name] ?? name,
  ]),
);

/** The display name of a zone: its current name, with spaces. */
export function readableZoneName(timeZone: string): string {
  return presentZoneName(timeZone).replaceAll('_', ' ');
}

/** The names of all zones, to choose from. Browsers list them by present or by former names. */
export const timeZones: readonly string[] = [
  'UTC',
  ...[...new Set(Intl.supportedValuesOf('timeZone').map(presentZoneName))].filter((zone) => zone !== 'UTC').sort(),
];

/** An option of a list: the zone, and a label by which somebody who types a name finds it. */
export interface ZoneChoice {
  readonly timeZone: string;
  readonly label: string;
  /** True if the label begins with the former name. */
  readonly isFormer: boolean;
}

/**
 * The options of a native list. A browser compares the typed text with the beginning of their labels, so each begins with the
 * city: `Kyiv · Europe/Kyiv`. A renamed city also has an option for its former name: `Kiev · Europe/Kyiv`.
 */
export function zoneChoices(zones: Iterable<string>): ZoneChoice[] {
  const choices = [...new Set([...zones].map(presentZoneName))].flatMap((timeZone) => {
    const former = formerNames.get(timeZone) ?? timeZone;
    const labels = new Set([labelOf(timeZone, timeZone), labelOf(former, timeZone)]);
    return [...labels].map((label, index) => ({ timeZone, label, isFormer: index > 0 }));
  });
  return choices.sort((one, other) => (one.label < other.label ? -1 : 1));
}

/** The names of a zone that a search compares with the typed text. */
export function searchedZoneNames(timeZone: string): string {
  return `${timeZone} ${formerNames.get(timeZone) ?? ''}`.replaceAll('_', ' ').toLowerCase();
}

const formerNames = new Map(Object.entries(presentZoneNames).map(([former, present]) => [present, former]));

function labelOf(name: string, timeZone: string): string {
  const city = name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return name.includes('/') ? `${city} · ${readableZoneName(timeZone)}` : city;
}
