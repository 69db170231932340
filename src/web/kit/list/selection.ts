import { useEffect, useRef, useState } from 'react';

export type Ids = ReadonlySet<number>;

/** The ids of the rows that are selected in a list. Other filters end a selection: what is done with it is done with what is seen. */
export function useSelection(variables: object | undefined) {
  const [ids, setIds] = useState<Ids>(new Set());
  const filter = filterOf(variables);
  const [filtered, setFiltered] = useState(filter);
  if (filter !== filtered) {
    setFiltered(filter);
    setIds(new Set());
  }
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  });
  /** Ids that were read for earlier filters come too late. */
  const set = (chosen: Ids) => {
    if (latest.current === filter) setIds(chosen);
  };
  const toggle = (id: number) => setIds((before) => before.symmetricDifference(new Set([id])));
  return { ids, set, toggle };
}

/** The filters alone: another order shows the same rows. */
function filterOf(variables: object = {}): string {
  return JSON.stringify({ ...variables, orderColumn: undefined, orderBy: undefined });
}
