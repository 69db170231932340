import { useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { type Source, sources } from './sources.ts';

/** The server answers 20 questions of a kind a second, and two filters may ask for members. */
const nameEveryMs = 120;

/** The names of ids that no list shows, one request after the other, and those that a list has shown. */
export function useNames<List, One>({ one, name, noun }: Source<List, One>, ids: readonly string[]) {
  const client = useClient();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const next = ids.find((id) => !names.has(id));
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(async () => {
      const { data, error } = await client
        .query(one, { id: Number(next) }, { requestPolicy: 'cache-first' })
        .toPromise();
      // Without a network nothing is known of it yet.
      if (error?.networkError) return;
      setNames((before) => new Map(before).set(next, name(data) ?? `${noun} ${next}`));
    }, nameEveryMs);
    return () => clearTimeout(timer);
  }, [client, one, name, noun, next]);
  const remember = (known: ReadonlyMap<string, string>) => setNames((before) => new Map([...before, ...known]));
  return [names, remember] as const;
}

/** The names of what a filter has chosen, by their ids. */
export function useChosenNames(kind: string | undefined, value: string): (id: string) => string | undefined {
  const isRecords = kind !== undefined && Object.hasOwn(sources, kind);
  const source: Source<never, never> = sources[isRecords ? (kind as keyof typeof sources) : 'members'] as never;
  const [{ data, fetching }] = useQuery({ query: source.list, variables: {}, pause: !isRecords });
  const known = new Map(data ? source.found(data).choices.map((choice) => [choice.value, choice.label]) : []);
  const missing = isRecords && !fetching ? value.split(',').filter((id) => !known.has(id)) : [];
  const [names] = useNames(source, missing);
  return (id) => (isRecords ? (known.get(id) ?? names.get(id) ?? '…') : undefined);
}
