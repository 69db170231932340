import { customFieldOfRow, customFieldParts } from '#src/db/reads/custom-fields.ts';
import type { Noun } from '../browsing/noun.ts';
import { CustomFieldType } from './types.ts';

export const customFieldNoun: Noun<Parameters<typeof customFieldOfRow>[0]> = {
  type: CustomFieldType,
  model: 'customField',
  access: { scope: 'fields:read' },
  parts: customFieldParts,
  recordOf: customFieldOfRow,
  orderBy: [{ type: 'asc' }, { displayIndex: 'asc' }, { id: 'asc' }],
};
