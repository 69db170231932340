import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { SuccessorsDocument } from '../../gql/member-removal.ts';
import { memberName } from '../../parts/member-name.ts';
import { roleTitles } from '../../parts/roles.ts';

interface SuccessorSelectProps {
  readonly memberId: number;
  readonly calls: number | undefined;
  readonly value: number | undefined;
  readonly onChange: (userId: number | undefined) => void;
  readonly error: string | undefined;
}

/** Who takes over, found by name among all members. */
export function SuccessorSelect({ memberId, calls, value, onChange, error }: SuccessorSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  // The text of a choice is not a search for it.
  const isChoice = search === '' || search === chosen?.label;
  const [{ data }] = useQuery({ query: SuccessorsDocument, variables: { search: isChoice ? undefined : search } });
  const found = (data?.users?.users ?? [])
    .filter(({ id }) => id !== memberId)
    .map((each) => ({ value: String(each.id), label: `${memberName(each)} (${roleTitles[each.role].toLowerCase()})` }));
  const options = chosen && !found.some((each) => each.value === chosen.value) ? [chosen, ...found] : found;
  return (
    <>
      <Select
        label="Who takes over"
        description="The upcoming calls, the contacts and the apps. With nobody, the contacts have no owner."
        placeholder="Nobody"
        nothingFoundMessage="No member has this name"
        data={options}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Nobody takes over' }}
        data-autofocus
        filter={({ options: all }) => all}
        searchValue={typed}
        onSearchChange={setTyped}
        value={value === undefined ? null : String(value)}
        onChange={(userId, option) => {
          setChosen(option ? { value: option.value, label: option.label } : undefined);
          onChange(userId === null ? undefined : Number(userId));
        }}
        error={error}
      />
      {calls !== undefined && (
        <p className="hint">
          {calls === 0
            ? 'There are no upcoming calls.'
            : calls === 1
              ? 'There is one upcoming call.'
              : `There are ${calls} upcoming calls.`}
        </p>
      )}
    </>
  );
}
