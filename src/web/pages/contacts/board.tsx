import '../../parts/custom-fields/custom-fields.css';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { problemOf } from '../../app/problem.ts';
import { AnswerFieldDocument } from '../../gql/answers.ts';
import {
  ContactBoardDocument,
  type ContactBoardQuery,
  ContactBoardValuesDocument,
  ContactsDocument,
  type ContactsQueryVariables,
} from '../../gql/contacts.ts';
import { useAct } from '../../kit/act.ts';
import { Board, type BoardCard, type BoardColumn } from '../../kit/board.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { QueryView } from '../../kit/list/query-view.tsx';
import { ProblemNote } from '../../kit/messages.tsx';
import { Moment } from '../../kit/moment.tsx';
import { AmountsLine } from '../../parts/amounts-line.tsx';
import type { Field } from '../../parts/answers/fields.ts';
import { contactName } from '../../parts/contacts.ts';
import { ColorDot } from '../../parts/custom-fields/colors.tsx';
import { memberName } from '../../parts/members.ts';
import type { Contact, ContactsProps } from './list.tsx';
import { type ContactsSearch, withoutStage } from './search.ts';

const pageSize = 20;
type Column = NonNullable<ContactBoardQuery['contactBoard']>[number];
type Page = Pick<Column, 'contacts' | 'nextCursor'>;
/** The pages of columns after the first ones, by the columns and their numbers. */
type LaterPages = ReadonlyMap<string, Page>;

const keyOf = (columnId: number, number: number) => `${columnId} ${number}`;
const idOf = ({ optionId }: Column) => optionId ?? 0;

/** The contacts by their stage. */
export function ContactBoard({ view, search, fields, openId }: ContactsProps) {
  const { act, problem } = useAct(AnswerFieldDocument);
  const filters = { ...view.variables, limit: pageSize };
  const query = useQuery({ query: ContactBoardDocument, variables: filters });
  const board = query[0].data?.contactBoard;
  const { limit: _, orderColumn: __, orderBy: ___, ...matching } = filters as Readonly<Record<string, unknown>>;
  // Read on its own: the sums of all deals take longer than the first cards.
  const [{ data: worth }] = useQuery({ query: ContactBoardValuesDocument, variables: matching });
  const values = useMemo(
    () => new Map(worth?.contactBoardValues?.map(({ optionId, values }) => [optionId ?? 0, values])),
    [worth],
  );
  /** How many later pages each column shows. */
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map());
  const [later, setLater] = useState<LaterPages>(new Map());
  const stages = fields?.stage?.options;
  const columns = useMemo(
    () => columnsOf({ board: board ?? [], stages: stages ?? [], counts, later, search }),
    [board, stages, counts, later, search],
  );
  const onRead = useCallback((key: string, page: Page) => setLater((before) => new Map(before).set(key, page)), []);
  // While a page is being read, another click asks for the same one.
  const showMore = ({ id, pages }: ReadColumn) => setCounts((before) => new Map(before).set(id, pages + 1));
  const stageId = fields?.stage?.id;
  const move = async ({ id }: BoardCard, { id: to, title }: BoardColumn) => {
    if (stageId === undefined) return false;
    const answer = to === 0 ? [] : [title];
    return (await act({ input: { customFieldId: stageId, contactId: id, answer } })) !== undefined;
  };
  return (
    <>
      <ProblemNote problem={problem} />
      {board?.map((column) => {
        const id = idOf(column);
        const count = counts.get(id);
        if (count === undefined || column.nextCursor === null) return null;
        const variables = { ...filters, ...(id === 0 ? withoutStage(stageId) : { optionIds: [id] }) };
        return <LaterPage key={id} {...{ id, count, variables, onRead }} number={1} cursor={column.nextCursor} />;
      })}
      <QueryView query={query}>
        {({ contactBoard }) =>
          (contactBoard ?? []).length <= 1 ? (
            <EmptyState title="There are no stages">The field of stages has no options.</EmptyState>
          ) : (
            <Board
              noun="contact"
              columns={columns}
              belowTitle={({ id }) => <AmountsLine amounts={values.get(id)} />}
              openKey={openId}
              onMove={move}
              onMore={({ id }) => {
                const column = columns.find((each) => each.id === id);
                if (column) showMore(column);
              }}
            />
          )
        }
      </QueryView>
    </>
  );
}

