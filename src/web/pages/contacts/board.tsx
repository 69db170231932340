import { Anchor, Group, Text } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { AnswerFieldDocument } from '../../gql/answers.ts';
import { useAct } from '../../kit/act.ts';
import { EmptyState, QueryView } from '../../kit/list.tsx';
import { ProblemNote } from '../../kit/messages.tsx';
import { useRowKeys } from '../../kit/row-keys.ts';
import { contactName } from '../../parts/contacts.ts';
import { BoardColumn, type Move, type Stage } from './board-column.tsx';
import type { Contact, ContactsProps } from './list.tsx';

/**
 * The contacts by their stage. A card is dragged to another one, or moved with Shift and an arrow or by its menu. It is shown
 * there at once, and goes back where the server refuses.
 */
export function ContactBoard({ search, fields, fieldsQuery, openId }: ContactsProps) {
  const { act, problem } = useAct(AnswerFieldDocument);
  const [moves, setMoves] = useState<ReadonlyMap<number, Move>>(new Map());
  const [last, setLast] = useState<Move>();
  const stage = fields?.stage;
  const stages: Stage[] = [...(stage?.options ?? []), { id: 0, name: 'No stage', isArchived: false }];
  /** What the keys find a card in: its contact, and the stage that its column was read for. */
  const cards = useRef(new Map<string, Pick<Move, 'contact' | 'from'>>());
  const requests = useRef<Promise<unknown>>(Promise.resolve());
  const move = async (contact: Contact, from: number, to: number) => {
    if (!stage || from === to) return;
    const moved = { contact, from, to, isStored: false };
    setMoves((before) => new Map(before).set(contact.id, moved));
    setLast(undefined);
    const name = stages.find(({ id }) => id === to)?.name;
    const answer = to === 0 || name === undefined ? [] : [name];
    // One after the other, so that of two moves of a card the second one stands.
    const request = requests.current.then(() =>
      act({ input: { customFieldId: stage.id, contactId: contact.id, answer } }),
    );
    requests.current = request;
    const data = await request;
    setMoves((before) => {
      if (before.get(contact.id) !== moved) return before;
      const after = new Map(before);
      if (data) after.set(contact.id, { ...moved, isStored: true });
      else after.delete(contact.id);
      return after;
    });
    if (data) setLast(moved);
  };
  /** Where a column was read after the change, it knows better. */
  const onRead = useCallback((contacts: readonly Contact[], from: number) => {
    for (const contact of contacts) cards.current.set(contact.previewId, { contact, from });
    setMoves((before) => {
      const known = contacts.filter(({ id }) => before.get(id)?.isStored);
      return known.length === 0 ? before : new Map([...before].filter(([id]) => !known.some((each) => each.id === id)));
    });
  }, []);
  const targets = stages.filter(({ isArchived }) => !isArchived);
  const step = (by: number) => (previewId: string) => {
    const card = cards.current.get(previewId);
    if (!card) return;
    const from = moves.get(card.contact.id)?.to ?? card.from;
    const next = targets[targets.findIndex(({ id }) => id === from) + by];
    if (next) move(card.contact, from, next.id);
  };
  const board = useRowKeys({
    name: 'contact',
    openId,
    more: [
      { key: 'shift + ArrowRight', title: 'Move it to the next stage', act: step(1) },
      { key: 'shift + ArrowLeft', title: 'Move it to the stage before', act: step(-1) },
    ],
  });
  if (!fields) return <QueryView query={fieldsQuery}>{() => null}</QueryView>;
  if (!stage) return <EmptyState title="There are no stages">The workspace has no field of stages.</EmptyState>;
  return (
    <>
      <Group className="board-note" role="status">
        {last && (
          <Text size="sm">
            {contactName(last.contact)}: {stages.find(({ id }) => id === last.to)?.name}.{' '}
            <Anchor component="button" type="button" size="sm" onClick={() => move(last.contact, last.to, last.from)}>
              Undo
            </Anchor>
          </Text>
        )}
      </Group>
      <ProblemNote problem={problem} />
      <div className="board" ref={board}>
        {stages.map((each) => (
          <BoardColumn
            key={each.id}
            {...{ search, fields, fieldsQuery, openId, targets, moves, onRead }}
            stage={each}
            fieldId={stage.id}
            onMove={move}
          />
        ))}
      </div>
    </>
  );
}
