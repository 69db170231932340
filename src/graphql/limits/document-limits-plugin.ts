import { type ExecutionResult, GraphQLError, type GraphQLSchema, parse, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import {
  beyondLimit,
  type DocumentLimit,
  documentLimits,
  documentMistake,
  greatestDocumentLength,
} from './document-limits.ts';
import type { Measure } from './measure.ts';
import { OperationMeasures } from './operation-measures.ts';

const { QUERY_TOO_LONG, QUERY_TOO_COSTLY } = documentLimits;

/** Keeps documents within the limits, and tells the cost of each. What a document was found to be is remembered. */
export function useDocumentLimits(schema: GraphQLSchema): Plugin {
  const measures = new OperationMeasures(schema);
  return {
    onParse: ({ setParseFn }) => setParseFn((source, options) => parseWithin(String(source), options)),
    onValidate: ({ addValidationRule }) => addValidationRule(NoSubscriptions),
    onExecute({ args, setResultAndStopExecution }) {
      const measure = measures.of(args.document, args.operationName, args.variableValues ?? {});
      if (!measure) return undefined;
      const errors = refusals(measure);
      if (errors.length > 0) return setResultAndStopExecution({ errors, extensions: told(measure) });
      return {
        onExecuteDone({ result }) {
          const answer = result as ExecutionResult;
          Object.assign(answer, { extensions: { ...answer.extensions, ...told(measure) } });
        },
      };
    },
  };
}

/** Before anything is parsed that is longer than all that anybody would write. */
function parseWithin(source: string, options: Parameters<typeof parse>[1]) {
  if (source.length > greatestDocumentLength) throw tooLong();
  try {
    return parse(source, { ...options, maxTokens: QUERY_TOO_LONG.limit });
  } catch (error) {
    throw error instanceof GraphQLError && error.message.endsWith('tokens. Parsing aborted.') ? tooLong() : error;
  }
}

function tooLong(): GraphQLError {
  const message = `The document is too long: at most ${QUERY_TOO_LONG.limit} tokens and ${greatestDocumentLength} characters are allowed`;
  return beyondLimit('QUERY_TOO_LONG', message);
}

function refusals({ depth, width, aliases, cost }: Measure): GraphQLError[] {
  const checks: [DocumentLimit, number, string][] = [
    ['QUERY_TOO_DEEP', depth, `The query is ${depth} levels deep`],
    ['QUERY_TOO_WIDE', width, `The query has ${width} selections, with its fragments written out`],
    ['TOO_MANY_ALIASES', aliases, `The query has ${aliases} aliases`],
    ['QUERY_TOO_COSTLY', cost, `The query costs ${cost}`],
  ];
  return checks
    .filter(([code, found]) => found > documentLimits[code].limit)
    .map(([code, found, message]) =>
      beyondLimit(code, `${message}: at most ${documentLimits[code].limit} are allowed`, found),
    );
}

function told({ cost }: Measure): ExecutionResult['extensions'] {
  const budget = QUERY_TOO_COSTLY.limit;
  return {
    cost: { requested: cost, budget },
    http: { headers: { 'X-GraphQL-Cost': `${cost};budget=${budget}` } },
  };
}

/** There are none in the schema, which graphql-js would only find out in the middle of things. */
function NoSubscriptions(context: ValidationContext) {
  return {
    OperationDefinition({ operation }: { operation: string }) {
      if (operation !== 'subscription') return;
      const extensions = { code: 'SUBSCRIPTIONS_NOT_SUPPORTED', http: documentMistake };
      context.reportError(new GraphQLError('Subscriptions are not supported', { extensions }));
    },
  };
}
