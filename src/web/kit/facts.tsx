import type { ReactNode } from 'react';
import { Fact } from './layout.tsx';

interface FactsProps {
  /** The values by their names, in their order. One that is not known is left out. */
  readonly of: Readonly<Record<string, ReactNode>>;
  readonly className?: string;
}

/** Names with their values. */
export function Facts({ of, className = 'facts' }: FactsProps) {
  return (
    <dl className={className}>
      {Object.entries(of).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}
