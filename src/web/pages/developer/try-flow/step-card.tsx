import { Badge, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Verdict } from './verdicts.ts';

interface StepCardProps {
  readonly number: number;
  readonly title: string;
  readonly why: string;
  readonly verdict: Verdict | undefined;
  readonly isNext: boolean;
  readonly children?: ReactNode;
  /** Below what is said about it. */
  readonly actions?: ReactNode;
}

/** A step of the flow: what it is for, what happened, and how it went. */
export function StepCard({ number, title, why, verdict, isNext, children, actions }: StepCardProps) {
  const [state, color] = stateOf({ verdict, isNext });
  return (
    <li className="flow-step" data-next={isNext || undefined}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2} size="h4">
          {number}. {title}
        </Title>
        <Badge flex="none" color={color}>
          {state}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" mt={4} maw="48rem">
        {why}
      </Text>
      {children}
      {verdict && (
        <Text
          size="sm"
          mt="sm"
          className={verdict.isGood ? 'breaks' : 'breaks flow-problem'}
          fw={verdict.isGood ? 400 : 600}
        >
          {verdict.text}
        </Text>
      )}
      {actions}
    </li>
  );
}

/** How far a step is, in a word, and its colour. */
function stateOf({ verdict, isNext }: Pick<StepCardProps, 'verdict' | 'isNext'>): readonly [string, string?] {
  if (verdict) return verdict.isGood ? ['Done', 'green'] : ['Failed', 'red'];
  return isNext ? ['Next'] : ['Later', 'gray'];
}
