import type { CallOutcome, ContactStatus } from '#src/db/generated/prisma/enums.ts';
import { toBase62 } from '#src/lib/secrets/crypto.ts';
import type { WorkspacePlan } from './plan.ts';
import { type Random, seededRandom } from './random.ts';
import type { Team } from './team.ts';
import { campaigns, contactNotes, emailDomains, firstNames, lastNames, mailName, referrers, tags } from './texts.ts';
import { dayMs, hourMs, iso } from './wall-clock.ts';

/** The longest time between a booking and its call. */
export const maxLeadDays = 14;

/** The number of contacts that exist from the start, so that the first calls have a contact. */
const initialContacts = 12;

/** The join times of contacts in index order: ever more of them until yesterday. */
export function joinTimes({ contacts, pastDays }: WorkspacePlan, todayMs: number) {
  const initial = Math.min(initialContacts, contacts);
  const fromMs = todayMs - (pastDays + maxLeadDays + 1) * dayMs;
  const spanMs = todayMs - dayMs - fromMs;
  return {
    joinedMs(index: number): number {
      const later = index - initial;
      if (later < 0) return fromMs + later * hourMs;
      return Math.round(fromMs + (later / (contacts - initial)) ** 0.8 * spanMs);
    },
    /** The minimum number of contacts that have joined by this time. */
    joinedBy(timeMs: number): number {
      const share = Math.min(1, Math.max(0, timeMs - fromMs) / spanMs);
      return initial + Math.floor(share ** 1.25 * (contacts - initial));
    },
  };
}

export type JoinTimes = ReturnType<typeof joinTimes>;

const usAreas = '212 310 415 512 617 702 305 206 303 773 404 602 503 615 919 314 412 816 504 801'.split(' ');
const canadianAreas = '416 514 604 403 613 902 204 306 506 780'.split(' ');

interface Region {
  timeZones: readonly string[];
  /** A different number for each index below 1,000, from the range reserved for films and examples in the country. */
  phoneNumber: (index: number) => string;
}

/** Regions by country code. */
const regions = {
  US: {
    timeZones: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
    phoneNumber: (index) => northAmerican(usAreas, index),
  },
  CA: {
    timeZones: ['America/Toronto', 'America/Vancouver'],
    phoneNumber: (index) => northAmerican(canadianAreas, index),
  },
  GB: { timeZones: ['Europe/London'], phoneNumber: (index) => `+447700900${digits(index * 37, 3)}` },
  DE: { timeZones: ['Europe/Berlin'], phoneNumber: (index) => `+493023125${digits(index * 37, 3)}` },
  FR: { timeZones: ['Europe/Paris'], phoneNumber: (index) => `+3363998${digits(index * 371, 4)}` },
  AU: {
    timeZones: ['Australia/Sydney', 'Australia/Brisbane'],
    phoneNumber: (index) => `+6125550${digits(index * 371, 4)}`,
  },
} satisfies Record<string, Region>;

const regionMix: Readonly<Record<keyof typeof regions, number>> = { US: 52, CA: 10, GB: 13, DE: 9, FR: 7, AU: 9 };

/** The numbers 555-0100 to 555-0199 of each area. */
function northAmerican(areas: readonly string[], index: number): string {
  return `+1${areas[index % areas.length]}55501${digits(Math.floor(index / areas.length), 2)}`;
}

function digits(value: number, length: number): string {
  return String(value % 10 ** length).padStart(length, '0');
}

export type GeneratedContact = ReturnType<typeof generateContacts> extends Generator<infer Contact> ? Contact : never;

/** Generates contacts in join order. E-mail addresses are unique, and a name repeats only after all others were used. */
export function* generateContacts(
  { contacts, reachableBy }: WorkspacePlan,
  { sellerIds, setterIds }: Pick<Team, 'sellerIds' | 'setterIds'>,
  times: JoinTimes,
) {
  const random = seededRandom(0x9e09);
  const countOf: Partial<Record<keyof typeof regions, number>> = {};
  for (let index = 0; index < contacts; index++) {
    const code = random.weighted(regionMix);
    const inRegion = countOf[code] ?? 0;
    countOf[code] = inRegion + 1;
    const { timeZones, phoneNumber } = regions[code];
    const hasEmail = random.chance(reachableBy.email);
    const hasPhone = !hasEmail || random.chance(reachableBy.phone);
    const { email, ...name } = nameOf(index, random);
    yield {
      index,
      previewId: previewId('contact', index),
      ...name,
      country: code,
      email: hasEmail ? email : null,
      phoneNumber: hasPhone ? phoneNumber(inRegion) : null,
      tag: random.chance(0.6) ? random.pick(tags) : null,
      timeZone: random.pick(timeZones),
      userId: random.chance(0.85) ? random.pick(sellerIds) : null,
      setterId: setterOf(index, setterIds),
      secondaryEmail: hasEmail && index % 9 === 4 ? `${email.split('@')[0]}@work.example` : null,
      utm: utmOf(campaignOf(index) ?? {}),
      referrer: index % 4 === 1 ? (referrers[(index >> 2) % referrers.length] as string) : null,
      joinedMs: times.joinedMs(index),
    };
  }
}

