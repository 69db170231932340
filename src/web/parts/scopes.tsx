import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { scopeGroups } from '../gql/scopes.ts';
import { GroupedCheckboxes } from '../kit/choice-groups.tsx';
import { countOf } from '../kit/counts.ts';

interface ScopePickerProps {
  readonly value?: readonly string[];
  readonly onChange?: (scopes: string[]) => void;
  /** Scopes that can be chosen; others are left out. */
  readonly allowed: readonly string[];
  readonly error?: ReactNode;
  readonly label?: string;
}

/** The scopes by resource, each with a sentence on what it allows. */
export function ScopePicker({ value = [], allowed, label = 'Scopes', ...group }: ScopePickerProps) {
  return (
    <GroupedCheckboxes
      {...group}
      label={label}
      description="What it can do. Choose no more than it needs."
      value={[...value]}
      groups={scopeGroups.map(({ name, scopes }) => ({
        name,
        choices: scopes
          .filter(({ scope }) => allowed.includes(scope))
          .map(({ scope, sentence }) => ({ value: scope, label: sentence, description: <code>{scope}</code> })),
      }))}
      withAsterisk
    />
  );
}

interface ScopeDisclosureProps {
  readonly scopes: readonly string[];
  /** The name of the key or the app. */
  readonly of: string;
  /** Shown until somebody closes it; by default on demand. */
  readonly isOpen?: boolean;
}

/** How many scopes a key or an app has, and which. */
export function ScopeDisclosure({ scopes, of: name, isOpen = false }: ScopeDisclosureProps) {
  return (
    <Text component="details" size="sm" open={isOpen}>
      <Text component="summary" inherit c="dimmed">
        {countOf(scopes.length, 'scope')}
        <span className="for-screen-readers"> of {name}</span>
      </Text>
      <Group component="ul" gap="0 0.875rem" mt={4} mb={0} p={0} style={{ listStyle: 'none' }}>
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </Group>
    </Text>
  );
}

const sentences = new Map(
  scopeGroups.flatMap(({ scopes }) => scopes.map(({ scope, sentence }) => [scope, sentence] as const)),
);

const shownAtOnce = 4;

/** What scopes allow, a sentence each; the scope itself on hover. A long list begins with a few. */
export function ScopeSentences({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === 0) return <>Nothing</>;
  const isLong = scopes.length > shownAtOnce + 1;
  const rest = isLong ? scopes.slice(shownAtOnce) : [];
  return (
    <>
      <Sentences scopes={isLong ? scopes.slice(0, shownAtOnce) : scopes} />
      {isLong && (
        <Text component="details" size="sm" c="dimmed">
          <summary>and {rest.length} more</summary>
          <Sentences scopes={rest} />
        </Text>
      )}
    </>
  );
}

function Sentences({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <Text component="ul" size="sm" m={0} pl="md">
      {scopes.map((scope) => (
        <li key={scope} title={scope}>
          {sentences.get(scope) ?? scope}
        </li>
      ))}
    </Text>
  );
}
