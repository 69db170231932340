import { Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { scopeGroups } from '../gql/scopes.ts';
import { countOf } from '../kit/counts.ts';
import { ChevronRightIcon } from '../kit/icons.tsx';

interface ScopePickerProps {
  readonly value?: readonly string[];
  readonly onChange?: (scopes: string[]) => void;
  /** Scopes that can be chosen; others are left out. */
  readonly allowed: readonly string[];
  readonly error?: ReactNode;
  readonly label?: string;
}

/** The scopes by resource, each with a sentence on what it allows. */
export function ScopePicker({ value = [], onChange, allowed, error, label = 'Scopes' }: ScopePickerProps) {
  return (
    <Checkbox.Group
      label={label}
      description="What it can do. Choose no more than it needs."
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

interface ScopeDisclosureProps {
  readonly scopes: readonly string[];
  /** The name of the key or the app. */
  readonly of: string;
  /** Shown until somebody closes it; by default on demand. */
  readonly isOpen?: boolean;
}

/** How many scopes a key or an app has, and which. */
export function ScopeDisclosure({ scopes, of: name, isOpen = false }: ScopeDisclosureProps) {
  const [isShown, setIsShown] = useState(isOpen);
  const listId = useId();
  return (
    <>
      <UnstyledButton
        className="disclosure"
        aria-expanded={isShown}
        aria-controls={listId}
        onClick={() => setIsShown(!isShown)}
      >
        {countOf(scopes.length, 'scope')}
        <span className="for-screen-readers"> of {name}</span>
        <ChevronRightIcon size={14} />
      </UnstyledButton>
      <ul id={listId} className="scope-list" hidden={!isShown}>
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
    </>
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
