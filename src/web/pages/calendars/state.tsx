import { Badge, Group, Loader, Text } from '@mantine/core';
import type { CalendarConnectionRowFragment } from '../../gql/calendars.ts';
import { Moment } from '../../kit/moment.tsx';

type State = Pick<CalendarConnectionRowFragment, 'status' | 'problem' | 'lastReadAt' | 'isBeingRead'>;

const badges = {
  ACTIVE: { color: 'green', text: 'Read' },
  UNREADABLE: { color: 'red', text: 'Cannot be read' },
  DISCONNECTED: { color: 'red', text: 'Disconnected' },
} as const;

const consequences = {
  UNREADABLE: 'not bookable until it can be read again',
  DISCONNECTED: 'not bookable until it is reconnected or can be read. We try once an hour for a week',
} as const;

interface ConnectionStateProps {
  readonly state: State;
  /** Whose it is, with the verb. */
  readonly who: string;
  /** Whether somebody here waits for a read. */
  readonly isReading?: boolean;
}

/** Whether a connection can be read, why not, and what that means. */
export function ConnectionState({ state, who, isReading = state.isBeingRead }: ConnectionStateProps) {
  const { status, lastReadAt } = state;
  return (
    <>
      {status === 'ACTIVE' && lastReadAt === null ? (
        <Text size="sm">Not read yet. {who} not bookable until it is read.</Text>
      ) : (
        <KnownState state={state} who={who} />
      )}
      {isReading && (
        <Group gap={6} mt={4} role="status">
          <Loader size={12} aria-hidden />
          <span className="hint">Reading…</span>
        </Group>
      )}
    </>
  );
}

function KnownState({ state: { status, problem, lastReadAt }, who }: Omit<ConnectionStateProps, 'isReading'>) {
  const { color, text } = badges[status];
  return (
    <>
      <Badge color={color}>{text}</Badge>{' '}
      {lastReadAt === null ? (
        <span className="hint">never read</span>
      ) : (
        <span className="hint">
          {status === 'ACTIVE' ? '' : 'last read '}
          <Moment at={lastReadAt} />
        </span>
      )}
      {problem !== null && (
        <Text size="sm" c={status === 'ACTIVE' ? 'dimmed' : 'var(--error-ink)'} className="breaks">
          {status === 'ACTIVE' && 'The last attempt failed: '}
          {problem}
        </Text>
      )}
      {status !== 'ACTIVE' && (
        <p className="hint">
          {who} {consequences[status]}.
        </p>
      )}
    </>
  );
}
