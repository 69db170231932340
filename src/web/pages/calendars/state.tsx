import { Badge, Group, Loader, Text } from '@mantine/core';
import type { CalendarConnectionRowFragment } from '../../gql/calendars.ts';
import { Moment } from '../../kit/moment.tsx';

export type Kind = CalendarConnectionRowFragment['kind'];

export const kindTitles: Readonly<Record<Kind, string>> = {
  ICS: 'Link (ICS)',
  CALDAV: 'CalDAV',
  GOOGLE: 'Google Calendar',
  MICROSOFT: 'Outlook or Microsoft 365',
};

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
  readonly state: Pick<CalendarConnectionRowFragment, 'status' | 'problem' | 'lastReadAt' | 'isBeingRead'>;
  /** Whose it is, with the verb. */
  readonly who: string;
  /** Whether somebody here waits for a read. */
  readonly isReading?: boolean;
}

/** Whether a connection can be read, why not, and what that means. */
export function ConnectionState({ state, who, isReading = state.isBeingRead }: ConnectionStateProps) {
  const { status, problem, lastReadAt } = state;
  const isActive = status === 'ACTIVE';
  const { color, text } = badges[status];
  return (
    <>
      {isActive && lastReadAt === null ? (
        <Text size="sm">Not read yet. {who} not bookable until it is read.</Text>
      ) : (
        <>
          <Badge color={color}>{text}</Badge>{' '}
          <span className="hint">
            {lastReadAt === null ? 'never read' : <Moment before={isActive ? '' : 'last read '} at={lastReadAt} />}
          </span>
          {problem !== null && (
            <Text size="sm" c={isActive ? 'dimmed' : 'var(--error-ink)'} className="breaks">
              {isActive && 'The last attempt failed: '}
              {problem}
            </Text>
          )}
          {status !== 'ACTIVE' && (
            <p className="hint">
              {who} {consequences[status]}.
            </p>
          )}
        </>
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
