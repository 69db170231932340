import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type TypedDocumentNode, useClient, useQuery } from 'urql';
import {
  EventChoiceDocument,
  type EventChoiceQuery,
  EventChoicesDocument,
  type EventChoicesQuery,
  MemberChoiceDocument,
  type MemberChoiceQuery,
  MemberChoicesDocument,
  type MemberChoicesQuery,
} from '../../gql/choices.ts';
import { memberName } from '../../parts/members.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Found {
  readonly choices: readonly Choice[];
  /** Whether the server has more than these. */
  readonly hasMore: boolean;
}

/** Where choices come from: a list of the server that can be searched. */
interface Source<List, One> {
  readonly list: TypedDocumentNode<List, { search?: string | null | undefined }>;
  readonly found: (data: List) => Found;
  readonly one: TypedDocumentNode<One, { id: number }>;
  readonly name: (data: One | undefined) => string | undefined;
  /** What one is called whose name is not found, such as that of a member who was removed: "Member 5". */
  readonly noun: string;
}

export const members: Source<MemberChoicesQuery, MemberChoiceQuery> = {
  list: MemberChoicesDocument,
  found: ({ users }) => ({
    choices: (users?.users ?? []).map((member) => ({ value: `${member.id}`, label: memberName(member) })),
    hasMore: users?.nextCursor != null,
  }),
  one: MemberChoiceDocument,
  name: (data) => (data?.user ? memberName(data.user) : undefined),
  noun: 'Member',
};

export const events: Source<EventChoicesQuery, EventChoiceQuery> = {
  list: EventChoicesDocument,
  found: ({ events: page }) => ({
    choices: (page?.events ?? []).map(({ id, name }) => ({ value: `${id}`, label: name })),
    hasMore: page?.nextCursor != null,
  }),
  one: EventChoiceDocument,
  name: (data) => data?.event?.name,
  noun: 'Event',
};

const searchAfterMs = 250;
/** The server answers 20 questions of a kind a second, and two filters may ask for members. */
const nameEveryMs = 120;

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

/** The names of ids that no list shows, one request after the other, and those that a list has shown. */
function useNames<List, One>({ one, name, noun }: Source<List, One>, ids: readonly string[]) {
  const client = useClient();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const next = ids.find((id) => !names.has(id));
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(async () => {
      const { data } = await client.query(one, { id: Number(next) }, { requestPolicy: 'cache-first' }).toPromise();
      setNames((before) => new Map(before).set(next, name(data) ?? `${noun} ${next}`));
    }, nameEveryMs);
    return () => clearTimeout(timer);
  }, [client, one, name, noun, next]);
  const remember = (known: ReadonlyMap<string, string>) => setNames((before) => new Map([...before, ...known]));
  return [names, remember] as const;
}
