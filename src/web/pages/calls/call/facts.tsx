import { Anchor, Text } from '@mantine/core';
import { mailtoLink } from '#src/lib/network/email-address.ts';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { now } from '../../../app/beginning.ts';
import { useSession } from '../../../app/session.ts';
import type { CallRecordFragment } from '../../../gql/call.ts';
import { dayOf, relativeDayText, timeText } from '../../../kit/days.ts';
import { Fact } from '../../../kit/layout.tsx';
import { isOutcome, outcomeTitles, reasonTitles } from '../../../parts/calls/outcomes.ts';
import { PlaceText } from '../../../parts/calls/place.tsx';
import { ContactLink } from '../../../parts/contact-link.tsx';
import { memberName } from '../../../parts/members.ts';

/** When, where, with whom, and what came of it. */
export function CallFacts({ call }: { readonly call: CallRecordFragment }) {
  const { contact, closer, setter, inviteeEmail, phoneNumber, outcome, noSaleReason, objection, notes } = call;
  return (
    <section aria-label="Facts">
      <dl>
        <Fact name="When">
          <When call={call} />
        </Fact>
        <Fact name="Event">
          <bdi>{call.name}</bdi>
        </Fact>
        <Fact name="Place">
          <PlaceText {...call} />
        </Fact>
        {contact && (
          <Fact name="Contact">
            <ContactLink contact={contact} />
          </Fact>
        )}
        {inviteeEmail && (
          <Fact name="Email">
            <Anchor href={mailtoLink(inviteeEmail)} inherit className="breaks">
              {inviteeEmail}
            </Anchor>
          </Fact>
        )}
        {phoneNumber && (
          <Fact name="Phone">
            <Anchor href={`tel:${phoneNumber}`} inherit>
              {phoneNumber}
            </Anchor>
          </Fact>
        )}
        {closer && (
          <Fact name="Host">
            <bdi>{memberName(closer)}</bdi>
          </Fact>
        )}
        {setter && (
          <Fact name="Setter">
            <bdi>{memberName(setter)}</bdi>
          </Fact>
        )}
        {isOutcome(outcome) && (
          <Fact name="Outcome">
            {outcomeTitles[outcome]}
            {noSaleReason && `: ${reasonTitles[noSaleReason].toLowerCase()}`}
          </Fact>
        )}
        {objection && <Fact name="Objection">{objection}</Fact>}
        {notes && (
          <Fact name="Notes">
            <span className="as-typed">{notes}</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** In the viewer's zone, and in the invitee's where its clock shows something else. */
function When({ call: { dateTime, endTime, timeZone } }: { readonly call: CallRecordFragment }) {
  const { user } = useSession();
  const textIn = (zone: string) =>
    `${relativeDayText(dayOf(dateTime, zone), dayOf(now(), zone))}, ${timeText(dateTime, zone)}–${timeText(endTime, zone)}`;
  const own = textIn(user.timeZone);
  const theirs = textIn(timeZone);
  return (
    <>
      {own}
      {theirs !== own && (
        <Text size="xs" c="dimmed">
          For the invitee: {theirs} ({readableZoneName(timeZone)})
        </Text>
      )}
    </>
  );
}
