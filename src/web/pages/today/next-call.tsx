import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { useSession } from '../../app/session.ts';
import type { NextCallFragment } from '../../gql/today.ts';
import { dayOf, relativeDayText, timeText } from '../../kit/days.ts';
import { KeyHint } from '../../kit/key-hint.tsx';
import { useKeys } from '../../kit/keys.ts';
import { Fact, Panel } from '../../kit/layout.tsx';
import { now, useNow } from '../../kit/now.ts';
import { CallLink, EventAndHost } from '../../parts/calls/named-call.tsx';
import { isOutcome, outcomeTitles } from '../../parts/calls/outcomes.ts';
import { PlaceText, WayButton, wayTo } from '../../parts/calls/place.tsx';

const minuteMs = 60_000;
const shownAnswers = 4;

interface NextCallProps {
  readonly call: NextCallFragment;
  readonly showsHost: boolean;
}

/** The next call, or the one that is on: when it begins, how to join it, and what is known of the invitee. */
export function NextCall({ call, showsHost }: NextCallProps) {
  const navigate = useNavigate();
  const { previewId } = call;
  const open = { to: '/calls/$previewId', params: { previewId }, search: { when: 'all' } } as const;
  const move = { ...open, search: { when: 'all', open: 'move' } } as const;
  const way = wayTo(call);
  useKeys([
    { key: 'o', title: 'Open the next call', act: () => navigate(open) },
    { key: 'm', title: 'Move the next call', act: () => navigate(move) },
    ...(way
      ? [{ key: 'c', title: `${way.title} the next call`, act: () => document.getElementById('next-way')?.click() }]
      : []),
  ]);
  return (
    <Panel>
      <section aria-label="Next call" className="breaks">
        <Countdown call={call} />
        <Title order={2} size="h2" my={4}>
          <CallLink call={call} />
        </Title>
        <Times call={call} />
        <Text size="sm" c="dimmed">
          <EventAndHost call={call} showsHost={showsHost} />
          {' · '}
          <PlaceText {...call} />
        </Text>
        <Group gap="xs" my="md">
          <WayButton id="next-way" call={call} size="md" rightSection={<KeyHint of="C" />} />
          <Button
            size="md"
            variant="default"
            rightSection={<KeyHint of="O" />}
            renderRoot={(props) => <Link {...open} {...props} />}
          >
            Open
          </Button>
          <Button
            size="md"
            variant="default"
            rightSection={<KeyHint of="M" />}
            renderRoot={(props) => <Link {...move} {...props} />}
          >
            Move…
          </Button>
        </Group>
        <Known call={call} />
      </section>
    </Panel>
  );
}

function Countdown({ call: { dateTime } }: Pick<NextCallProps, 'call'>) {
  const minutes = Math.ceil((Date.parse(dateTime) - useNow()) / minuteMs);
  if (minutes <= 0) return <Badge color="green">Now</Badge>;
  return <Badge color={minutes <= 15 ? 'orange' : 'gray'}>in {waitText(minutes)}</Badge>;
}

function waitText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours < 48 ? 'a day' : `${Math.floor(hours / 24)} days`;
}

/** In the viewer's zone, and on the invitee's clock where that shows something else. */
function Times({ call: { dateTime, endTime, timeZone } }: Pick<NextCallProps, 'call'>) {
  const { user } = useSession();
  const today = dayOf(now(), user.timeZone);
  const [own, theirs] = [user.timeZone, timeZone].map(
    (zone) => `${timeText(dateTime, zone)} – ${timeText(endTime, zone)}`,
  );
  return (
    <Text fw={500}>
      {relativeDayText(dayOf(dateTime, user.timeZone), today)}, <span className="number">{own}</span>
      {theirs !== own && (
        <Text component="span" inherit fw={400} c="dimmed">
          {' '}
          · {theirs} in {readableZoneName(timeZone).split('/').at(-1)}
        </Text>
      )}
    </Text>
  );
}

/** What the invitee answered, and the note of the last call with them. */
function Known({
  call: { id, inviteeName, inviteeEmail, phoneNumber, questions, contact },
}: Pick<NextCallProps, 'call'>) {
  const last = contact?.eventCalls?.find((other) => other.id !== id && other.notes);
  // Who it is stands above.
  const shown = ['', inviteeName, inviteeEmail, phoneNumber, contact?.firstName, contact?.lastName];
  const answers = questions.filter(({ answer }) => !shown.includes(answer)).slice(0, shownAnswers);
  if (answers.length === 0 && !last) return null;
  return (
    <dl className="facts">
      {answers.map(({ statement, answer }) => (
        <Fact key={statement} name={statement}>
          <bdi className="as-typed">{answer}</bdi>
        </Fact>
      ))}
      {last && (
        <Fact name="Last note">
          <span className="as-typed">{last.notes}</span>
          <p className="hint">
            {last.name}
            {isOutcome(last.outcome) && `, ${outcomeTitles[last.outcome].toLowerCase()}`}
          </p>
        </Fact>
      )}
    </dl>
  );
}
