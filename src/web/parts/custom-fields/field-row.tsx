import './custom-fields.css';
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

interface FieldRowProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** Beside the label. */
  readonly badge?: ReactNode;
  readonly help?: string | null | undefined;
  /** Joined by dots; those that are not known are left out. */
  readonly facts: readonly (string | false | undefined)[];
  readonly warning?: string | undefined;
  readonly onOpen: () => void;
}

/** A field in a list. A press anywhere on it opens its form. */
export function FieldRow({ icon, label, badge, help, facts, warning, onOpen }: FieldRowProps) {
  return (
    <div className="field-row">
      <span className="field-icon">{icon}</span>
      <div>
        <UnstyledButton className="field-label breaks" aria-label={`Edit “${label}”`} onClick={onOpen}>
          {label}
        </UnstyledButton>{' '}
        {badge}
        {help && <p className="hint two-lines">{help}</p>}
        <p className="hint">{facts.filter(Boolean).join(' · ')}</p>
        {warning !== undefined && <p className="field-warning">{warning}</p>}
      </div>
    </div>
  );
}
