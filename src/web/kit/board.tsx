import './board.css';
import { ActionIcon, Menu } from '@mantine/core';
import { type DragEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { DotsIcon } from './icons.tsx';
import { ShowMore } from './list/paging.tsx';
import { useRowKeys } from './list/row-keys.ts';
import { notifyDone } from './messages.tsx';

/** A column of a board, with its first cards. */
export interface BoardColumn<Card> {
  readonly id: number;
  readonly title: string;
  /** No card is moved there; without cards it is not shown. */
  readonly isClosed?: boolean;
  readonly cards: readonly Card[];
  /** How many cards it has in all. */
  readonly count: number;
  readonly hasMore: boolean;
  /** What its cards come to, such as an amount. */
  readonly sum?: ReactNode;
}

interface Move<Card> {
  readonly card: Card;
  readonly from: number;
  readonly to: number;
  readonly isStored: boolean;
}

interface BoardProps<Card> {
  /** A card in a word: "contact". */
  readonly noun: string;
  readonly columns: readonly BoardColumn<Card>[];
  readonly idOf: (card: Card) => number;
  readonly nameOf: (card: Card) => string;
  /** The `data-id` of the link of a card, and whether its record is open. */
  readonly keyOf: (card: Card) => string;
  readonly openKey: string | undefined;
  /** The head of a card is a link of the class `row-link`. */
  readonly head: (card: Card) => ReactNode;
  readonly children: (card: Card) => ReactNode;
  /** Stores a move. Returns whether it is stored. */
  readonly onMove: (card: Card, to: BoardColumn<Card>) => Promise<boolean>;
  readonly onMore: (column: BoardColumn<Card>) => void;
}

const dragType = 'application/x-slotline-card';

/**
 * Cards in columns. A card is dragged to another column, or moved with Shift and an arrow or by its menu. It is shown there at
 * once, goes back where the server refuses, and the key `u` takes it back.
 */
export function Board<Card>(props: BoardProps<Card>) {
  const { noun, columns, idOf, nameOf, keyOf, openKey, onMove, onMore } = props;
  const [moves, setMoves] = useState<ReadonlyMap<number, Move<Card>>>(new Map());
  const [focused, setFocused] = useState<string>();
  const [read, setRead] = useState(columns);
  if (read !== columns) {
    setRead(columns);
    // What was read since a move was stored knows better.
    setMoves((before) => new Map([...before].filter(([, { isStored }]) => !isStored)));
  }
  const requests = useRef<Promise<unknown>>(Promise.resolve());
  const placed = columns.flatMap((column) => column.cards.map((card) => ({ card, from: column.id })));
  const columnOf = ({ card, from }: { readonly card: Card; readonly from: number }) =>
    moves.get(idOf(card))?.to ?? from;
  const move = async (card: Card, from: number, to: number) => {
    const target = columns.find(({ id }) => id === to);
    if (!target || from === to) return;
    const id = idOf(card);
    const moved = { card, from, to, isStored: false };
    setMoves((before) => new Map(before).set(id, moved));
    // One after the other, so that of two moves of a card the second one stands.
    const request = requests.current.then(() => onMove(card, target));
    requests.current = request;
    const isStored = await request;
    setMoves((before) => {
      if (before.get(id) !== moved) return before;
      const after = new Map(before);
      if (isStored) after.set(id, { ...moved, isStored });
      else after.delete(id);
      return after;
    });
    if (isStored) notifyDone(`${nameOf(card)}: ${target.title}`, () => move(card, to, from));
  };
  const targets = columns.filter(({ isClosed }) => !isClosed);
  const step = (by: number) => (key: string) => {
    const found = placed.find(({ card }) => keyOf(card) === key);
    if (!found) return;
    const from = columnOf(found);
    const next = targets[targets.findIndex(({ id }) => id === from) + by];
    if (!next) return;
    void move(found.card, from, next.id);
    setFocused(key);
  };
  const box = useRowKeys({
    name: noun,
    openId: openKey,
    more: [
      { key: 'shift + ArrowRight', title: 'Move it to the next column', act: step(1) },
      { key: 'shift + ArrowLeft', title: 'Move it to the previous column', act: step(-1) },
    ],
  });
  // In its new column the card is another element: the next key is for it, too.
  useLayoutEffect(() => {
    if (focused === undefined) return;
    box.current?.querySelector<HTMLElement>(`.row-link[data-id="${CSS.escape(focused)}"]`)?.focus();
    setFocused(undefined);
  }, [focused, box]);
  return (
    <div className="board" ref={box}>
      {columns.map((column) => {
        const own = placed.filter((each) => columnOf(each) === column.id);
        // Those that were moved here are first.
        const cards = [
          ...own.filter(({ from }) => from !== column.id),
          ...own.filter(({ from }) => from === column.id),
        ];
        if (column.isClosed && column.count === 0 && cards.length === 0) return null;
        return (
          <Column
            key={column.id}
            {...props}
            {...{ column, targets }}
            cards={cards.map(({ card }) => card)}
            count={column.count - column.cards.length + own.length}
            onDropped={(id) => {
              const found = placed.find(({ card }) => idOf(card) === id);
              if (found) void move(found.card, columnOf(found), column.id);
            }}
            onChosen={(card, to) => void move(card, column.id, to)}
            onMore={() => onMore(column)}
          />
        );
      })}
    </div>
  );
}

interface ColumnProps<Card> extends Omit<BoardProps<Card>, 'onMore'> {
  readonly column: BoardColumn<Card>;
  readonly cards: readonly Card[];
  readonly count: number;
  readonly targets: readonly BoardColumn<Card>[];
  readonly onDropped: (id: number) => void;
  readonly onChosen: (card: Card, to: number) => void;
  readonly onMore: () => void;
}

function Column<Card>({ column, cards, count, targets, onDropped, onMore, ...card }: ColumnProps<Card>) {
  const [isOver, setIsOver] = useState(false);
  const titleId = useId();
  const target = !column.isClosed && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      onDropped(Number(event.dataTransfer.getData(dragType)));
    },
  };
  return (
    <section className="board-column" aria-labelledby={titleId} data-over={isOver || undefined} {...target}>
      <h2 id={titleId}>
        <bdi>{column.title}</bdi> <span className="soft number">{count.toLocaleString('en')}</span>
        {column.sum && <span className="soft number board-sum">{column.sum}</span>}
      </h2>
      <ul className="board-cards">
        {cards.map((each) => (
          <CardView
            key={card.idOf(each)}
            card={each}
            {...card}
            targets={targets.filter(({ id }) => id !== column.id)}
          />
        ))}
      </ul>
      {column.hasMore && <ShowMore onClick={onMore} />}
    </section>
  );
}

type CardViewProps<Card> = Pick<
  ColumnProps<Card>,
  'targets' | 'idOf' | 'nameOf' | 'keyOf' | 'openKey' | 'head' | 'children' | 'onChosen'
> & {
  readonly card: Card;
};

function CardView<Card>({
  card,
  targets,
  idOf,
  nameOf,
  keyOf,
  openKey,
  head,
  children,
  onChosen,
}: CardViewProps<Card>) {
  const drag = ({ dataTransfer }: DragEvent) => {
    dataTransfer.effectAllowed = 'move';
    dataTransfer.setData(dragType, String(idOf(card)));
  };
  return (
    <li
      className="board-card row-with-link"
      draggable
      onDragStart={drag}
      data-open={keyOf(card) === openKey || undefined}
    >
      <div className="board-card-head">
        {head(card)}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Move ${nameOf(card)}`}>
              <DotsIcon size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Move to</Menu.Label>
            {targets.map(({ id, title }) => (
              <Menu.Item key={id} onClick={() => onChosen(card, id)}>
                {title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {children(card)}
    </li>
  );
}
