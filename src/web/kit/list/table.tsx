import { Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Key, ReactNode } from 'react';
import { ChevronDownIcon, UpIcon } from '../icons.tsx';
import { Moment } from '../moment.tsx';
import { type Columns, type NamedColumn, type RowLink, shownColumns } from './columns.ts';
import './records.css';

export interface Sorting {
  /** The column of the server, with a minus before it where the last is first: `-createdAt`. */
  readonly by: string;
  readonly onSort: (by: string) => void;
}

interface RecordTableProps<Row> {
  readonly columns: Columns<Row>;
  /** The names of the columns to show, with commas between; the common ones without it. */
  readonly chosen?: string | undefined;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => Key;
  readonly label?: string;
  readonly sorting?: Sorting | undefined;
  /** Rows of one line. Without it each row has room for several. */
  readonly isDense?: boolean;
  /** A page below the first goes on with its columns; only screen readers need their names again. */
  readonly isContinued?: boolean;
  /** Before the first column: what selects a row. */
  readonly select?: ((row: Row) => ReactNode) | undefined;
  /** After the last column: a button or a menu. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** Whether the actions are menus, which need less room than buttons. */
  readonly hasMenus?: boolean;
  /** The key of the row whose record is open. */
  readonly openKey?: Key | undefined;
  readonly isMuted?: ((row: Row) => boolean) | undefined;
}

/** A list with columns, whose rows become cards where there is no room for them. */
export function RecordTable<Row>({ columns, chosen, ...props }: RecordTableProps<Row>) {
  const { rows, keyOf, label, sorting, isDense, isContinued, select, actions, hasMenus, openKey, isMuted } = props;
  const shown = shownColumns(columns, chosen);
  const hasLink = shown.some(({ link }) => link);
  return (
    <table className="records" data-dense={isDense || undefined} aria-label={label}>
      <thead className={isContinued ? 'for-screen-readers' : undefined}>
        <tr>
          {select && <Heading className="select-cell" title="Selected" isHidden />}
          {shown.map((column) => (
            <Heading key={column.name} {...column} sorting={isContinued ? undefined : sorting} />
          ))}
          {actions && <Heading className="actions" title="Actions" isHidden width={hasMenus ? '4rem' : '12rem'} />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row);
          return (
            <tr
              key={key}
              className={hasLink ? 'row-with-link' : undefined}
              data-open={key === openKey || undefined}
              data-muted={isMuted?.(row) || undefined}
            >
              {select && <td className="select-cell">{select(row)}</td>}
              {shown.map((column) => (
                <Cell key={column.name} {...{ column, row }} id={String(key)} isOpen={key === openKey} />
              ))}
              {actions && <td className="actions">{actions(row)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface HeadingProps {
  readonly title: string;
  readonly className?: string;
  readonly isHidden?: boolean;
  readonly sort?: string;
  readonly width?: string;
  readonly rank?: number;
  readonly sorting?: Sorting | undefined;
}

function Heading({ title, className, isHidden, sort, width, rank, sorting }: HeadingProps) {
  const isUp = sorting?.by === sort;
  const isDown = sorting?.by === `-${sort}`;
  return (
    <th
      className={className}
      style={{ width }}
      data-rank={rank}
      aria-sort={sort && (isUp || isDown) ? (isUp ? 'ascending' : 'descending') : undefined}
    >
      {isHidden && <span className="for-screen-readers">{title}</span>}
      {!isHidden && sort && sorting ? (
        <button type="button" className="sort" onClick={() => sorting.onSort(isDown ? sort : `-${sort}`)}>
          {title}
          {isUp && <UpIcon size={14} />}
          {isDown && <ChevronDownIcon size={14} />}
        </button>
      ) : (
        !isHidden && title
      )}
    </th>
  );
}

interface CellProps<Row> {
  readonly column: NamedColumn<Row>;
  readonly row: Row;
  readonly id: string;
  readonly isOpen: boolean;
}

function Cell<Row>({ column, row, id, isOpen }: CellProps<Row>) {
  const {
    title,
    link,
    cell,
    text,
    at,
    hint,
    isName,
    below,
    card = link ? 'head' : undefined,
    rank,
    className,
  } = column;
  const instant = at?.(row);
  const content = at ? instant ? <Moment at={instant} /> : 'Never' : cell ? cell(row) : text?.(row);
  const line = hint?.(row);
  return (
    <td className={className} data-card={card} data-label={title} data-rank={rank}>
      {link ? (
        <AnyLink {...link(row)} className="row-link" data-id={id} aria-current={isOpen || undefined}>
          <bdi className="breaks">{content}</bdi>
        </AnyLink>
      ) : isName ? (
        <Text component="div" fw={600} className="breaks">
          {content}
        </Text>
      ) : typeof content === 'string' ? (
        <bdi>{content}</bdi>
      ) : (
        content
      )}
      {line && <p className="hint breaks">{line}</p>}
      {below?.(row)}
    </td>
  );
}

interface AnyLinkProps extends RowLink {
  readonly className: string;
  readonly 'data-id': string;
  readonly 'aria-current': boolean | undefined;
  readonly children: ReactNode;
}

/** A link to a route that the list does not know by its type. The list stays where it is scrolled to. */
function AnyLink(props: AnyLinkProps) {
  return <Link {...(props as LinkProps)} resetScroll={false} />;
}
