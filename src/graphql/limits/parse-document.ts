import { type DocumentNode, GraphQLError, parse, type SelectionSetNode, visit } from 'graphql';
import { beyondLimit, documentLimits, documentMistake } from './document-limits.ts';

const maxDocumentLength = 50_000;

/** Parses a document, unless it is too long or has a field too often, which would take long to validate. */
export function parseWithinLimit(source: string): DocumentNode {
  if (source.length > maxDocumentLength) throw tooLong();
  try {
    const document = parse(source, { maxTokens: documentLimits.QUERY_TOO_LONG.limit });
    visit(document, { SelectionSet: requireFewRepeats });
    return document;
  } catch (error) {
    throw error instanceof GraphQLError && error.message.endsWith('tokens. Parsing aborted.') ? tooLong() : error;
  }
}

/** Validation compares each field with all others of its name in the same place: 240 of them took a tenth of a second. */
const maxRepeats = 20;

function requireFewRepeats(selectionSet: SelectionSetNode): void {
  const counts = new Map<string, number>();
  const count = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === 'InlineFragment') count(selection.selectionSet);
      if (selection.kind !== 'Field') continue;
      const { value: name } = selection.alias ?? selection.name;
      const found = (counts.get(name) ?? 0) + 1;
      counts.set(name, found);
      if (found <= maxRepeats) continue;
      const message = `The query has ${name} more than ${maxRepeats} times in one place`;
      throw new GraphQLError(message, {
        extensions: { code: 'QUERY_TOO_WIDE', limit: maxRepeats, http: documentMistake },
      });
    }
  };
  count(selectionSet);
}

function tooLong(): GraphQLError {
  const message = `The document is too long: at most ${documentLimits.QUERY_TOO_LONG.limit} tokens and ${maxDocumentLength} characters are allowed`;
  return beyondLimit('QUERY_TOO_LONG', message);
}
