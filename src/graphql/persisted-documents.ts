import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { documentMistake } from './limits/document-limits.ts';

/** The web app's documents by the SHA-256 of their text, in hexadecimal. */
export type PersistedDocuments = ReadonlyMap<string, string>;

/** Parses `schema/persisted.json`. A hash that does not match its document is an error of the build. */
export function parsePersistedDocuments(json: string): PersistedDocuments {
  const documents = new Map(Object.entries(JSON.parse(json) as Record<string, string>));
  for (const [hash, text] of documents) {
    if (hashOf(text) !== hash) throw new Error(`The persisted document ${hash} does not have this SHA-256`);
  }
  return documents;
}

/** The content of `schema/persisted.json` for these documents. */
export function printPersistedDocuments(texts: readonly string[]): string {
  const entries = texts.map((text) => [hashOf(text), text] as const).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** A request may send the hash of a registered document instead of a query. All other rules apply to it as well. */
export function withPersisted(documents: PersistedDocuments, params: GraphQLParams): GraphQLParams {
  const hash = params?.query ? undefined : hashIn(params?.extensions);
  if (hash === undefined) return params;
  const query = documents.get(hash);
  if (query !== undefined) return { ...params, query };
  const extensions = { code: 'PERSISTED_QUERY_NOT_FOUND', http: documentMistake };
  throw new GraphQLError('There is no persisted document with this hash', { extensions });
}

function hashIn(extensions: unknown): string | undefined {
  const { persistedQuery } = (extensions ?? {}) as { persistedQuery?: { version?: unknown; sha256Hash?: unknown } };
  const { version, sha256Hash } = persistedQuery ?? {};
  return version === 1 && typeof sha256Hash === 'string' ? sha256Hash.toLowerCase() : undefined;
}

function hashOf(text: string): string {
  return sha256(text).toString('hex');
}
