import { transactionOfRow } from '#src/db/reads/sales.ts';
import type { Noun } from '../browsing/noun.ts';
import { ownRows } from '../browsing/own-rows.ts';
import { TransactionType } from './types.ts';

export const transactionNoun: Noun<Parameters<typeof transactionOfRow>[0]> = {
  type: TransactionType,
  model: 'transaction',
  access: { scope: 'transactions:read' },
  recordOf: transactionOfRow,
  orderBy: [{ time: 'desc' }, { id: 'desc' }],
  visible: ownRows('userId'),
};
