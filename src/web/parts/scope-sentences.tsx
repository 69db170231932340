import { scopeGroups } from '../gql/scopes.ts';

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
