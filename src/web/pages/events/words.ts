import type { EventStatus } from '../../gql/events.ts';
import { optionsOf } from '../../kit/options.ts';
import { typeTitles } from '../../parts/calls/outcomes.ts';
import { placeTitles } from '../../parts/calls/place.tsx';

export type Location = keyof typeof placeTitles;

/** People can book an event once it is published. */
export const statusTitles: Readonly<Record<EventStatus, string>> = { ACTIVATED: 'Published', DEACTIVATED: 'Draft' };

export const callTypeOptions = optionsOf(typeTitles);

export const locationOptions = optionsOf(placeTitles);

export const linkLabels: Readonly<Record<Location, string>> = {
  GOOGLE_MEET: 'Meeting link',
  ZOOM: 'Meeting link',
  PHONE_CALL: 'Phone number to dial',
  IN_PERSON: 'Address',
  CUSTOM: 'Meeting link',
};

/** Calls at these places need a link: that of the event, or that of the host. */
export function isOnline(location: Location): boolean {
  return location === 'GOOGLE_MEET' || location === 'ZOOM' || location === 'CUSTOM';
}

/** What fields for the length of something have in common. */
export const minutesInput = { suffix: ' minutes', min: 1, max: 1440, allowDecimal: false } as const;

const units = [
  { minutes: 1_440, title: 'day' },
  { minutes: 60, title: 'h' },
  { minutes: 1, title: 'min' },
] as const;

/** `45 min`, `1 h 30 min`, `2 days`. */
export function durationText(minutes: number): string {
  let rest = minutes;
  const parts = units.flatMap(({ minutes: size, title }) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0) return [];
    return [`${count} ${title === 'day' && count > 1 ? 'days' : title}`];
  });
  return parts.join(' ') || '0 min';
}
