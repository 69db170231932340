import {
  Checkbox,
  type CheckboxGroupProps,
  type CheckboxProps,
  Group,
  Paper,
  Radio,
  type RadioGroupProps,
  type RadioProps,
  Stack,
  Text,
} from '@mantine/core';
import type { ReactNode } from 'react';

/** Choices of which one is taken, one below the other. */
export function Radios({ choices, ...group }: Omit<RadioGroupProps, 'children'> & { choices: readonly RadioProps[] }) {
  return (
    <Radio.Group {...group}>
      <Stack gap="xs" mt="xs" mb="xs">
        {choices.map((choice) => (
          <Radio key={String(choice.value)} {...choice} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

type CheckboxesProps = Omit<CheckboxGroupProps, 'children'> & { readonly choices: readonly CheckboxProps[] };

/** Choices of which several are taken, one below the other. */
export function Checkboxes({ choices, ...group }: CheckboxesProps) {
  return (
    <Checkbox.Group {...group}>
      <Stack gap="xs" mt="xs" mb="xs">
        {choices.map((choice) => (
          <Checkbox key={String(choice.value)} {...choice} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface GroupedCheckboxesProps extends Omit<CheckboxGroupProps, 'children'> {
  /** A group without choices is left out. */
  readonly groups: readonly { readonly name: string; readonly choices: readonly CheckboxProps[] }[];
  /** Above the groups. */
  readonly before?: ReactNode;
}

/** Many choices, in groups that have names. */
export function GroupedCheckboxes({ groups, before, ...group }: GroupedCheckboxesProps) {
  return (
    <Checkbox.Group {...group}>
      <Stack gap="xs" mt="xs" mb="xs">
        {before}
        {groups.map(
          ({ name, choices }) =>
            choices.length > 0 && (
              <Paper key={name} component="fieldset" withBorder radius="md" m={0} px="sm" py="xs">
                <Text component="legend" px={4} size="sm" fw={500}>
                  {name}
                </Text>
                <Group align="flex-start" gap="sm">
                  {choices.map((choice) => (
                    <Checkbox key={String(choice.value)} flex="1 1 15rem" {...choice} />
                  ))}
                </Group>
              </Paper>
            ),
        )}
      </Stack>
    </Checkbox.Group>
  );
}
