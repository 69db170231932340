import { MultiSelect, type MultiSelectProps, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { MemberChoicesDocument, type MemberChoicesQuery } from '../../gql/choices.ts';
import { memberName } from '../../parts/members.ts';

export type HostOption = NonNullable<MemberChoicesQuery['users']>['users'][number];

const pauseMs = 200;

/** The members whose name or email address has what is typed, and the properties of an input that searches them. */
function useHostSearch() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const [{ data, fetching }] = useQuery({ query: MemberChoicesDocument, variables: { search: search || undefined } });
  // Enter takes the first one: those of an earlier search are none of it.
  const isFound = search === typed.trim() && !(fetching && search !== '');
  const input = {
    searchable: true,
    searchValue: typed,
    onSearchChange: setTyped,
    // The server has searched already, also in email addresses, which are not in the labels.
    filter: <Option,>({ options }: { options: Option[] }) => options,
    nothingFoundMessage: isFound ? 'No other member has this name' : 'Searching…',
  };
  return { found: isFound ? (data?.users?.users ?? []) : [], input, clear: () => setTyped('') };
}

const labelOf = (member: HostOption) => ({ value: String(member.id), label: memberName(member) });

interface HostsInputProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> {
  readonly value: readonly HostOption[];
  readonly onChange: (hosts: readonly HostOption[]) => void;
}

/** Members of the workspace, however many there are. */
export function HostsInput({ value, onChange, ...props }: HostsInputProps) {
  const { found, input } = useHostSearch();
  const known = new Map([...found, ...value].map((member) => [String(member.id), member]));
  return (
    <MultiSelect
      {...props}
      {...input}
      data={[...known.values()].map(labelOf)}
      value={value.map(({ id }) => String(id))}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      hidePickedOptions
    />
  );
}

interface AddHostProps {
  /** User ids that are hosts already. */
  readonly present: readonly number[];
  readonly onAdd: (host: HostOption) => void;
}

/** Adds one member after the other. */
export function AddHost({ present, onAdd }: AddHostProps) {
  const { found, input, clear } = useHostSearch();
  const options = found.filter(({ id }) => !present.includes(id));
  return (
    <Select
      {...input}
      label="Add a host"
      placeholder="Name or email"
      data={options.map(labelOf)}
      value={null}
      onChange={(chosen) => {
        const host = options.find(({ id }) => String(id) === chosen);
        if (host) onAdd(host);
        clear();
      }}
      maw="20rem"
    />
  );
}
