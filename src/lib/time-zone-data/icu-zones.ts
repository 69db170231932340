import { isDeepStrictEqual } from 'node:util';
import { presentZoneName, presentZoneNames, timeZones } from '../time/time-zone-names.ts';
import { type Resource, resourceBundle } from './resource-bundle.ts';
import type { Transition, TzFile } from './tz-file.ts';
import { changesOf, icuRule, readYearlyRule, type YearlyRule } from './yearly-rule.ts';

/** A release of tzdata as a folder such as /usr/share/zoneinfo holds it. */
export interface ZoneSource {
  readonly release: string;
  /** The zones by name. Names that link to one zone have the same object. */
  readonly zones: ReadonlyMap<string, TzFile>;
  /** The countries by zone name, from zone.tab. */
  readonly countries: ReadonlyMap<string, string>;
}

/**
 * The file `zoneinfo64.res`, from which ICU reads all clocks: Intl, Temporal and Date. It holds the transitions of each zone,
 * and a rule with the year from which the rule determines them.
 */
export function icuZones({ release, zones, countries }: ZoneSource): Buffer {
  const files = new Map([...zones, ['Etc/Unknown', requireZone(zones, 'UTC')]]);
  for (const name of timeZones) requireZone(zones, name);
  // ICU needs the names by which it lists zones, and a system may have only the current ones.
  for (const [former, present] of Object.entries(presentZoneNames)) files.set(former, requireZone(zones, present));
  const names = [...files.keys()].sort();
  const rules: Rules = new Map();
  const tables = new Map<TzFile, Resource>();
  const tableOf = (file: TzFile): Resource => {
    const table = tables.get(file) ?? zoneTable(file, rules);
    tables.set(file, table);
    return table;
  };
  const items = names.map((name) => tableOf(files.get(name) as TzFile));
  const ruleList = [...rules.values()].map(({ name, values }): [string, Resource] => [
    name,
    { kind: 'integers', values },
  ]);
  return resourceBundle(
    table({
      TZVersion: text(release),
      Zones: { kind: 'array', items },
      Names: { kind: 'strings', texts: names },
      Rules: table(Object.fromEntries(ruleList)),
      Regions: { kind: 'strings', texts: names.map((name) => countries.get(presentZoneName(name)) ?? '001') },
    }),
  );
}

function requireZone(zones: ZoneSource['zones'], name: string): TzFile {
  const zone = zones.get(name);
  if (!zone) throw new Error(`The time zones do not include ${name}, which Node needs. Install the complete tzdata.`);
  return zone;
}

const table = (entries: Record<string, Resource>): Resource => ({ kind: 'table', entries });
const text = (value: string): Resource => ({ kind: 'string', text: value });
const integer = (value: number): Resource => ({ kind: 'integer', value });

/** The rules by their numbers. */
type Rules = Map<string, { readonly name: string; readonly values: readonly number[] }>;

/** The standard offset of a clock in seconds, and what summer time adds to it. */
type Offsets = `${number} ${number}`;

function zoneTable({ transitions, rule: posix }: TzFile, rules: Rules): Resource {
  const rule = readYearlyRule(posix);
  const values = rule && icuRule(rule);
  const { listed, finalYear } = values ? withoutRule(transitions, rule) : { listed: withYears(transitions, rule) };
  const offsets = listed.map((_, index) => offsetsAt(listed, index));
  const changes = listed
    .map(({ at }, index) => ({ at, offsets: offsets[index] as Offsets }))
    .filter((change, index) => index === 0 || change.offsets !== offsets[index - 1]);
  const types = [...new Set(offsets)];
  const [, ...later] = changes;
  const entries: Record<string, Resource> = {
    typeOffsets: { kind: 'integers', values: types.flatMap((each) => each.split(' ').map(Number)) },
    ...timesOf(later.map(({ at }) => at)),
    ...(later.length > 0 && {
      typeMap: { kind: 'bytes', bytes: Uint8Array.from(later, (change) => types.indexOf(change.offsets)) },
    }),
  };
  if (!values || finalYear === undefined) return table(entries);
  const key = values.join();
  // The name is not the text of the rule: ICU writes strings of more than 40 units in another form.
  const known = rules.get(key) ?? { name: `Rule${rules.size}`, values };
  rules.set(key, known);
  return table({
    ...entries,
    finalRule: text(known.name),
    finalRaw: integer(rule.standard),
    finalYear: integer(finalYear),
  });
}

