import { MultiSelect, type MultiSelectProps, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { HostOptionsDocument, type HostOptionsQuery } from '../../gql/events.ts';
import { memberName } from '../../parts/members.ts';

export type HostOption = NonNullable<HostOptionsQuery['users']>['users'][number];

const pauseMs = 200;

/** The members whose name or email address has what is typed. */
function useHostOptions(typed: string): readonly HostOption[] {
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const [{ data }] = useQuery({ query: HostOptionsDocument, variables: { search: search || undefined } });
  return data?.users?.users ?? [];
}

const labelOf = (member: HostOption) => ({ value: String(member.id), label: memberName(member) });
/** The server has searched already, also in email addresses, which are not in the labels. */
const asFound = <Option,>({ options }: { options: Option[] }) => options;

interface HostsInputProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> {
  readonly value: readonly HostOption[];
  readonly onChange: (hosts: readonly HostOption[]) => void;
}

/** Members of the workspace, however many there are. */
export function HostsInput({ value, onChange, ...input }: HostsInputProps) {
  const [typed, setTyped] = useState('');
  const options = useHostOptions(typed);
  const known = new Map([...options, ...value].map((member) => [String(member.id), member]));
  return (
    <MultiSelect
      {...input}
      data={[...known.values()].map(labelOf)}
      filter={asFound}
      value={value.map(({ id }) => String(id))}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No member has this name"
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
  const [typed, setTyped] = useState('');
  const options = useHostOptions(typed).filter(({ id }) => !present.includes(id));
  return (
    <Select
      label="Add a host"
      placeholder="Name or email"
      data={options.map(labelOf)}
      filter={asFound}
      value={null}
      onChange={(chosen) => {
        const host = options.find(({ id }) => String(id) === chosen);
        if (host) onAdd(host);
        setTyped('');
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No other member has this name"
      maw="20rem"
    />
  );
}
