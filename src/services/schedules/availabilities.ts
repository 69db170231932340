import { readAvailabilities } from '#src/db/reads/availabilities.ts';
import type { Availability, AvailabilityListInput } from '#src/domain/availabilities/availability.ts';
import { DomainError, requireFound } from '#src/domain/errors.ts';
import { isVisible, visibleRows } from '#src/domain/principal/policy.ts';
import type { CallerContext } from '../context.ts';

/**
 * The visible schedules: all of the workspace for owners and admins, their own for others. A user of another workspace,
 * an unknown user and a user whose schedules are not visible are all `NOT_FOUND`.
 */
export async function listAvailabilities(
  context: CallerContext,
  input: AvailabilityListInput,
): Promise<Availability[]> {
  const { principal, db } = context;
  const seesAll = !visibleRows('Schedule', principal);
  const { userId = seesAll ? undefined : principal.userId } = input;
  if (userId !== undefined && !isVisible('Schedule', principal, { userId })) throw new DomainError('NOT_FOUND');
  return requireFound(await readAvailabilities(db, principal.workspaceId, userId));
}
