import { Anchor, Button, type ButtonProps } from '@mantine/core';

/** Where a call takes place. */
export interface Place {
  readonly location: 'GOOGLE_MEET' | 'ZOOM' | 'PHONE_CALL' | 'IN_PERSON' | 'CUSTOM';
  readonly locationLink?: string | null;
  readonly phoneNumber?: string | null;
}

export const placeTitles: Readonly<Record<Place['location'], string>> = {
  GOOGLE_MEET: 'Google Meet',
  ZOOM: 'Zoom',
  PHONE_CALL: 'Phone call',
  IN_PERSON: 'In person',
  CUSTOM: 'Online',
};

interface Way {
  /** "Join" or "Call". */
  readonly title: string;
  readonly href: string;
}

/** What leads to the call: the link of its meeting, or the number to dial; undefined where it has neither. */
export function wayTo({ location, locationLink, phoneNumber }: Place): Way | undefined {
  if (location === 'PHONE_CALL') return phoneNumber ? { title: 'Call', href: `tel:${phoneNumber}` } : undefined;
  if (!locationLink || !/^https?:/i.test(locationLink)) return undefined;
  return { title: location === 'IN_PERSON' ? 'Open the map' : 'Join', href: locationLink };
}

/** The place in words, with the number or the address where it has one. */
export function PlaceText(place: Place) {
  const { location, locationLink, phoneNumber } = place;
  const way = wayTo(place);
  return (
    <>
      {placeTitles[location]}
      {location === 'PHONE_CALL' && phoneNumber && (
        <>
          {' · '}
          <Anchor href={`tel:${phoneNumber}`} inherit>
            {phoneNumber}
          </Anchor>
        </>
      )}
      {location === 'IN_PERSON' && locationLink && !way && ` · ${locationLink}`}
    </>
  );
}

interface WayButtonProps extends ButtonProps {
  readonly id?: string;
  readonly call: Place & { readonly inviteeName: string };
}

/** Joins the meeting, dials the number or opens the map; nothing for a call that has none of them. */
export function WayButton({ call, ...button }: WayButtonProps) {
  const way = wayTo(call);
  if (!way) return null;
  const isPage = way.href.startsWith('http');
  return (
    <Button
      component="a"
      href={way.href}
      target={isPage ? '_blank' : undefined}
      rel={isPage ? 'noreferrer' : undefined}
      aria-label={`${way.title}: ${call.inviteeName}`}
      {...button}
    >
      {way.title}
    </Button>
  );
}
