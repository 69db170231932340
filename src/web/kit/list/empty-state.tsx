import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { pluralOf } from '../counts.ts';
import type { FilteredView } from '../filters/use-filtered-view.ts';

interface EmptyStateProps {
  readonly title: string;
  /** What to do next. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** In the place of a list that has nothing yet. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" className="empty-state">
      <Text fw={500}>{title}</Text>
      <Text c="dimmed" size="sm" maw="32rem">
        {children}
      </Text>
      {action}
    </Stack>
  );
}

interface NothingFitsProps {
  readonly noun: string;
  readonly view: FilteredView;
}

/** In the place of a list whose filters leave nothing. A filter may also fit nothing of the tab that is shown. */
export function NothingFits({ noun, view: { tabs, clear, show } }: NothingFitsProps) {
  const all = tabs?.all.find(({ adjective }) => adjective === undefined);
  const isPart = tabs?.shown.adjective !== undefined && all !== undefined;
  return (
    <EmptyState
      title={isPart ? `No ${tabs.shown.adjective} ${noun} fits these filters` : `No ${noun} fits these filters`}
      action={
        <Group gap="xs" mt="xs">
          {isPart && (
            <Button variant="default" onClick={() => show({ [tabs.name]: all.value })}>
              Search all {pluralOf(noun)}
            </Button>
          )}
          <Button variant={isPart ? 'subtle' : 'default'} onClick={clear}>
            Clear the filters
          </Button>
        </Group>
      }
    >
      {isPart ? `Only ${tabs.shown.adjective} ${pluralOf(noun)} are shown.` : 'Change them, or clear them.'}
    </EmptyState>
  );
}
