import { nearestName } from '#src/lib/nearest-name.ts';

/** The parameters of the token endpoint (RFC 6749, 7636 and 8707). */
export const tokenParameters = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'client_id',
  'client_secret',
  'resource',
];

/** The parameters of the revocation endpoint (RFC 7009). */
export const revocationParameters = ['token', 'token_type_hint', 'client_id', 'client_secret'];

const maxNamed = 20;
const maxNameLength = 64;

/** A text that lists the names which an endpoint does not know, each with the most similar name that it does. */
export function unknownParametersText(names: Iterable<string>, known: readonly string[]): string | undefined {
  const unknown = [...new Set(names)].filter((name) => !known.includes(name)).slice(0, maxNamed);
  if (unknown.length === 0) return undefined;
  const described = unknown.map((name) => {
    const nearest = nearestName(name, known);
    return nearest === undefined ? shown(name) : `${shown(name)} (did you mean ${nearest}?)`;
  });
  return `Unknown ${unknown.length === 1 ? 'parameter' : 'parameters'}: ${described.join(', ')}`;
}

/** RFC 6749, 5.2: a description has only printable ASCII, without quotation marks and backslashes. */
function shown(name: string): string {
  if (name === '') return '(an empty name)';
  return name.slice(0, maxNameLength).replace(/[^ !#-[\]-~]/g, '?');
}
