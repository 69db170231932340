import type { CustomFieldObjectType } from '../../gql/fields.ts';
import { type OpenSearch, openIn } from '../../kit/opened-by-address.ts';
import { recordTitles } from '../../parts/custom-fields/record-titles.ts';

export const recordTypes = Object.keys(recordTitles) as CustomFieldObjectType[];

/** What the address of the fields says: the type of records, contacts without it. */
export interface FieldsSearch extends OpenSearch {
  readonly type?: CustomFieldObjectType | undefined;
}

export function fieldsSearch(search: Readonly<Record<string, unknown>>): FieldsSearch {
  return { type: recordTypes.find((each) => each === search.type), open: openIn(search) };
}
