import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** A GET whose variables or extensions are no JSON is the client's mistake; yoga would take it for its own. */
export const soundRequests: Plugin = {
  onRequestParse({ request, requestParser, setRequestParser }) {
    if (request.method !== 'GET' || !requestParser) return;
    setRequestParser((given) => {
      try {
        return requestParser(given);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
        throw new GraphQLError('variables and extensions must be JSON', { extensions });
      }
    });
  },
};