/** ICU lists times of 32 bits separately from earlier and later ones, which it stores as two words. */
function timesOf(times: readonly number[]): Record<string, Resource> {
  const [first, last] = [-(2 ** 31), 2 ** 31];
  const pairs = (wide: number[]) => wide.flatMap((at) => [Math.floor(at / 2 ** 32), at % 2 ** 32]);
  const lists = {
    transPre32: pairs(times.filter((at) => at < first)),
    trans: times.filter((at) => at >= first && at < last),
    transPost32: pairs(times.filter((at) => at >= last)),
  };
  const some = Object.entries(lists).filter(([, values]) => values.length > 0);
  return Object.fromEntries(some.map(([name, values]) => [name, { kind: 'integers', values }]));
}

const yearOf = (at: number) => new Date(at * 1000).getUTCFullYear();

/** The transitions. For a rule that ICU cannot express, it adds those of the years until 2100. */
function withYears(transitions: readonly Transition[], rule: YearlyRule | undefined): readonly Transition[] {
  if (!rule) return transitions;
  const last = transitions.at(-1) as Transition;
  const from = firstYearAfter(last) - 1;
  const years = Array.from({ length: Math.max(0, 2101 - from) }, (_, index) => changesOf(rule, from + index));
  return [...transitions, ...years.flat().filter(({ at }) => at > last.at)];
}

function firstYearAfter({ at }: Transition): number {
  return at === Number.NEGATIVE_INFINITY ? 1901 : yearOf(at) + 1;
}

/**
 * The transitions before the first year from which the rule gives all of them. A file may list years of the rule's transitions,
 * and it may end within a year.
 */
function withoutRule(transitions: readonly Transition[], rule: YearlyRule) {
  const last = transitions.at(-1) as Transition;
  let finalYear = firstYearAfter(last);
  const whole = [...transitions, ...changesOf(rule, finalYear - 1).filter(({ at }) => at > last.at)];
  while (isOfRule(finalYear - 1)) finalYear--;
  return { listed: whole.filter((each) => !isSince(each, finalYear)), finalYear };

  /** Also checks the first instant of the year, from which the rule of ICU applies. */
  function isOfRule(year: number): boolean {
    const expected = changesOf(rule, year);
    const ofYear = whole.filter((each) => isSince(each, year) && !isSince(each, year + 1));
    const before = whole.findLast((each) => !isSince(each, year));
    return isDeepStrictEqual(ofYear.map(clockOf), expected.map(clockOf)) && before?.offset === expected.at(-1)?.offset;
  }
}

const clockOf = ({ at, offset }: Transition) => [at, offset];

function isSince({ at }: Transition, year: number): boolean {
  return at * 1000 >= Date.UTC(year, 0);
}

/** TZif has only the total offset. Summer time is its lead over the standard time around it. */
function offsetsAt(transitions: readonly Transition[], index: number): Offsets {
  const { offset, isDst } = transitions[index] as Transition;
  const around = [transitions[index - 1], transitions[index + 1]].filter((each) => each !== undefined);
  if (!isDst) {
    // In Ireland, summer is standard time, and winter is a negative summer time.
    const winter = around.find((each) => each.isDst && each.offset < offset);
    return winter ? `${winter.offset} ${offset - winter.offset}` : `${offset} 0`;
  }
  const standard = [
    transitions.slice(0, index).findLast((each) => !each.isDst),
    transitions.slice(index).find((each) => !each.isDst),
  ].filter((each) => each !== undefined);
  if (standard.some((each) => each.offset > offset) && !standard.some((each) => each.offset < offset))
    return `${offset} 0`;
  const base = standard.find((each) => each.offset < offset)?.offset ?? offset - 3600;
  return `${base} ${offset - base}`;
}
