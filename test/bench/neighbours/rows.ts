import type { Row } from './attack.ts';
import { slotRows } from './slot-rows.ts';
import { strangerRows } from './stranger-rows.ts';

/** What runs beside the neighbour, in the order in which it is measured. */
export const rows: readonly Row[] = [...slotRows, ...strangerRows];
