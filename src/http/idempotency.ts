import { caller, type GraphQLContext } from '#src/graphql/context.ts';
import { type OnceAnswer, type OnceRequest, once } from '#src/services/idempotency/once.ts';

/** The facade's way to a service that it may not import. */
export function performOnce(
  context: GraphQLContext,
  request: OnceRequest,
  perform: (context: GraphQLContext) => Promise<OnceAnswer>,
): Promise<OnceAnswer & { replayed: boolean }> {
  return once({ ...context, ...caller(context) }, request, perform);
}
