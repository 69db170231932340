import type { Context as KoaContext } from 'koa';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';

/**
 * A page that was loaded for one workspace must not act in another, after the session was switched in another tab. So its
 * requests name their workspace, and are refused before anything runs.
 */
export function requireNamedWorkspace(koa: KoaContext, { principal }: Pick<GraphQLContext, 'principal'>): void {
  const named = koa.get('X-Slotline-Workspace');
  if (named === '' || !principal) return;
  if (!/^[1-9]\d{0,9}$/.test(named)) throw fieldError('X-Slotline-Workspace', 'malformed', 'Must be a workspace id');
  if (Number(named) !== principal.workspaceId) throw new DomainError('WORKSPACE_CHANGED');
}
