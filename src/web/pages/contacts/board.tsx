import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { problemOf } from '../../app/problem.ts';
import { AnswerFieldDocument } from '../../gql/answers.ts';
import { ContactBoardDocument, type ContactBoardQuery, ContactsDocument } from '../../gql/contacts.ts';
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

/** What was read of a column beyond its first page. */
interface More {
  readonly contacts: readonly Contact[];
  readonly nextCursor: string | null;
}

/** The contacts by their stage. */
export function ContactBoard({ view, search, fields, openId }: ContactsProps) {
  const client = useClient();
  const { act, problem } = useAct(AnswerFieldDocument);
  const { optionIds: _, unansweredFieldIds: __, ...filters } = variablesOf(search, view.today, undefined);
  const query = useQuery({ query: ContactBoardDocument, variables: { ...filters, limit: pageSize } });
  const board = query[0].data?.contactBoard;
  const [more, setMore] = useState<ReadonlyMap<number, More>>(new Map());
  const columns = useMemo(() => columnsOf(board ?? [], more), [board, more]);
  const stageId = fields?.stage?.id;
  const move = async ({ id }: Contact, { id: to, title }: BoardColumn<Contact>) => {
    if (stageId === undefined) return false;
    const answer = to === 0 ? [] : [title];
    return (await act({ input: { customFieldId: stageId, contactId: id, answer } })) !== undefined;
  };
  const readMore = async ({ id }: BoardColumn<Contact>) => {
    const before = more.get(id);
    const first = board?.find(({ optionId }) => (optionId ?? 0) === id);
    const cursor = before ? before.nextCursor : first?.nextCursor;
    if (!cursor) return;
    const stages = { ...search, stages: id === 0 ? noStage : String(id) };
    const variables = { ...variablesOf(stages, view.today, stageId), limit: pageSize, cursor };
    const { data, error } = await client.query(ContactsDocument, variables).toPromise();
    if (error) return notifyProblem(problemOf(error));
    const page = data?.contacts;
    if (!page) return;
    const contacts = [...(before?.contacts ?? []), ...page.contacts];
    setMore((known) => new Map(known).set(id, { contacts, nextCursor: page.nextCursor }));
  };
  return (
    <>
      <ProblemNote problem={problem} />
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
              onMore={readMore}
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

function columnsOf(board: readonly Column[], more: ReadonlyMap<number, More>): BoardColumn<Contact>[] {
  const first = new Set(board.flatMap(({ contacts }) => contacts.map(({ id }) => id)));
  return board.map(({ optionId, name, isArchived, contacts, count, nextCursor }) => {
    const later = more.get(optionId ?? 0);
    return {
      id: optionId ?? 0,
      title: name ?? 'No stage',
      isClosed: isArchived,
      // What was read later may have moved to the start of a column since.
      cards: [...contacts, ...(later?.contacts ?? []).filter(({ id }) => !first.has(id))],
      count,
      hasMore: (later ? later.nextCursor : nextCursor) !== null,
    };
  });
}
