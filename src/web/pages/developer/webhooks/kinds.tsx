import { Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { kindGroups } from '../../../gql/webhook-kinds.ts';

const allKinds = kindGroups.flatMap(({ kinds }) => kinds.map(({ kind }) => kind));

/** Which events an endpoint gets, in a few words. */
export function kindSummary(chosen: readonly string[]): string {
  if (chosen.length === allKinds.length) return 'All events';
  const [first = '', second] = chosen;
  if (chosen.length <= 2) return second === undefined ? first : `${first}, ${second}`;
  const touched = kindGroups.filter(({ kinds }) => kinds.some(({ kind }) => chosen.includes(kind)));
  return `${chosen.length} kinds: ${touched.map(({ name }) => name.toLowerCase()).join(', ')}`;
}

interface KindPickerProps {
  readonly value?: readonly string[];
  readonly onChange?: (kinds: string[]) => void;
  readonly error?: ReactNode;
}

/** A box of the group has a value; no kind is called so. */
const all = '*';

/** The kinds of events by resource, each with a sentence on when it is sent. */
export function KindPicker({ value = [], onChange, error }: KindPickerProps) {
  const isAll = value.length === allKinds.length;
  const change = (boxes: string[]) => {
    const isAllChecked = boxes.includes(all);
    if (isAllChecked !== isAll) onChange?.(isAllChecked ? [...allKinds] : []);
    else onChange?.(boxes.filter((box) => box !== all));
  };
  return (
    <Checkbox.Group
      label="Events"
      description="What is sent to the endpoint. Choose only what it needs."
      value={isAll ? [...value, all] : [...value]}
      onChange={change}
      error={error}
      withAsterisk
    >
      <Stack gap="xs" mt="xs" mb="xs">
        <Checkbox
          value={all}
          label="All events"
          description="Does not include kinds that are added later"
          indeterminate={value.length > 0 && !isAll}
        />
        {kindGroups.map(({ name, kinds }) => (
          <Group key={name} component="fieldset" className="scope-group" align="flex-start" gap="sm">
            <Text component="legend" className="scope-group-name">
              {name}
            </Text>
            {kinds.map(({ kind, sentence }) => (
              <Checkbox key={kind} value={kind} label={<code>{kind}</code>} description={sentence} />
            ))}
          </Group>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
