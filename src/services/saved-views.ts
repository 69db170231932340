import { readSavedViews } from '#src/db/reads/saved-views.ts';
import { lockMember } from '#src/db/writes/members.ts';
import { countOtherViews, removeView, upsertView } from '#src/db/writes/saved-views.ts';
import { DomainError, fieldError, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import {
  maxSavedViews,
  type SavedView,
  type SavedViewListInput,
  type SaveViewInput,
} from '#src/domain/saved-views/saved-view.ts';
import type { CallerContext } from './context.ts';

/** The caller's own views of a list, by name. */
export function listSavedViews({ db, principal }: CallerContext, { list }: SavedViewListInput): Promise<SavedView[]> {
  return readSavedViews(db, [principal.workspaceId, principal.userId], list);
}

/** Saves a view of the caller; the one that has its name is replaced. */
export function saveView({ db, principal }: CallerContext, input: SaveViewInput): Promise<SavedView> {
  const { workspaceId, userId } = principal;
  return db.write(async (client) => {
    if (!(await lockMember(client, workspaceId, userId))) throw new DomainError('NOT_FOUND');
    const others = await countOtherViews(client, [workspaceId, userId], input);
    const { ofList, ofMember } = maxSavedViews;
    if (others.ofList >= ofList)
      throw fieldError(
        'name',
        'limit_reached',
        `A list can have at most ${ofList} views: delete one, or replace one by its name`,
      );
    if (others.ofMember >= ofMember)
      throw fieldError('list', 'limit_reached', `A member can have at most ${ofMember} views of all lists`);
    return upsertView(client, [workspaceId, userId], input);
  });
}

/** Deletes a view of the caller, and returns it as it was. */
export function deleteSavedView({ db, principal }: CallerContext, { id }: ById): Promise<SavedView> {
  return db.write(async (client) => {
    const removed = await removeView(client, [principal.workspaceId, principal.userId], id);
    if (!removed) throw recordNotFound('id');
    return removed;
  });
}
