import { ActionIcon, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { useQuery } from 'urql';
import { ContactsDocument } from '../../gql/contacts.ts';
import { DotsIcon } from '../../kit/icons.tsx';
import { type ListPage, PagedList, QueryView, useReportedCursor } from '../../kit/list.tsx';
import { Moment } from '../../kit/moment.tsx';
import { contactName } from '../../parts/contacts.ts';
import { memberName } from '../../parts/members.ts';
import type { Contact, ContactsProps } from './list.tsx';
import { noStage, variablesOf } from './search.ts';

/** An option of the field of stages; 0 for contacts without one. */
export interface Stage {
  readonly id: number;
  readonly name: string;
  readonly isArchived: boolean;
}

/** A card that was moved, until its column is read anew. */
export interface Move {
  readonly contact: Contact;
  readonly from: number;
  readonly to: number;
  readonly isStored: boolean;
}

interface BoardColumnProps extends ContactsProps {
  readonly stage: Stage;
  readonly fieldId: number;
  /** Where cards can be moved, in their order. */
  readonly targets: readonly Stage[];
  readonly moves: ReadonlyMap<number, Move>;
  readonly onMove: (contact: Contact, from: number, to: number) => void;
  readonly onRead: (contacts: readonly Contact[], stageId: number) => void;
}

const pageSize = 20;
const dragType = 'application/x-slotline-contact';

/** The contacts of one stage. */
export function BoardColumn(props: BoardColumnProps) {
  const { search, stage, fieldId, moves, onMove } = props;
  const [count, setCount] = useState<number>();
  const [isOver, setIsOver] = useState(false);
  const titleId = useId();
  const variables = variablesOf({ ...search, stages: stage.id === 0 ? noStage : String(stage.id) }, fieldId);
  const movedHere = [...moves.values()].filter(({ to }) => to === stage.id);
  if (stage.isArchived && count === 0 && movedHere.length === 0) return null;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const { contact, from } = JSON.parse(event.dataTransfer.getData(dragType)) as Pick<Move, 'contact' | 'from'>;
    onMove(contact, from, stage.id);
  };
  const target = !stage.isArchived && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: drop,
  };
  return (
    <section className="board-column" aria-labelledby={titleId} data-over={isOver || undefined} {...target}>
      <h2 id={titleId}>
        <bdi>{stage.name}</bdi>{' '}
        {count !== undefined && <span className="soft number">{count.toLocaleString('en')}</span>}
      </h2>
      <PagedList filter={JSON.stringify(variables)}>
        {(page) => (
          <ColumnPart
            {...props}
            {...{ page, variables }}
            onCount={setCount}
            movedHere={page.index === 0 ? movedHere : []}
          />
        )}
      </PagedList>
    </section>
  );
}

interface ColumnPartProps extends BoardColumnProps {
  readonly page: ListPage;
  readonly variables: ReturnType<typeof variablesOf>;
  readonly movedHere: readonly Move[];
  readonly onCount: (count: number) => void;
}

function ColumnPart({ page, variables, movedHere, onCount, onRead, ...props }: ColumnPartProps) {
  const { stage, moves } = props;
  const query = useQuery({
    query: ContactsDocument,
    variables: { ...variables, limit: pageSize, cursor: page.cursor },
  });
  const found = query[0].data?.contacts ?? undefined;
  useReportedCursor(page, found?.nextCursor);
  const read = found?.contacts;
  useEffect(() => {
    if (read) onRead(read, stage.id);
  }, [read, stage.id, onRead]);
  const rows = (read ?? []).filter(({ id }) => (moves.get(id)?.to ?? stage.id) === stage.id);
  const added = movedHere.filter(({ contact }) => !rows.some(({ id }) => id === contact.id));
  const count =
    found && found.count - (found.contacts.length - rows.length) + added.filter(({ isStored }) => !isStored).length;
  useEffect(() => {
    if (count !== undefined && page.index === 0) onCount(count);
  }, [count, page.index, onCount]);
  return (
    <QueryView query={query}>
      {() => (
        <ul className="board-cards">
          {[...added.map(({ contact }) => contact), ...rows].map((contact) => (
            <Card key={contact.id} contact={contact} {...props} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

type CardProps = Pick<BoardColumnProps, 'search' | 'openId' | 'stage' | 'targets' | 'onMove'> & {
  readonly contact: Contact;
};

function Card({ contact, search, openId, stage, targets, onMove }: CardProps) {
  const { previewId, ownerMember, updatedAt } = contact;
  const name = contactName(contact);
  const drag = ({ dataTransfer }: DragEvent) => {
    dataTransfer.effectAllowed = 'move';
    dataTransfer.setData(dragType, JSON.stringify({ contact, from: stage.id }));
  };
  return (
    <li className="board-card row-with-link" draggable onDragStart={drag} data-open={previewId === openId || undefined}>
      <div className="board-card-head">
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
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Move ${name}`}>
              <DotsIcon size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Move to</Menu.Label>
            {targets
              .filter(({ id }) => id !== stage.id)
              .map((target) => (
                <Menu.Item key={target.id} onClick={() => onMove(contact, stage.id, target.id)}>
                  {target.name}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <Text size="xs" c="dimmed" className="breaks">
        {ownerMember ? <bdi>{memberName(ownerMember)}</bdi> : 'No owner'} · <Moment at={updatedAt} />
      </Text>
    </li>
  );
}
