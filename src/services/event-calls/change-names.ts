import { type NamesQuery, readChangeNames } from '#src/db/reads/call-change-names.ts';
import type { ChangeNames } from '#src/domain/event-calls/call-history.ts';
import type { CallerContext } from '../context.ts';

/** The names of members, API keys and apps for whoever sees a change that they made. */
export function namesOfChanges(
  { db, principal }: Pick<CallerContext, 'db' | 'principal'>,
  ids: Omit<NamesQuery, 'workspaceId'>,
): Promise<ChangeNames> {
  return readChangeNames(db, { workspaceId: principal.workspaceId, ...ids });
}
