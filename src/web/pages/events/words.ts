import { placeTitles } from '../../parts/calls/place.tsx';
import { typeTitles } from '../calls/search.ts';

export type Location = keyof typeof placeTitles;

export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

/** The choices of a select, in the order of their titles. */
export function optionsOf<Value extends string>(titles: Readonly<Record<Value, string>>): Option<Value>[] {
  return Object.entries<string>(titles).map(([value, label]) => ({ value: value as Value, label }));
}

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
