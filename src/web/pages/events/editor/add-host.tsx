import { Select } from '@mantine/core';
import { useState } from 'react';
import { asFound, type HostOption, labelOf, useHostOptions } from '../host-options.ts';

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
