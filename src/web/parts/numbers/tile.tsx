import './numbers.css';
import type { ReactNode } from 'react';

interface TileProps {
  readonly title: string;
  /** The number, as a link to the list of its records where there is one. */
  readonly children: ReactNode;
  /** How it compares with the period before. */
  readonly change?: string | undefined;
  /** What it is made of, and what to know about it. */
  readonly note?: ReactNode;
}

/** A number with its name, as an entry of a `dl`. */
export function Tile({ title, children, change, note }: TileProps) {
  return (
    <div className="tile">
      <dt>{title}</dt>
      <dd>
        <span className="tile-number">{children}</span>
        {change !== undefined && <span className="hint number">{change}</span>}
        {note !== undefined && <span className="hint">{note}</span>}
      </dd>
    </div>
  );
}
