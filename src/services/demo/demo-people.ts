import { toBase62 } from '#src/lib/base62.ts';
import { type Random, seededRandom } from '#src/lib/random.ts';
import { emailDomains, firstNames, lastNames, mailName } from './names.ts';
import { type RegionCode, regionMix, regions } from './regions.ts';
import { campaigns, tags, type UtmPair, utmPairs } from './texts.ts';
import { dayMs } from './wall-clock.ts';

/** A contact as far as it can be told before its calls. */
export interface Person {
  previewId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phoneNumber: string | null;
  tag: string | null;
  timeZone: string;
  country: string;
  userId: number | null;
  utm: UtmPair[];
  joinedMs: number;
}

export interface Crowd {
  count: number;
  sellerIds: readonly number[];
  fromMs: number;
  untilMs: number;
}

/** So many are there from the beginning, for the first calls to be with somebody. */
const founders = 12;

/** People in the order in which they joined. No name, address or number occurs twice. */
export function makePeople({ count, sellerIds, fromMs, untilMs }: Crowd): Person[] {
  const random = seededRandom(0x9e09);
  const names = distinctNames(random, count);
  const inRegion: Partial<Record<RegionCode, number>> = {};
  const people = names.map(([firstName, lastName], index) => {
    const code = random.weighted(regionMix);
    const place = inRegion[code] ?? 0;
    inRegion[code] = place + 1;
    const share = Math.max(0, index - founders) / (count - founders);
    return {
      ...contactDetails(random, firstName, lastName, regions[code].phoneNumber(place)),
      ...{ firstName, lastName, country: regions[code].country, timeZone: random.pick(regions[code].timeZones) },
      userId: random.chance(0.85) ? random.pick(sellerIds) : null,
      joinedMs: Math.round(fromMs - random.next() * dayMs + share ** 0.8 * (untilMs - fromMs)),
    };
  });
  return people.sort((one, other) => one.joinedMs - other.joinedMs);
}

/** Everybody can be reached in one way at least. */
function contactDetails(random: Random, firstName: string, lastName: string, phoneNumber: string) {
  const email = `${mailName(firstName)}.${mailName(lastName)}@${random.pick(emailDomains)}`;
  const hasEmail = random.chance(0.98);
  return {
    previewId: previewId('contact', random),
    email: hasEmail ? email : null,
    phoneNumber: !hasEmail || random.chance(0.96) ? phoneNumber : null,
    tag: random.chance(0.6) ? random.pick(tags) : null,
    utm: random.chance(0.65) ? utmPairs(random.pick(campaigns)) : [],
  };
}

function distinctNames(random: Random, count: number): [string, string][] {
  const names = new Map<string, [string, string]>();
  while (names.size < count) {
    const name: [string, string] = [random.pick(firstNames), random.pick(lastNames)];
    names.set(name.join(' '), name);
  }
  return [...names.values()];
}

/** Opaque, as any preview id, but made from the seed. */
export function previewId(kind: 'contact' | 'call', random: Random): string {
  const part = () => toBase62(random.integer(0, 62 ** 5 - 1), 5);
  return `${kind}_${part()}${part()}${part()}`;
}
