import type { EventSettingsFragment } from '../../../gql/event.ts';
import { Fact, Panel } from '../../../kit/layout.tsx';
import { typeTitles } from '../../../parts/calls/outcomes.ts';
import { placeTitles } from '../../../parts/calls/place.tsx';
import { memberName } from '../../../parts/members.ts';
import { durationText } from '../words.ts';

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
        <Fact name="Description">{description && <span className="as-typed">{description}</span>}</Fact>
        <Fact name="Type">{typeTitles[callType]}</Fact>
        <Fact name="Length">{durationText(duration)}</Fact>
        <Fact name="Location">{placeTitles[location]}</Fact>
        <Fact name="Hosts">
          <bdi>{hosts.map(memberName).join(', ') || 'None'}</bdi>
        </Fact>
        <Fact name="Minimum notice">{minimumNotice > 0 && durationText(minimumNotice)}</Fact>
        <Fact name="Booking window">{bookingWindow !== null && `${bookingWindow} days`}</Fact>
        <Fact name="Questions">
          {questions.length > 0 && questions.map((question) => <div key={question}>{question}</div>)}
        </Fact>
      </dl>
    </Panel>
  );
}