interface LaterPageProps {
  readonly id: number;
  readonly number: number;
  readonly count: number;
  readonly cursor: string;
  readonly variables: Omit<ContactsQueryVariables, 'cursor'>;
  readonly onRead: (key: string, page: Page) => void;
}

/** Reads a page of a column after its first one, and then the next. They follow what changes, as the first one does. */
function LaterPage({ number, cursor, ...column }: LaterPageProps) {
  const { id, variables, onRead, count } = column;
  const [{ data, error, fetching }, execute] = useQuery({
    query: ContactsDocument,
    variables: { ...variables, cursor },
  });
  const page = data?.contacts;
  const key = keyOf(id, number);
  useEffect(() => {
    if (page) onRead(key, page);
  }, [onRead, key, page]);
  if (error && !fetching)
    return <ProblemNote problem={problemOf(error)} onRetry={() => execute({ requestPolicy: 'network-only' })} />;
  if (!page?.nextCursor || number === count) return null;
  return <LaterPage {...column} number={number + 1} cursor={page.nextCursor} />;
}

function cardOf(contact: Contact, search: ContactsSearch): BoardCard {
  const { id, previewId, ownerMember, updatedAt } = contact;
  const name = contactName(contact);
  return {
    id,
    key: previewId,
    name,
    head: (
      <Link
        className="row-link"
        to="/contacts/$previewId"
        params={{ previewId }}
        search={search}
        data-id={previewId}
        resetScroll={false}
        draggable={false}
      >
        <bdi>{name}</bdi>
      </Link>
    ),
    body: (
      <Text size="xs" c="dimmed" className="breaks">
        {ownerMember ? <bdi>{memberName(ownerMember)}</bdi> : 'No owner'} · <Moment at={updatedAt} />
      </Text>
    ),
  };
}

interface ReadColumn extends BoardColumn {
  /** How many later pages are shown. */
  readonly pages: number;
}

interface ReadBoard {
  readonly board: readonly Column[];
  readonly stages: Field['options'];
  readonly counts: ReadonlyMap<number, number>;
  readonly later: LaterPages;
  readonly search: ContactsSearch;
}

/** The columns in the order of the board: contacts without a stage wait for theirs before the first one. */
function columnsOf({ board: read, stages, counts, later, search }: ReadBoard): ReadColumn[] {
  const board = [
    ...read.filter(({ optionId }) => optionId === null),
    ...read.filter(({ optionId }) => optionId !== null),
  ];
  const shown = new Set<number>();
  // Pages are read at different moments: a card that was moved meanwhile may be on two of them, the first ones knowing better.
  const take = (contacts: readonly Contact[]) => contacts.filter(({ id }) => !shown.has(id) && shown.add(id));
  const firstCards = board.map(({ contacts }) => take(contacts));
  return board.map((column, index) => {
    const id = idOf(column);
    const color = stages.find((stage) => stage.id === id)?.color;
    const cards = [...(firstCards[index] ?? [])];
    let { nextCursor } = column;
    let pages = 0;
    // What was read after a page that has become the last one is out of date.
    while (nextCursor !== null && pages < (counts.get(id) ?? 0)) {
      const page = later.get(keyOf(id, pages + 1));
      if (!page) break;
      cards.push(...take(page.contacts));
      nextCursor = page.nextCursor;
      pages++;
    }
    return {
      id,
      title: column.name ?? 'No stage',
      mark: color && <ColorDot color={color} />,
      isClosed: column.isArchived,
      isHiddenEmpty: id === 0,
      cards: cards.map((contact) => cardOf(contact, search)),
      count: column.count,
      hasMore: nextCursor !== null,
      pages,
    };
  });
}
