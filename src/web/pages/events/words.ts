import { optionsOf } from '../../kit/options.ts';
import { placeTitles } from '../../parts/calls/place.tsx';
import { typeTitles } from '../calls/search.ts';

export type Location = keyof typeof placeTitles;

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
