import { type DocumentNode, GraphQLError, parse, visit } from 'graphql';
import { beyondLimit, documentLimits } from './document-limits.ts';

const maxDocumentLength = 50_000;

/** Parses a document. Refuses it if it is too long, or repeats a field so often that validation would be slow. */
export function parseWithinLimit(source: string): DocumentNode {
  if (source.length > maxDocumentLength) throw tooLong();
  try {
    const document = parse(source, { maxTokens: documentLimits.QUERY_TOO_LONG.limit });
    requireFewOfEach(document);
    return document;
  } catch (error) {
    throw error instanceof GraphQLError && error.message.endsWith('tokens. Parsing aborted.') ? tooLong() : error;
  }
}

/** Validation compares each field with all others of its name in the same place: 240 took 50 ms, and 50 take 2 ms. */
const maxOfOneName = 50;

/** Counts over the whole document, because fragments merge fields of many places. */
function requireFewOfEach(document: DocumentNode): void {
  const counts = new Map<string, number>();
  visit(document, {
    Field({ alias, name }) {
      const { value } = alias ?? name;
      const found = (counts.get(value) ?? 0) + 1;
      counts.set(value, found);
      if (found <= maxOfOneName) return;
      throw beyondLimit('QUERY_TOO_WIDE', `The query has ${value} more than ${maxOfOneName} times`, {
        limit: maxOfOneName,
      });
    },
  });
}

function tooLong(): GraphQLError {
  const message = `The document is too long: at most ${documentLimits.QUERY_TOO_LONG.limit} tokens and ${maxDocumentLength} characters are allowed`;
  return beyondLimit('QUERY_TOO_LONG', message);
}
