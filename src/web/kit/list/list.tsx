import { Checkbox } from '@mantine/core';
import { type Key, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql';
import { countOf, pluralOf } from '../counts.ts';
import type { FilteredView } from '../filters/use-filtered-view.ts';
import { Panel, type PanelProps } from '../layout.tsx';
import type { Columns } from './columns.ts';
import { EmptyState, NothingFits } from './empty-state.tsx';
import { type PageWith, pageOf, takesVariable } from './page-of.ts';
import { type ListPart, PagedList, useReportedCursor } from './paging.tsx';
import { LateSkeleton, QueryView } from './query-view.tsx';
import { useRepeatedRead } from './repeated-read.ts';
import { useRowKeys } from './row-keys.ts';
import { RowMenu } from './row-menu.tsx';
import { type Ids, useSelection } from './selection.ts';
import { RecordTable } from './table.tsx';

/** How many rows a list reads at once: rows of one line, and larger ones. */
export const pageSizes = { dense: 30, roomy: 20 } as const;

/** The ids of the rows that are selected, for what is done with them. */
export interface Selection {
  readonly ids: Ids;
  readonly set: (ids: Ids) => void;
  /** How many rows fit the filters. */
  readonly count: number;
}

interface ListProps<Data, Variables, Row> {
  /** A row in a word: "call". */
  readonly noun: string;
  /** The name of the list, where it is not that of its rows. */
  readonly label?: string;
  readonly document: TypedDocumentNode<Data, Variables>;
  /** All but `cursor` and `limit`; those of the filters without it. */
  readonly variables?: Omit<Variables, 'cursor' | 'limit'>;
  /** The page in the data: `({ eventCalls }) => eventCalls`. */
  readonly of: (data: Data) => PageWith<Row> | null | undefined;
  readonly columns: Columns<Row>;
  /** The filters and the order that the address says. */
  readonly view?: FilteredView | undefined;
  /** What the address of a record names it by; its id without it. */
  readonly keyOf?: (row: Row) => Key;
  readonly isDense?: boolean;
  readonly isMuted?: (row: Row) => boolean;
  /** The key of the record that is open beside the list. */
  readonly openKey?: Key | undefined;
  /** Keys that do something with the row that has the focus. */
  readonly keys?: readonly { readonly key: string; readonly title: string; readonly act: (row: Row) => void }[];
  /** The name of a row, for what is done with it. */
  readonly nameOf?: (row: Row) => string;
  /** The items of a menu at the end of each row; a row without any has no menu. */
  readonly menu?: (row: Row) => ReactNode;
  /** Buttons at the end of each row. */
  readonly actions?: (row: Row) => ReactNode;
  /** With it rows can be selected; shows what can be done with those that are. */
  readonly selection?: (selection: Selection) => ReactNode;
  /** A hook that adds rows to those of a page, such as what has just ended. */
  readonly useRows?: (rows: readonly Row[] | undefined) => readonly Row[];
  /** Gets the rows of the first page, for what beside the list depends on them. */
  readonly onRead?: (rows: readonly Row[]) => void;
  /** False while something is read that the rows need. */
  readonly isReady?: boolean;
  /** In the place of a list that has nothing yet. */
  readonly empty?: { readonly title: string; readonly text: ReactNode; readonly action?: ReactNode };
  /** The head of the panel around the list. */
  readonly panel?: Omit<PanelProps, 'children' | 'padded'>;
  /** Above the rows, in the same panel. */
  readonly head?: ReactNode;
  /** Below the rows, in the same panel. */
  readonly foot?: ReactNode;
  /** Reads the list again after so many milliseconds, again and again, while somebody looks at it. */
  readonly everyMs?: number | undefined;
}

/** A list of records, a page at a time: j and k go from one to the next, Enter opens one, x selects it. */
export function List<Data, Variables extends AnyVariables, Row>(props: ListProps<Data, Variables, Row>) {
  const { noun, openKey, keys = [], selection, head, keyOf = idOf } = props;
  const variables = variablesIn(props);
  const { ids: selected, set, toggle } = useSelection(variables);
  const [count, setCount] = useState(0);
  /** The rows by their keys as texts, for the keys of the keyboard. */
  const known = useRef(new Map<string, Row>());
  const withRow = (act: (row: Row) => void) => (id: string) => {
    const row = known.current.get(id);
    if (row !== undefined) act(row);
  };
  const box = useRowKeys({
    name: noun,
    openId: openKey === undefined ? undefined : String(openKey),
    more: [
      ...keys.map(({ act, ...key }) => ({ ...key, act: withRow(act) })),
      ...(selection ? [{ key: 'x', title: `Select the ${noun}`, act: withRow((row) => toggle(idOf(row))) }] : []),
    ],
  });
  const remember = useCallback((key: Key, row: Row) => void known.current.set(String(key), row), []);
  return (
    <>
      {selected.size > 0 && selection?.({ ids: selected, set, count })}
      <Panel {...props.panel} padded={false}>
        {head}
        <div ref={box}>
          <PagedList filter={JSON.stringify(variables)}>
            {(part) => (
              <Part
                {...props}
                {...{ part, keyOf, onCount: setCount, onRow: remember }}
                selected={selection && selected}
                onToggle={toggle}
              />
            )}
          </PagedList>
        </div>
        {props.foot}
      </Panel>
    </>
  );
}

interface PartProps<Data, Variables, Row> extends ListProps<Data, Variables, Row> {
  readonly part: ListPart;
  readonly keyOf: (row: Row) => Key;
  readonly selected: Ids | undefined;
  readonly onToggle: (id: number) => void;
  readonly onCount: (count: number) => void;
  readonly onRow: (key: Key, row: Row) => void;
}

/** One page of the list. */
function Part<Data, Variables extends AnyVariables, Row>(props: PartProps<Data, Variables, Row>) {
  const query = useQuery({ query: props.document, variables: variablesOf(props) as Variables });
  useRepeatedRead(query[1], props.everyMs);
  return <QueryView query={query}>{(data) => <Rows {...props} data={data} isLate={query[0].fetching} />}</QueryView>;
}

interface RowsProps<Data, Variables, Row> extends PartProps<Data, Variables, Row> {
  readonly data: Data;
  /** True while the rows are those of earlier filters. */
  readonly isLate: boolean;
}

function Rows<Data, Variables extends AnyVariables, Row>(props: RowsProps<Data, Variables, Row>) {
  const { noun, data, of, columns, view, keyOf, menu, isReady = true } = props;
  const { part, selected, onToggle, onCount, onRead, onRow, nameOf = String } = props;
  const found = of(data);
  const page = found ? pageOf<Row>(found) : undefined;
  const rows = (props.useRows ?? theseRows)(page?.rows);
  useReportedCursor(part, isReady && !props.isLate ? page?.nextCursor : undefined, rows.length === 0);
  const first = part.index === 0 ? page : undefined;
  const count = first?.count;
  useEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);
  const read = first?.rows;
  useEffect(() => {
    if (read !== undefined) onRead?.(read);
  }, [read, onRead]);
  useEffect(() => {
    for (const row of rows) onRow(keyOf(row), row);
  });
  if (!isReady) return <LateSkeleton rows={8} />;
  if (rows.length === 0 && part.index === 0 && page?.nextCursor == null) return <Nothing {...props} />;
  return (
    <>
      {count !== undefined && !props.panel?.title && (
        <p className="list-count" role="status">
          {countOf(count, noun)}
        </p>
      )}
      <RecordTable
        {...{ columns, rows, keyOf }}
        chosen={view?.search.columns}
        label={props.label ?? titleOf(noun)}
        sorting={
          view && {
            by: view.sort ?? '',
            onSort: (by) => view.show({ sort: by === view.defaultSort ? undefined : by }),
          }
        }
        isDense={props.isDense ?? false}
        isContinued={part.index > 0}
        isMuted={props.isMuted}
        openKey={props.openKey}
        select={
          selected &&
          ((row) => (
            <Checkbox
              size="xs"
              aria-label={`Select ${nameOf(row)}`}
              checked={selected.has(idOf(row))}
              onChange={() => onToggle(idOf(row))}
            />
          ))
        }
        hasMenus={menu !== undefined}
        actions={
          menu && rows.some(menu)
            ? (row) => {
                const items = menu(row);
                return items && <RowMenu name={nameOf(row)}>{items}</RowMenu>;
              }
            : props.actions
        }
      />
    </>
  );
}

function Nothing<Data, Variables, Row>({ noun, view, empty }: ListProps<Data, Variables, Row>) {
  if (view?.isFiltered) return <NothingFits noun={noun} view={view} />;
  if (!empty) return null;
  return (
    <EmptyState title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}

function variablesIn<Data, Variables, Row>({ variables, view }: ListProps<Data, Variables, Row>): object | undefined {
  return variables ?? view?.variables;
}

/** What the page is read with. A list that the server gives as a whole has no cursor. */
function variablesOf<Data, Variables, Row>(props: PartProps<Data, Variables, Row>): object {
  const { document, part, isDense } = props;
  return {
    ...variablesIn(props),
    ...(takesVariable(document, 'cursor') && { cursor: part.cursor }),
    ...(takesVariable(document, 'limit') && { limit: isDense ? pageSizes.dense : pageSizes.roomy }),
  };
}

function titleOf(noun: string): string {
  const rows = pluralOf(noun);
  return rows.charAt(0).toUpperCase() + rows.slice(1);
}

function theseRows<Row>(rows: readonly Row[] = []): readonly Row[] {
  return rows;
}

function idOf(row: unknown): number {
  return (row as { readonly id: number }).id;
}
