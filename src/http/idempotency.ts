import { caller, type GraphQLContext } from '#src/graphql/context.ts';
import { type OnceAnswer, type OnceRequest, once } from '#src/services/idempotency/once.ts';

/**
 * The facade's way to a service that it may not import. What the request has drawn from the rate limit is spent by each
 * run of `perform` anew, for each runs as if it were the only one.
 */
export function performOnce(
  context: GraphQLContext,
  request: OnceRequest,
  perform: (context: GraphQLContext) => Promise<OnceAnswer>,
): Promise<OnceAnswer & { replayed: boolean }> {
  const { rate } = context;
  return once({ ...context, ...caller(context) }, request, (given) =>
    perform({ ...given, rate: rate && { ...rate, prepaid: new Set(rate.prepaid) } }),
  );
}
