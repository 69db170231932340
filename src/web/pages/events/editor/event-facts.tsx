import type { EventSettingsFragment } from '../../../gql/event.ts';
import { Fact, Panel } from '../../../kit/layout.tsx';
import { placeTitles } from '../../../parts/calls/place.tsx';
import { memberName } from '../../../parts/members.ts';
import { typeTitles } from '../../calls/search.ts';
import { durationText } from '../durations.ts';

/** What members read who do not change events. */
export function EventFacts({ event }: { readonly event: EventSettingsFragment }) {
  const { description, callType, duration, location, hosts, minimumNotice, bookingWindow } = event;
  const questions = [
    ...event.inviteeQuestions.map(({ statement }) => statement),
    ...event.secondaryQuestions.map(({ name }) => name),
  ];
  return (
    <Panel>
      <dl className="facts">
        {description && (
          <Fact name="Description">
            <span className="event-text">{description}</span>
          </Fact>
        )}
        <Fact name="Type">{typeTitles[callType]}</Fact>
        <Fact name="Length">{durationText(duration)}</Fact>
        <Fact name="Location">{placeTitles[location]}</Fact>
        <Fact name="Hosts">
          <bdi>{hosts.map(memberName).join(', ') || 'None'}</bdi>
        </Fact>
        {minimumNotice > 0 && <Fact name="Minimum notice">{durationText(minimumNotice)}</Fact>}
        {bookingWindow !== null && <Fact name="Booking window">{bookingWindow} days</Fact>}
        {questions.length > 0 && (
          <Fact name="Questions">
            {questions.map((question) => (
              <div key={question}>{question}</div>
            ))}
          </Fact>
        )}
      </dl>
    </Panel>
  );
}
