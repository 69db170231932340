import './board.css';
import { ActionIcon, Menu } from '@mantine/core';
import { type DragEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { DotsIcon } from './icons.tsx';
import { ShowMore } from './list/paging.tsx';
import { useRowKeys } from './list/row-keys.ts';
import { notifyDone } from './messages.tsx';

export interface BoardCard {
  readonly id: number;
  /** The `data-id` of its link. */
  readonly key: string;
  readonly name: string;
  /** A link of the class `row-link`. */
  readonly head: ReactNode;
  readonly body: ReactNode;
}

/** A column of a board, with its first cards. */
export interface BoardColumn {
  readonly id: number;
  readonly title: string;
  /** Shown before the title. */
  readonly mark?: ReactNode;
  /** No card is moved there; without cards it is not shown. */
  readonly isClosed?: boolean;
  /** Shown only with cards. Cards can be moved there. */
  readonly isHiddenEmpty?: boolean;
  readonly cards: readonly BoardCard[];
  /** How many cards it has in all. */
  readonly count: number;
  readonly hasMore: boolean;
}

interface Move {
  readonly from: number;
  readonly to: number;
  readonly isStored: boolean;
}

interface BoardProps {
  /** A card in a word: "contact". */
  readonly noun: string;
  /** As they were read: others are a newer reading, which knows what was moved. */
  readonly columns: readonly BoardColumn[];
  /** A line below the title of a column. */
  readonly belowTitle?: (column: BoardColumn) => ReactNode;
  /** The key of the card whose record is open. */
  readonly openKey: string | undefined;
  /** Stores a move. Returns whether it is stored. */
  readonly onMove: (card: BoardCard, to: BoardColumn) => Promise<boolean>;
  readonly onMore: (column: BoardColumn) => void;
}

const dragType = 'application/x-slotline-card';

/**
 * Cards in columns. A card is dragged to another column, or moved with Shift and an arrow or by its menu. It is shown there at
 * once, goes back where the server refuses, and the key `u` takes it back.
 */
export function Board({ noun, columns, belowTitle, openKey, onMove, onMore }: BoardProps) {
  const [moves, setMoves] = useState<ReadonlyMap<number, Move>>(new Map());
  const [focused, setFocused] = useState<string>();
  const [read, setRead] = useState(columns);
  if (read !== columns) {
    setRead(columns);
    // What was read since a move was stored knows better.
    setMoves((before) => new Map([...before].filter(([, { isStored }]) => !isStored)));
  }
  const requests = useRef<Promise<unknown>>(Promise.resolve());
  const placed = columns.flatMap((column) => column.cards.map((card) => ({ card, from: column.id })));
  const columnOf = ({ card, from }: (typeof placed)[number]) => moves.get(card.id)?.to ?? from;
  const move = async (card: BoardCard, from: number, to: number) => {
    const target = columns.find(({ id }) => id === to);
    if (!target || from === to) return;
    const { id, key } = card;
    // In its new column the card is another element: the next key is for it, too.
    if ((document.activeElement as HTMLElement | null)?.dataset.id === key) setFocused(key);
    const moved = { from, to, isStored: false };
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
    if (isStored) notifyDone(`${card.name}: ${target.title}`, () => move(card, to, from));
  };
  const targets = columns.filter(({ isClosed }) => !isClosed);
  const step = (by: number) => (key: string) => {
    const found = placed.find(({ card }) => card.key === key);
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
        const isHidden = column.isClosed || column.isHiddenEmpty;
        if (isHidden && column.count === 0 && cards.length === 0) return null;
        return (
          <Column
            key={column.id}
            {...{ column, openKey }}
            below={belowTitle?.(column)}
            targets={targets.filter(({ id }) => id !== column.id)}
            cards={cards.map(({ card }) => card)}
            count={column.count - column.cards.length + own.length}
            onDropped={(id) => {
              const found = placed.find(({ card }) => card.id === id);
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

interface ColumnProps extends Pick<BoardProps, 'openKey'> {
  readonly column: BoardColumn;
  readonly below: ReactNode;
  readonly cards: readonly BoardCard[];
  readonly count: number;
  /** Where a card can be moved. */
  readonly targets: readonly BoardColumn[];
  readonly onDropped: (id: number) => void;
  readonly onChosen: (card: BoardCard, to: number) => void;
  readonly onMore: () => void;
}

function Column({ column, below, cards, count, targets, openKey, onDropped, onChosen, onMore }: ColumnProps) {
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
        {column.mark}
        <bdi>{column.title}</bdi> <span className="soft number">{count.toLocaleString('en')}</span>
      </h2>
      {below}
      <ul className="board-cards">
        {cards.map((card) => (
          <li
            key={card.id}
            className="board-card row-with-link"
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move';
              dataTransfer.setData(dragType, String(card.id));
            }}
            data-open={card.key === openKey || undefined}
          >
            <div className="board-card-head">
              {card.head}
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Move ${card.name}`}>
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
            {card.body}
          </li>
        ))}
      </ul>
      {column.hasMore && <ShowMore onClick={onMore} />}
    </section>
  );
}
