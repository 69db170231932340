import { MultiSelect, type MultiSelectProps, Select } from '@mantine/core';
import { MemberChoicesDocument, type MemberChoicesQuery } from '../../gql/choices.ts';
import { useTypedSearch } from '../../kit/typed-search.ts';
import { memberName } from '../../parts/members.ts';

export type HostOption = NonNullable<MemberChoicesQuery['users']>['users'][number];

const labelOf = (member: HostOption) => ({ value: String(member.id), label: memberName(member) });

interface HostsInputProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> {
  readonly value: readonly HostOption[];
  readonly onChange: (hosts: readonly HostOption[]) => void;
}

/** Members of the workspace, however many there are. */
export function HostsInput({ value, onChange, ...props }: HostsInputProps) {
  const { data, input } = useTypedSearch(MemberChoicesDocument);
  const known = new Map([...(data?.users?.users ?? []), ...value].map((member) => [String(member.id), member]));
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
  const { data, input, clear } = useTypedSearch(MemberChoicesDocument);
  const options = (data?.users?.users ?? []).filter(({ id }) => !present.includes(id));
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
