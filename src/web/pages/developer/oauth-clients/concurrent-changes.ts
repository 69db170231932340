import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import type { inputOf } from './client-values.ts';

type Input = ReturnType<typeof inputOf>;
type Changes = Partial<Input>;

/** What the form changes of the client that it began with. Fields that were left alone are not sent, so they stay. */
export function changesOf(base: OAuthClientDetailsFragment, input: Input): Changes {
  const names = Object.keys(input) as (keyof Input)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(base[name], input[name])).map((name) => [name, input[name]]),
  );
}

/** For each field that was changed elsewhere as well, and otherwise, what it is now. */
export function conflictsOf(
  base: OAuthClientDetailsFragment,
  current: OAuthClientDetailsFragment,
  changes: Changes,
): Record<string, string> {
  const names = Object.keys(changes) as (keyof Input)[];
  const conflicting = names.filter(
    (name) => !isSame(base[name], current[name]) && !isSame(current[name], changes[name] ?? null),
  );
  return Object.fromEntries(conflicting.map((name) => [name, `Elsewhere it became: ${shown(current[name])}`]));
}

type Value = string | null | readonly string[];

/** The order of a list means nothing. */
function isSame(one: Value, other: Value): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return new Set<string>(one).symmetricDifference(new Set<string>(other)).size === 0;
}

function shown(value: Value): string {
  if (value === null) return 'nothing';
  return typeof value === 'string' ? value : value.join(', ');
}
