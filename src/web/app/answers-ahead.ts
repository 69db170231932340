/** A query as `gql/persisted.ts` names it. */
export interface PersistedQuery {
  readonly operationName: string;
  readonly sha256Hash: string;
}

/** What was requested before the application ran, by the query and its variables. */
const answers = new Map<string, Promise<Response>>();

/** How long a request may take. */
export const maxRequestMs = 30_000;
/** How long after it began the application takes answers. Later, what they say may have changed. */
const takesAnswersMs = 5_000;
let isTaking = false;

/** Sends a query, whose answer the first request of the same query takes, once `next` has read a copy of it. */
export function requestAhead(
  { operationName, sha256Hash }: PersistedQuery,
  variables: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
  next?: (response: Response) => Promise<void>,
): void {
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const sent = fetch('/graphql', {
    method: 'POST',
    headers: {
      Accept: 'application/graphql-response+json, application/json',
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ operationName, variables, extensions }),
    signal: AbortSignal.timeout(maxRequestMs),
  });
  // The answer is there for the application whatever becomes of what follows it.
  const response = sent.then(
    (answer) =>
      next?.(answer.clone()).then(
        () => answer,
        () => answer,
      ) ?? answer,
  );
  // Whoever takes the answer says what went wrong.
  response.catch(() => undefined);
  answers.set(keyOf(sha256Hash, variables), response);
}

/** The answer to a request with this body, if it was requested ahead. It is taken once. */
export function takeAnswer(body: unknown): Promise<Response> | undefined {
  if (answers.size === 0 || typeof body !== 'string') return undefined;
  if (!isTaking) setTimeout(() => answers.clear(), takesAnswersMs);
  isTaking = true;
  const { variables = {}, extensions } = JSON.parse(body);
  const key = keyOf(extensions?.persistedQuery?.sha256Hash, variables);
  const answer = answers.get(key);
  answers.delete(key);
  return answer;
}

/** In whatever order the variables are, and without those that are undefined. */
function keyOf(hash: string, variables: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined);
  return hash + JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}
