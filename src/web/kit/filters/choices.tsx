import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useNames } from './names.ts';
import type { Source } from './sources.ts';

const searchAfterMs = 250;

interface FoundChoicesProps<List, One> {
  readonly label: string;
  readonly source: Source<List, One>;
  /** Ids with commas between. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Chooses some of a list that may be long: the server searches it where its first page does not have all. */
export function FoundChoices<List, One>({ label, source, value = '', onChange }: FoundChoicesProps<List, One>) {
  const [typed, setTyped] = useState('');
  const text = typed.trim().toLowerCase();
  const [sought] = useDebouncedValue(text, searchAfterMs);
  const [first] = useQuery({ query: source.list, variables: {} });
  const [searched] = useQuery({ query: source.list, variables: { search: sought }, pause: sought === '' });
  const listed = first.data && source.found(first.data);
  const isFound = sought !== '' && sought === text && !searched.fetching && searched.data !== undefined;
  const found = isFound && searched.data ? source.found(searched.data).choices : [];
  const chosen = value.split(',').filter(Boolean);
  const known = new Map([...(listed?.choices ?? []), ...found].map((choice) => [choice.value, choice.label]));
  const [names, remember] = useNames(source, listed ? chosen.filter((id) => !known.has(id)) : []);
  for (const id of chosen) known.set(id, known.get(id) ?? names.get(id) ?? `${source.noun} ${id}`);
  const fits = new Set(found.map((choice) => choice.value));
  return (
    <MultiSelect
      label={label}
      placeholder={listed?.hasMore && value === '' ? 'Type to search' : undefined}
      data={[...known].map(([id, name]) => ({ value: id, label: name }))}
      // The server also finds by the email address, or the link, which the label does not have.
      filter={({ options }) =>
        options.filter(
          (option) => 'value' in option && (fits.has(option.value) || option.label.toLowerCase().includes(text)),
        )
      }
      nothingFoundMessage={isFound || text === '' ? 'Nothing found' : 'Searching…'}
      value={chosen}
      onChange={(values) => {
        remember(known);
        onChange(values.join(',') || undefined);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      searchable
      clearable
      size="sm"
    />
  );
}