/** Six of twenty contacts came without a campaign. */
const withoutCampaign = Array.from({ length: 6 }, () => undefined);
const campaignRound = [
  ...campaigns.flatMap(({ parts, utm }) => Array.from({ length: parts }, () => utm)),
  ...withoutCampaign,
];
/** A stride that is coprime to the length of a round, so that each place occurs once per round. */
const campaignStride = 7;

/** The campaign that brought a contact, in fixed shares, so that no month lacks a source. */
export function campaignOf(index: number): Readonly<Record<string, string>> | undefined {
  return campaignRound[(index * campaignStride) % campaignRound.length];
}

function utmOf(campaign: Readonly<Record<string, string>>) {
  return Object.entries(campaign).map(([utmKey, utmValue]) => ({ utmKey, utmValue }));
}

const namePairs = firstNames.length * lastNames.length;
/** A stride that is coprime to the number of name pairs, so that each pair occurs once per round. */
const nameStride = 7919;

function nameOf(index: number, random: Random) {
  const pair = (index * nameStride) % namePairs;
  const round = Math.floor(index / namePairs);
  const firstName = firstNames[pair % firstNames.length] as string;
  const lastName = lastNames[Math.floor(pair / firstNames.length)] as string;
  const mailbox = `${mailName(firstName)}.${mailName(lastName)}${round > 0 ? round + 1 : ''}`;
  return { firstName, lastName, email: `${mailbox}@${random.pick(emailDomains)}` };
}

/** Two of three contacts have a setter, in turn. Uses no random number, so that the other data stay as they are. */
function setterOf(index: number, setterIds: readonly number[]): number | null {
  return index % 3 === 0 ? null : (setterIds[Math.floor(index / 3) % setterIds.length] ?? null);
}

/** Starts with the index, so that the unique index grows at its end: random positions would slow down a large load. */
export function previewId(kind: 'contact' | 'call', index: number): string {
  const random = seededRandom(index);
  const part = () => toBase62(random.integer(0, 62 ** 5 - 1), 5);
  return `${kind}_${toBase62(index, 5)}${part()}${part()}`;
}

/** The results of a contact's calls so far. */
export interface History {
  firstHostId: number;
  lastOutcome: CallOutcome | null;
  firstWinMs: number | null;
  updatedMs: number;
}

const statusOfStage = {
  Lead: 'POTENTIAL',
  Qualified: 'QUALIFIED',
  Opportunity: 'QUALIFIED',
  Customer: 'QUALIFIED',
  Lost: 'DISQUALIFIED',
} as const satisfies Record<string, ContactStatus>;

/** A contact who has bought is a customer; otherwise the latest outcome decides. */
export function stageOf(history: History | undefined): keyof typeof statusOfStage {
  if (!history?.lastOutcome) return 'Lead';
  if (history.firstWinMs !== null) return 'Customer';
  if (history.lastOutcome === 'APPROVED') return 'Opportunity';
  return history.lastOutcome === 'QUALIFIED' ? 'Qualified' : 'Lost';
}

export function contactRow(contact: GeneratedContact, history: History | undefined) {
  const joinedTime = iso(contact.joinedMs);
  const updatedAt = iso(Math.max(contact.joinedMs, history?.updatedMs ?? 0));
  const status = statusOfStage[stageOf(history)];
  // The first booking gives a contact without an owner to its host.
  const userId = contact.userId ?? history?.firstHostId ?? null;
  return { ...contact, userId, status, joinedTime, createdAt: joinedTime, updatedAt };
}

/** The note about every third contact, of its owner or, about the first ones and those without an owner, of the workspace's. */
export function noteAbout({ id, index, userId, createdAt }: NotedContact, ownerId: number) {
  if (index % 3 !== 0) return [];
  const author = index < 10 ? ownerId : (userId ?? ownerId);
  const text = contactNotes[(index / 3) % contactNotes.length] as string;
  return [{ contactId: id, userId: author, text, createdAt, updatedAt: createdAt }];
}

interface NotedContact {
  readonly id: number;
  readonly index: number;
  readonly userId: number | null;
  readonly createdAt: string;
}
