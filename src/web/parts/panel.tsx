import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, type Ref, useId } from 'react';

interface PanelProps {
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
    <Paper withBorder radius="lg" p={padded ? padding : 0} className="panel" {...named}>
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
