import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Moment } from './moment.tsx';
import { RecordSection } from './record.tsx';

interface TimelineProps {
  readonly title: string;
  /** Entries, in the order in which they are shown. */
  readonly children: ReactNode;
}

/** What happened to a record, or in connection with it: a line for each entry, below a heading. */
export function Timeline({ title, children }: TimelineProps) {
  return (
    <RecordSection title={title}>
      <ul className="timeline">{children}</ul>
    </RecordSection>
  );
}

interface TimelineEntryProps {
  readonly title: ReactNode;
  readonly at?: string;
  /** Below the title: why it happened, or what else is known of it. */
  readonly reason?: string | null;
  /** Beside the title, such as a badge. */
  readonly children?: ReactNode;
  readonly below?: ReactNode;
}

export function TimelineEntry({ title, at, reason, children, below }: TimelineEntryProps) {
  return (
    <li>
      <Group gap="xs" justify="space-between" align="baseline" wrap="nowrap">
        <Text component="span" size="sm" className="breaks" flex={1} dir="auto">
          {title}
        </Text>
        {children}
        {at && (
          <Text component="span" size="sm" c="dimmed" ta="right" flex="none">
            <Moment at={at} />
          </Text>
        )}
      </Group>
      {reason && (
        <Text size="sm" c="dimmed" className="as-typed">
          {reason}
        </Text>
      )}
      {below}
    </li>
  );
}
