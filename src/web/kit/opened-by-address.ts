import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** What the address asks a page to open: a dialog, once. A link from elsewhere begins an act with it. */
export interface OpenSearch {
  readonly open?: string | undefined;
}

export function openIn({ open }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof open === 'string' && /^[\w-]{1,40}$/.test(open) ? open : undefined;
}

/** Opens what the address names, and takes it out of the address. `open` returns whether there is such a thing here. */
export function useOpenedByAddress(open: (name: string) => boolean): void {
  const { open: name } = useSearch({ strict: false }) as OpenSearch;
  const navigate = useNavigate();
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (name === undefined || !latest.current(name)) return;
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, open: undefined })) as never,
      replace: true,
      resetScroll: false,
    });
  }, [name, navigate]);
}
