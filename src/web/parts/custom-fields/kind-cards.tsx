import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Kind } from './kinds.ts';

type CardProps = Pick<Kind, 'title' | 'summary' | 'icon'> & { readonly onClick: () => void };

/** One of the kinds from which a field is chosen. */
export function KindCard({ title, summary, icon: Icon, onClick }: CardProps) {
  return (
    <UnstyledButton className="kind-card" onClick={onClick}>
      <Icon size={20} />
      <span>
        <Text component="span" display="block" size="sm" fw={500}>
          {title}
        </Text>
        <Text component="span" display="block" size="xs" c="dimmed">
          {summary}
        </Text>
      </span>
    </UnstyledButton>
  );
}

export function KindCards({ children }: { readonly children: ReactNode }) {
  return <div className="kind-cards">{children}</div>;
}
