import { email, list } from '#src/domain/input.ts';
import type { EventCall } from './event-call.ts';

/** The maximum of guests of a call. */
export const maxGuests = 10;

/** Addresses as a caller lists them. `guestsOf` folds them. */
export const guestList = () => list(email(), maxGuests);

interface GuestsCall extends Pick<EventCall, 'inviteeEmail'> {
  /** The guests that the call has already, whose addresses keep their spelling. */
  readonly guests?: readonly string[];
}

/** The guests of a call: each address once, without the invitee's own. Case does not make another address. */
export function guestsOf(addresses: readonly string[], { inviteeEmail, guests = [] }: GuestsCall): string[] {
  const spellings = new Map(guests.map((each) => [each.toLowerCase(), each]));
  const found = new Map<string, string>();
  for (const address of addresses) {
    const folded = address.toLowerCase();
    if (!found.has(folded)) found.set(folded, spellings.get(folded) ?? address);
  }
  if (inviteeEmail !== null) found.delete(inviteeEmail.toLowerCase());
  return [...found.values()];
}

type WithGuests = Pick<EventCall, 'guests'>;

/** The guests who were added to a call, and those who were removed. */
export function guestChange(
  before: WithGuests,
  after: WithGuests,
): { readonly [Change in 'added' | 'removed']: string[] } {
  return {
    added: after.guests.filter((each) => !before.guests.includes(each)),
    removed: before.guests.filter((each) => !after.guests.includes(each)),
  };
}
