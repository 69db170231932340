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
  return (
    <li className="flow-step" data-next={isNext || undefined}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2} size="h4">
          {number}. {title}
        </Title>
        <StepState verdict={verdict} isNext={isNext} />
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

function StepState({ verdict, isNext }: Pick<StepCardProps, 'verdict' | 'isNext'>) {
  if (verdict?.isGood) {
    return (
      <Badge flex="none" variant="light" color="green">
        Done
      </Badge>
    );
  }
  if (verdict) {
    return (
      <Badge flex="none" variant="light" color="red">
        Failed
      </Badge>
    );
  }
  return (
    <Badge flex="none" variant="light" color={isNext ? undefined : 'gray'}>
      {isNext ? 'Next' : 'Later'}
    </Badge>
  );
}
