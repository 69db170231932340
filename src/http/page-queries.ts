import type { Context as KoaContext } from 'koa';
import type { GraphQLContext } from '#src/graphql/context.ts';
import type { GraphQLServer } from '#src/graphql/server.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';

interface PageQueriesOptions {
  readonly authenticatePage: (koa: KoaContext) => Promise<GraphQLContext>;
  readonly server: GraphQLServer;
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

/** Responds to the body of a GraphQL request, as `/graphql` does. */
export type AnswerQuery = (body: string) => Promise<string>;

/** The user who requests a page. */
export interface PageReader {
  readonly workspaceId: number;
  readonly userId: number;
  readonly answer: AnswerQuery;
}

/**
 * Runs the queries of a page that the server renders, with the permissions and the limits of the user's own requests. No
 * mutation runs. Undefined if nobody is signed in.
 */
export function pageQueries(options: PageQueriesOptions): (koa: KoaContext) => Promise<PageReader | undefined> {
  return async (koa) => {
    // The browser's own requests report that a session has ended.
    const context = await options.authenticatePage(koa).catch(() => undefined);
    if (context?.principal?.credential !== 'session') return undefined;
    const { workspaceId, userId } = context.principal;
    const answer = async (body: string) => {
      const request = {
        method: 'GET' as const,
        params: JSON.parse(body),
        context: { ...context, operation: { rootFields: [] } },
        onError: (error: unknown) => options.onError(error, koa),
      };
      return JSON.stringify(await forWorkspace(workspaceId, () => options.server(request)));
    };
    return { workspaceId, userId, answer };
  };
}
