import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';
import { asFound, type HostOption, labelOf, useHostOptions } from './host-options.ts';

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
