import { Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { kindGroups } from '../../../gql/webhook-kinds.ts';
import { allKinds } from './kinds.ts';

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
          description="Kinds that are added later are not among them"
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
