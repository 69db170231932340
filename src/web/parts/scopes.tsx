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

const sentences = new Map(
  scopeGroups.flatMap(({ scopes }) => scopes.map(({ scope, sentence }) => [scope, sentence] as const)),
);

const shownAtOnce = 4;

/** What scopes allow, a sentence each; the scope itself on hover. A long list begins with a few. */
export function ScopeSentences({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === 0) return <>Nothing any more</>;
  const isLong = scopes.length > shownAtOnce + 1;
  const rest = isLong ? scopes.slice(shownAtOnce) : [];
  return (
    <>
      <Sentences scopes={isLong ? scopes.slice(0, shownAtOnce) : scopes} />
      {isLong && (
        <details className="more-scopes">
          <summary>and {rest.length} more</summary>
          <Sentences scopes={rest} />
        </details>
      )}
    </>
  );
}

function Sentences({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <ul className="scope-sentences">
      {scopes.map((scope) => (
        <li key={scope} title={scope}>
          {sentences.get(scope) ?? scope}
        </li>
      ))}
    </ul>
  );
}
