import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { type SavedView, savedViewRecord } from '#src/domain/saved-views/saved-view.ts';
import type { MemberKey } from '../keys.ts';
import type { JsonRow } from './json-record.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

export const savedViews = recordReader<SavedView>(columnsOfRecord('r', savedViewRecord));

const ofList = preparedStatement(
  'savedViews.ofList',
  `SELECT ${savedViews.record} FROM "SavedView" r WHERE r."workspaceId" = $1 AND r."userId" = $2 AND r."list" = $3
   ORDER BY lower(r."name"), r."id"`,
);

/** The views of a list that a member has saved, by name. */
export async function readSavedViews(
  { run }: Pick<Database, 'run'>,
  key: MemberKey,
  list: string,
): Promise<SavedView[]> {
  return savedViews.of(await run<JsonRow>(ofList, [...key, list]));
}
