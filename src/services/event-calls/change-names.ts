import { type NamesQuery, readChangeNames } from '#src/db/reads/call-change-names.ts';
import type { ChangeNames } from '#src/domain/event-calls/call-history.ts';
import type { CallerContext } from '../context.ts';

/** The names of the members, API keys and apps that made the changes, as far as the caller may see them. */
export function namesOfChanges(
  { db, principal }: Pick<CallerContext, 'db' | 'principal'>,
  ids: Omit<NamesQuery, 'workspaceId'>,
): Promise<ChangeNames> {
  return readChangeNames(db, { workspaceId: principal.workspaceId, ...ids });
}
