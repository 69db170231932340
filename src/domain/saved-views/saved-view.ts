import { z } from 'zod';
import { coded, id, text, visibleName } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

/** A name that a member gave to the address of a list: its filters, its order and its columns. */
export const savedViewRecord = {
  id: field.int('View id.'),
  list: field.string('Path of the list in the web application, such as `/calls`.'),
  name: field.string('Name of the view.'),
  search: field.string('The filters, the order and the columns: the query of the address, without its `?`.'),
  createdAt: field.dateTime('When the view was saved first.'),
  updatedAt: field.dateTime('When the view was last saved.'),
};
export interface SavedView extends RecordOf<typeof savedViewRecord> {}

/** The maximum per member: of one list, and of all lists. */
export const maxSavedViews = { ofList: 50, ofMember: 500 } as const;

const listPath = () =>
  text(100)
    .refine(
      (path) => /^(\/[a-z\d-]+)+$/.test(path),
      coded('invalid_format', 'Must be the path of a list, such as /calls'),
    )
    .describe('Path of the list in the web application, such as `/calls`.');

export const savedViewListInput = z.object({ list: listPath() });

export const saveViewInput = z.object({
  list: listPath(),
  name: visibleName(100).describe(
    'Name of the view, 1 to 100 characters. A view of the list with this name is replaced.',
  ),
  search: text(2_000).describe('The query of the address, without its `?`; at most 2,000 characters.'),
});

export const deleteSavedViewInput = z.object({ id: id().describe('Id of the view.') });

export type SavedViewListInput = z.output<typeof savedViewListInput>;
export type SaveViewInput = z.output<typeof saveViewInput>;
