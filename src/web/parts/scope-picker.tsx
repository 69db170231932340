import { Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { scopeGroups } from '../gql/scopes.ts';

interface ScopePickerProps {
  readonly value?: readonly string[];
  readonly onChange?: (scopes: string[]) => void;
  /** Scopes that can be chosen; others are left out. */
  readonly allowed: readonly string[];
  readonly error?: ReactNode;
}

/** The scopes by resource, each with a sentence on what it allows. */
export function ScopePicker({ value = [], onChange, allowed, error }: ScopePickerProps) {
  return (
    <Checkbox.Group
      label="Scopes"
      description="What it may do. Choose no more than it needs."
      value={[...value]}
      onChange={onChange}
      error={error}
      withAsterisk
    >
      <Stack gap="xs" mt="xs" mb="xs">
        {scopeGroups.map(({ name, scopes }) => {
          const offered = scopes.filter(({ scope }) => allowed.includes(scope));
          if (offered.length === 0) return null;
          return (
            <Group key={name} component="fieldset" className="scope-group" align="flex-start" gap="sm">
              <Text component="legend" className="scope-group-name">
                {name}
              </Text>
              {offered.map(({ scope, sentence }) => (
                <Checkbox key={scope} value={scope} label={sentence} description={<code>{scope}</code>} />
              ))}
            </Group>
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}
