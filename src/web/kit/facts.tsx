import type { ReactNode } from 'react';

interface FactsProps {
  /** The values by their names, in their order. What is undefined or false is left out. */
  readonly of: Readonly<Record<string, ReactNode>>;
  readonly className?: string;
}

/** Names with their values. */
export function Facts({ of, className = 'facts' }: FactsProps) {
  return (
    <dl className={className}>
      {Object.entries(of).map(
        ([name, value]) =>
          value !== undefined &&
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
