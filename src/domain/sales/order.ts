import { defaultOrder } from '#src/domain/list-input.ts';

/** The columns that deals and transactions can be sorted by. */
export const saleOrderColumns = ['time', 'createdAt', 'updatedAt', 'id'] as const;
export const saleOrder = defaultOrder(saleOrderColumns);
