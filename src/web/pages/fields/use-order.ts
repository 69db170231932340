import { useRef, useState } from 'react';
import type { CombinedError } from 'urql';
import { problemOf } from '../../app/problem.ts';
import { notifyProblem } from '../../kit/messages.tsx';

interface Ordered {
  readonly id: number;
}

/** Rows that are shown in a new order at once, and in their old one again where the server refuses it. */
export function useOrder<Row extends Ordered>(
  stored: readonly Row[],
  store: (ordered: readonly Row[]) => Promise<CombinedError | undefined>,
) {
  const [order, setOrder] = useState<readonly number[]>();
  const storedOrder = stored.map(({ id }) => id).join();
  const [read, setRead] = useState(storedOrder);
  const [waiting, setWaiting] = useState(0);
  const requests = useRef<Promise<unknown>>(Promise.resolve());
  if (read !== storedOrder) {
    setRead(storedOrder);
    // What was read since the last move was stored knows better, also of moves by others.
    if (waiting === 0) setOrder(undefined);
  }
  const placeOf = ({ id }: Row) => order?.indexOf(id) ?? 0;
  const rows = order ? stored.toSorted((one, other) => placeOf(one) - placeOf(other)) : stored;
  const move = async (from: number, to: number) => {
    const moved = rows[from] as Row;
    const others = rows.toSpliced(from, 1);
    const ordered = others.toSpliced(to, 0, moved);
    setOrder(ordered.map(({ id }) => id));
    setWaiting((count) => count + 1);
    // One after the other, so that the last order is the one that stays.
    const request = requests.current.then(() => store(ordered));
    requests.current = request;
    const error = await request;
    setWaiting((count) => count - 1);
    if (!error) return;
    setOrder(undefined);
    notifyProblem(problemOf(error));
  };
  return { rows, move: (from: number, to: number) => void move(from, to) };
}
