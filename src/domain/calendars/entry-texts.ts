import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { mailTexts } from '../languages/mail/by-language.ts';
import { oneLine } from '../mails/names.ts';

type EntryCall = Pick<EventCall, 'previewId' | 'name' | 'location' | 'locationLink'> &
  Pick<EventCall, 'inviteeName' | 'inviteeEmail' | 'phoneNumber' | 'guests'>;

interface EntryTexts {
  readonly summary: string;
  readonly description: string;
  readonly location: string | null;
}

/** Hosts have no language setting. */
const { labels, places } = mailTexts.en;

/** A call as its host's calendar shows it. Only the host and those who share the calendar see it. */
export function entryTexts(call: EntryCall, appUrl: string): EntryTexts {
  const [name, invitee] = [oneLine(call.name), oneLine(call.inviteeName)];
  const facts = [
    [labels.with, invitee],
    [labels.email, call.inviteeEmail ?? ''],
    [labels.phone, call.phoneNumber ?? ''],
    [labels.guests, call.guests.join(', ')],
  ];
  const lines = facts.filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`);
  return {
    summary: [name, invitee].filter((each) => each !== '').join(': '),
    description: [...lines, `${labels.event}: ${appUrl}/calls/${call.previewId}`].join('\n'),
    location: placeOf(call),
  };
}

function placeOf({ location, locationLink, phoneNumber }: EntryCall): string | null {
  const detail = locationLink || (location === 'PHONE_CALL' ? phoneNumber : null);
  const place = [places[location], oneLine(detail ?? '')].filter((each) => each !== '').join(': ');
  return place === '' ? null : place;
}
