import { type RefObject, useRef } from 'react';
import { type PageKey, useKeys } from '../keys.ts';

interface RowKeysOptions {
  /** What a row is: "call". */
  readonly name: string;
  /** The `data-id` of the row that is open beside the list, where records open there. */
  readonly openId?: string | undefined;
  /** Keys that do something with the row; each gets the `data-id` of its link. */
  readonly more?: readonly (Omit<PageKey, 'act'> & { readonly act: (id: string) => void })[];
}

/** In a list whose rows are links: j and k go from one to the next, Enter opens one. Returns the ref of what is around the rows. */
export function useRowKeys({ name, openId = '', more = [] }: RowKeysOptions): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('.row-link') ?? [])];
  const current = () => {
    const all = links();
    const hasFocus = (link: HTMLElement) => (link.closest('.row-with-link') ?? link).contains(document.activeElement);
    return all.find(hasFocus) ?? all.find((link) => link.dataset.id === openId);
  };
  const step = (by: number) => {
    const all = links();
    const from = current();
    const next = from ? all.indexOf(from) + by : 0;
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
  };
  useKeys([
    { key: 'j', title: `Next ${name}`, act: () => step(1) },
    { key: 'k', title: `Previous ${name}`, act: () => step(-1) },
    { key: 'Enter', title: `Open the ${name}` },
    ...more.map(({ act, ...key }) => ({
      ...key,
      act: () => {
        const id = current()?.dataset.id;
        if (id !== undefined) act(id);
      },
    })),
  ]);
  return list;
}
