import type { ReactNode } from 'react';

/** Where a row leads. */
export interface RowLink {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: object | ((before: object) => object);
}

/** A column of a list. It has a text, which a CSV file has too, an instant, or a cell of its own. */
export interface Column<Row> {
  readonly title: string;
  readonly text?: (row: Row) => string | null | undefined;
  readonly cell?: (row: Row) => ReactNode;
  /** The instant that it shows; null for never. */
  readonly at?: (row: Row) => string | null;
  /** A small line below. */
  readonly hint?: (row: Row) => ReactNode;
  /** Names the row, and is printed accordingly. */
  readonly isName?: boolean;
  /** The column of the server that its heading sorts by. */
  readonly sort?: string;
  /** Makes the whole row a link. */
  readonly link?: (row: Row) => RowLink;
  /** Below the link, where its cell has more. */
  readonly below?: (row: Row) => ReactNode;
  readonly width?: string;
  /** A narrow list hides the columns of rank 3 first, then those of rank 2. */
  readonly rank?: 2 | 3;
  /** Hidden until the person chooses it. */
  readonly isOptional?: boolean;
  /** Its place on a card, the form of a row in a narrow window: a line of its own unless it says another. */
  readonly card?: 'head' | 'corner' | 'none';
  readonly className?: string;
}

/** The columns of a list by the names that the address has. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

export type NamedColumn<Row> = Column<Row> & { readonly name: string };

/** The columns that are shown, in their order: those that the address names, else the common ones. */
export function shownColumns<Row>(columns: Columns<Row>, chosen?: string): NamedColumn<Row>[] {
  const names = chosen?.split(',').filter((name) => Object.hasOwn(columns, name)) ?? [];
  const shown = names.length > 0 ? names : Object.keys(columns).filter((name) => !columns[name]?.isOptional);
  return shown.flatMap((name) => (columns[name] ? [{ ...columns[name], name }] : []));
}
