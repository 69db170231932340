export interface Region {
  country: string;
  timeZones: readonly string[];
  /** A number that no phone will ever have, another one for each index below 1,000. */
  phoneNumber: (index: number) => string;
}

const usAreas = '212 310 415 512 617 702 305 206 303 773 404 602 503 615 919 314 412 816 504 801'.split(' ');
const canadianAreas = '416 514 604 403 613 902 204 306 506 780'.split(' ');

/** Where contacts live. The phone numbers are of the ranges that each country keeps for films and examples. */
export const regions = {
  US: {
    country: 'US',
    timeZones: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
    phoneNumber: (index) => northAmerican(usAreas, index),
  },
  CA: {
    country: 'CA',
    timeZones: ['America/Toronto', 'America/Vancouver'],
    phoneNumber: (index) => northAmerican(canadianAreas, index),
  },
  GB: { country: 'GB', timeZones: ['Europe/London'], phoneNumber: (index) => `+447700900${digits(index * 37, 3)}` },
  DE: { country: 'DE', timeZones: ['Europe/Berlin'], phoneNumber: (index) => `+493023125${digits(index * 37, 3)}` },
  FR: { country: 'FR', timeZones: ['Europe/Paris'], phoneNumber: (index) => `+3363998${digits(index * 371, 4)}` },
  AU: {
    country: 'AU',
    timeZones: ['Australia/Sydney', 'Australia/Brisbane'],
    phoneNumber: (index) => `+6125550${digits(index * 371, 4)}`,
  },
} as const satisfies Record<string, Region>;

export type RegionCode = keyof typeof regions;

export const regionMix: Readonly<Record<RegionCode, number>> = { US: 52, CA: 10, GB: 13, DE: 9, FR: 7, AU: 9 };

/** 555-0100 to 555-0199 in each area. */
function northAmerican(areas: readonly string[], index: number): string {
  return `+1${areas[index % areas.length]}55501${digits(Math.floor(index / areas.length), 2)}`;
}

function digits(value: number, length: number): string {
  return String(value % 10 ** length).padStart(length, '0');
}
