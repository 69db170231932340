import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { DomainError } from '#src/domain/errors.ts';
import type { LruCache } from '#src/lib/lru-cache.ts';
import type { GraphQLContext } from '../context.ts';

/** A look at the schema is as much work the second time. It does no harm to find one in a text where there is none. */
const introspection = /__(?:schema|type)\b/;

/**
 * What a caller without a credential can make the server work on is limited by address: documents that it does not know,
 * which it has to parse and to check, and introspection. Known documents, such as those of a sign-in page, are free, so
 * that no office is kept out.
 */
export function useAnonymousLimit(known: LruCache<string, DocumentNode>): Plugin<GraphQLContext> {
  return {
    onParams({ params, context }) {
      // What yoga calls a server's context is the one of our request.
      const caller = context as GraphQLContext;
      const query: unknown = params?.query;
      if (caller.principal || typeof query !== 'string') return undefined;
      return known.has(query) && !introspection.test(query) ? undefined : admit(caller);
    },
  };
}

async function admit({ gate, address }: GraphQLContext): Promise<void> {
  const decision = await gate.consumeAnonymous(address);
  if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
}
