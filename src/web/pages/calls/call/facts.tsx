import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { useSession } from '../../../app/session.ts';
import { type CallRecordFragment, FieldNamesDocument } from '../../../gql/call.ts';
import { dayOf, relativeDayText, timeText } from '../../../kit/days.ts';
import { Fact } from '../../../kit/layout.tsx';
import { now } from '../../../kit/now.ts';
import { RecordSection } from '../../../kit/record.tsx';
import { isOutcome, outcomeTitles, reasonTitles } from '../../../parts/calls/outcomes.ts';
import { PlaceText } from '../../../parts/calls/place.tsx';
import { ContactLink, EmailAndPhone, EmailLink } from '../../../parts/contact-link.tsx';
import { memberName } from '../../../parts/members.ts';

interface AboutCall {
  readonly call: CallRecordFragment;
}

/** When, where, with whom, and what came of it. */
export function CallFacts({ call }: AboutCall) {
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
        <Fact name="Contact">{contact && <ContactLink contact={contact} />}</Fact>
        <EmailAndPhone email={inviteeEmail} phoneNumber={phoneNumber} />
        <Fact name="Guests">
          {call.guests.length > 0 &&
            call.guests.map((guest) => (
              <div key={guest}>
                <EmailLink email={guest} />
              </div>
            ))}
        </Fact>
        <Fact name="Host">{closer && <bdi>{memberName(closer)}</bdi>}</Fact>
        <Fact name="Setter">{setter && <bdi>{memberName(setter)}</bdi>}</Fact>
        {isOutcome(outcome) && (
          <Fact name="Outcome">
            {outcomeTitles[outcome]}
            {noSaleReason && `: ${reasonTitles[noSaleReason].toLowerCase()}`}
          </Fact>
        )}
        <Fact name="Objection">{objection}</Fact>
        <Fact name="Notes">{notes && <span className="as-typed">{notes}</span>}</Fact>
      </dl>
    </section>
  );
}

/** In the viewer's zone, and in the invitee's where its clock shows something else. */
function When({ call: { dateTime, endTime, timeZone } }: AboutCall) {
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

/** What the invitee answered when booking, and where they came from. */
export function CallAnswers({ call: { questions, secondaryAnswers, utm } }: AboutCall) {
  // A field that is not among the first hundred has no name here.
  const [{ data }] = useQuery({
    query: FieldNamesDocument,
    requestPolicy: 'cache-first',
    pause: secondaryAnswers.length === 0,
  });
  if (questions.length + secondaryAnswers.length + utm.length === 0) return null;
  const nameOf = (id: number) => data?.customFields?.data.find((field) => field.id === id)?.name;
  return (
    <RecordSection title="Answers">
      <dl>
        {questions.map(({ statement, answer }) => (
          <Fact key={statement} name={statement}>
            <bdi className="as-typed">{answer}</bdi>
          </Fact>
        ))}
        {secondaryAnswers.map(({ customFieldId, identifier, answer }) => (
          <Fact key={customFieldId} name={nameOf(customFieldId) ?? inWords(identifier)}>
            <bdi className="as-typed">{answer.join(', ')}</bdi>
          </Fact>
        ))}
        {utm.map(({ utmKey, utmValue }) => (
          <Fact key={utmKey} name={inWords(utmKey)}>
            {utmValue}
          </Fact>
        ))}
      </dl>
    </RecordSection>
  );
}

/** `monthly-revenue` as a person writes it. */
function inWords(identifier: string): string {
  const words = identifier.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
