import { dealOfRow } from '#src/db/reads/sales.ts';
import type { Noun } from '../browsing/noun.ts';
import { ownRows } from '../browsing/own-rows.ts';
import { DealType } from './types.ts';

export const dealNoun: Noun<Parameters<typeof dealOfRow>[0]> = {
  type: DealType,
  model: 'deal',
  access: { scope: 'deals:read' },
  recordOf: dealOfRow,
  orderBy: [{ time: 'desc' }, { id: 'desc' }],
  visible: ownRows('userId'),
};
