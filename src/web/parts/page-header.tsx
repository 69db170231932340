import { Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackIcon } from './icons.tsx';
import { useTitle } from './title.ts';

interface PageHeaderProps {
  readonly title: string;
  /** The list that the page belongs to. */
  readonly back?: { readonly to: string; readonly title: string };
  /** A picture beside the title. */
  readonly picture?: ReactNode;
  /** One or two sentences on what the page is for. */
  readonly summary?: ReactNode;
  /** What can be done here: a button or two. */
  readonly actions?: ReactNode;
}

/** The head of a page; its title is that of the browser's tab as well. */
export function PageHeader({ title, back, picture, summary, actions }: PageHeaderProps) {
  useTitle(title);
  return (
    <header>
      {back && (
        <Link to={back.to} className="back-link">
          <BackIcon size={16} />
          {back.title}
        </Link>
      )}
      <Group justify="space-between" align="flex-start" mb="lg" gap="md">
        <Group align="flex-start" wrap="nowrap" gap="md" className="page-header-text">
          {picture}
          <div>
            <Title order={1} size="h2" className="breaks">
              {title}
            </Title>
            {summary !== undefined && (
              <Text component="div" c="dimmed" mt={4} maw="42rem">
                {summary}
              </Text>
            )}
          </div>
        </Group>
        {actions}
      </Group>
    </header>
  );
}
