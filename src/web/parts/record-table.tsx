import type { ReactNode } from 'react';

interface RecordTableProps {
  /** The names of the columns. */
  readonly columns: readonly string[];
  /** Whether a last column has a button or a menu for each row. */
  readonly hasActions?: boolean;
  /** A page below the first goes on with its columns; only screen readers need their names again. */
  readonly isContinued?: boolean;
  readonly label?: string;
  readonly className?: string;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A list with columns, whose rows become cards where there is no room for them. */
export function RecordTable({ columns, hasActions, isContinued, label, className = '', children }: RecordTableProps) {
  return (
    <table className={`records ${className}`} aria-label={label}>
      <thead className={isContinued ? 'for-screen-readers' : undefined}>
        <tr>
          {columns.map((name) => (
            <th key={name}>{name}</th>
          ))}
          {hasActions && (
            <th className="actions">
              <span className="for-screen-readers">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
