import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { problemOf } from '../../app/problem.ts';
import { AnswerFieldDocument } from '../../gql/answers.ts';
import {
  ContactBoardDocument,
  type ContactBoardQuery,
  ContactsDocument,
  type ContactsQueryVariables,
} from '../../gql/contacts.ts';
import { useAct } from '../../kit/act.ts';
import { Board, type BoardColumn } from '../../kit/board.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { QueryView } from '../../kit/list/query-view.tsx';
import { notifyProblem, ProblemNote } from '../../kit/messages.tsx';
import { Moment } from '../../kit/moment.tsx';
import { contactName } from '../../parts/contacts.ts';
import { memberName } from '../../parts/members.ts';
import type { Contact, ContactsProps } from './list.tsx';
import { noStage, variablesOf } from './search.ts';

const pageSize = 20;
type Column = NonNullable<ContactBoardQuery['contactBoard']>[number];
type Page = Pick<Column, 'contacts' | 'nextCursor'>;

/** The contacts by their stage. */
export function ContactBoard({ view, search, fields, openId }: ContactsProps) {
  const { act, problem } = useAct(AnswerFieldDocument);
  const { optionIds: _, unansweredFieldIds: __, ...filters } = variablesOf(search, view.today, undefined);
  const query = useQuery({ query: ContactBoardDocument, variables: { ...filters, limit: pageSize } });
  const board = query[0].data?.contactBoard;
  /** How many pages each column shows beyond its first one. */
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map());
  const [later, setLater] = useState<ReadonlyMap<string, Page>>(new Map());
  const columns = useMemo(() => columnsOf(board ?? [], counts, later), [board, counts, later]);
  const showMore = ({ id }: BoardColumn<Contact>) =>
    setCounts((before) => new Map(before).set(id, (before.get(id) ?? 0) + 1));
  const onRead = useCallback((key: string, page: Page) => setLater((before) => new Map(before).set(key, page)), []);
  const stageId = fields?.stage?.id;
  const move = async ({ id }: Contact, { id: to, title }: BoardColumn<Contact>) => {
    if (stageId === undefined) return false;
    const answer = to === 0 ? [] : [title];
    return (await act({ input: { customFieldId: stageId, contactId: id, answer } })) !== undefined;
  };
  const laterPages = [...counts].map(([id, count]) => {
    const stages = { ...search, stages: id === 0 ? noStage : String(id) };
    const cursor = board?.find((column) => idOf(column) === id)?.nextCursor;
    const variables = { ...variablesOf(stages, view.today, stageId), limit: pageSize };
    return cursor && <LaterPages key={id} {...{ id, count, variables, cursor, onRead }} index={1} />;
  });
  return (
    <>
      <ProblemNote problem={problem} />
      {laterPages}
      <QueryView query={query}>
        {({ contactBoard }) =>
          (contactBoard ?? []).length <= 1 ? (
            <EmptyState title="There are no stages">The field of stages has no options.</EmptyState>
          ) : (
            <Board
              noun="contact"
              columns={columns}
              idOf={({ id }) => id}
              nameOf={contactName}
              keyOf={({ previewId }) => previewId}
              openKey={openId}
              head={(contact) => <ContactHead contact={contact} search={search} />}
              onMove={move}
              onMore={showMore}
            >
              {({ ownerMember, updatedAt }) => (
                <Text size="xs" c="dimmed" className="breaks">
                  {ownerMember ? <bdi>{memberName(ownerMember)}</bdi> : 'No owner'} · <Moment at={updatedAt} />
                </Text>
              )}
            </Board>
          )
        }
      </QueryView>
    </>
  );
}

interface ContactHeadProps extends Pick<ContactsProps, 'search'> {
  readonly contact: Contact;
}

function ContactHead({ contact, search }: ContactHeadProps) {
  const { previewId } = contact;
  return (
    <Link
      className="row-link"
      to="/contacts/$previewId"
      params={{ previewId }}
      search={search}
      data-id={previewId}
      resetScroll={false}
      draggable={false}
    >
      <bdi>{contactName(contact)}</bdi>
    </Link>
  );
}

interface LaterPagesProps {
  readonly id: number;
  readonly index: number;
  readonly count: number;
  readonly cursor: string;
  readonly variables: Omit<ContactsQueryVariables, 'cursor'>;
  readonly onRead: (key: string, page: Page) => void;
}

/** Reads the pages of a column after its first one, each after the one before it. They follow what changes, as that does. */
function LaterPages({ id, index, cursor, variables, onRead, count }: LaterPagesProps) {
  const [{ data, error }] = useQuery({ query: ContactsDocument, variables: { ...variables, cursor } });
  const page = data?.contacts;
  const key = keyOf(id, index);
  useEffect(() => {
    if (page) onRead(key, page);
  }, [onRead, key, page]);
  useEffect(() => {
    if (error) notifyProblem(problemOf(error));
  }, [error]);
  if (!page?.nextCursor || index === count) return null;
  return <LaterPages {...{ id, variables, onRead, count }} index={index + 1} cursor={page.nextCursor} />;
}

const keyOf = (columnId: number, index: number) => `${columnId} ${index}`;
const idOf = ({ optionId }: Column) => optionId ?? 0;

function columnsOf(
  board: readonly Column[],
  counts: ReadonlyMap<number, number>,
  later: ReadonlyMap<string, Page>,
): BoardColumn<Contact>[] {
  const shown = new Set<number>();
  // Pages are read at different moments: a card that was moved meanwhile may be on two of them, the first ones knowing better.
  const take = (contacts: readonly Contact[]) => contacts.filter(({ id }) => !shown.has(id) && shown.add(id));
  const firstCards = board.map(({ contacts }) => take(contacts));
  return board.map((column, columnIndex) => {
    const id = idOf(column);
    const pages = Array.from({ length: counts.get(id) ?? 0 }, (_, index) => later.get(keyOf(id, index + 1)));
    const read = pages.filter((page) => page !== undefined);
    return {
      id,
      title: column.name ?? 'No stage',
      isClosed: column.isArchived,
      cards: [...(firstCards[columnIndex] ?? []), ...read.flatMap(({ contacts }) => take(contacts))],
      count: column.count,
      hasMore: (read.at(-1) ?? column).nextCursor !== null,
    };
  });
}
