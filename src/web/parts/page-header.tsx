import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from './title.ts';

interface PageHeaderProps {
  readonly title: string;
  /** One or two sentences on what the page is for. */
  readonly summary?: ReactNode;
  /** What can be done here: a button or two. */
  readonly actions?: ReactNode;
}

/** The head of a page; its title is that of the browser's tab as well. */
export function PageHeader({ title, summary, actions }: PageHeaderProps) {
  useTitle(title);
  return (
    <Group component="header" justify="space-between" align="flex-start" mb="lg" gap="md">
      <div className="page-header-text">
        <Title order={1} size="h2">
          {title}
        </Title>
        {summary !== undefined && (
          <Text c="dimmed" mt={4} maw="42rem">
            {summary}
          </Text>
        )}
      </div>
      {actions}
    </Group>
  );
}
