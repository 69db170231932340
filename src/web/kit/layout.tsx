import { Group, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type Ref, useEffect, useId } from 'react';
import { BackIcon } from './icons.tsx';

/** The title of the browser's tab while the page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Slotline`;
  }, [title]);
}

interface PageHeaderProps {
  readonly title: string;
  /** The list that the page belongs to. */
  readonly back?: { readonly to: string; readonly title: string; readonly search?: object };
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
        <Link to={back.to} search={back.search ?? {}} className="back-link">
          <BackIcon size={16} />
          {back.title}
        </Link>
      )}
      <Group justify="space-between" align="flex-start" mb="lg" gap="md">
        <Group align="flex-start" wrap="nowrap" gap="md" className="page-header-text">
          {picture}
          <div>
            <Title order={1} size="h2" className="breaks">
              <bdi>{title}</bdi>
            </Title>
            {summary !== undefined && (
              <Text component="div" c="dimmed" mt={4} maw="42rem" className="summary">
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

export interface PanelProps {
  readonly children: ReactNode;
  readonly padded?: boolean;
  /** With it the panel is a region of the page. */
  readonly title?: string;
  /** For the focus, where a button is gone with what it was pressed for. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly summary?: ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
}

/** A surface on the page. Lists fill it to its edge; everything else is padded. */
export function Panel({ children, padded = true, title, titleRef, summary, actions }: PanelProps) {
  const titleId = useId();
  const padding = { base: 'md', sm: 'lg' };
  const named = title === undefined ? {} : { component: 'section' as const, 'aria-labelledby': titleId };
  return (
    <Paper
      withBorder
      radius="lg"
      p={padded ? padding : 0}
      className="panel"
      data-flush={!padded || undefined}
      {...named}
    >
      {title !== undefined && (
        <Group
          justify="space-between"
          align="flex-start"
          gap="md"
          px={padded ? 0 : 'md'}
          pt={padded ? 0 : padding}
          className="panel-header"
        >
          <div className="panel-head">
            <Title order={2} size="h4" id={titleId} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
              {title}
            </Title>
            {summary !== undefined && (
              <Text component="div" size="sm" c="dimmed" mt={2} maw="42rem">
                {summary}
              </Text>
            )}
          </div>
          {actions}
        </Group>
      )}
      {children}
    </Paper>
  );
}

/** One entry of a list of facts, a `dl`; a fact that is not known has no entry. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
    </div>
  );
}
