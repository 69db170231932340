import { GraphQLError } from 'graphql';

/** What one document may ask for. Beyond any of these it is refused with the code, before anything of it is executed. */
export const documentLimits = {
  QUERY_TOO_LONG: { limit: 1_000, counts: 'tokens of the document (and 50,000 characters)' },
  QUERY_TOO_DEEP: { limit: 10, counts: 'levels of fields, introspection apart' },
  // Compiling takes as long as the document is with every fragment written out, which a few lines make endless.
  QUERY_TOO_WIDE: { limit: 1_000, counts: 'selections, with every fragment written out wherever it is used' },
  TOO_MANY_ALIASES: { limit: 15, counts: 'aliases, those of a fragment wherever it is used' },
  QUERY_TOO_COSTLY: { limit: 5_000, counts: 'objects that may have to be given, the cost' },
} as const satisfies Record<string, { limit: number; counts: string }>;

export type DocumentLimit = keyof typeof documentLimits;

export const greatestDocumentLength = 50_000;

/** Told like a mistake in the document: 400, but 200 to a client that accepts only `application/json`. */
export const documentMistake = { status: 400, spec: true } as const;

/** The error of a document beyond a limit; `found` where it was counted to the end. */
export function beyondLimit(code: DocumentLimit, message: string, found?: number): GraphQLError {
  const { limit } = documentLimits[code];
  const counted = found === undefined ? {} : { found };
  return new GraphQLError(message, { extensions: { code, limit, ...counted, http: documentMistake } });
}
