import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  /** What to do next. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** In the place of a list that has nothing yet. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw="32rem">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
