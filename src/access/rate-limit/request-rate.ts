import type { Principal } from '#src/domain/principal/policy.ts';
import { sharedLimits } from '../limit-table.ts';
import type { RequestRate } from './gate.ts';

const { page } = sharedLimits.requests;

/**
 * The rate limit of a request of a principal. The pages of a person count apart from the API keys, apps and sessions that act for
 * the workspace, so that neither uses up the points of the other.
 */
export function requestRate(
  { workspaceId, userId, rateLimitPoints: points, graphqlCost }: Principal,
  { isPage }: { readonly isPage: boolean },
): RequestRate {
  return {
    workspaceId,
    points,
    bucket: isPage ? `${workspaceId}/${userId}` : String(workspaceId),
    fieldPoints: isPage ? Math.max(points, page.points) : points,
    graphqlCost,
    decisions: new Map(),
  };
}
