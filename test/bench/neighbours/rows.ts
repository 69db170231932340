import type { Row } from './attack.ts';
import { connectionRows } from './connection-rows.ts';
import { documentRows } from './document-rows.ts';
import { logoRow } from './logo-row.ts';
import { operatorRows } from './operator-rows.ts';
import { recordRows } from './record-rows.ts';
import { slotRows } from './slot-rows.ts';
import { strangerRows } from './stranger-rows.ts';

/** What runs beside the neighbour, in the order in which it is measured. */
export const rows: readonly Row[] = [
  ...[...slotRows, ...strangerRows, ...documentRows, ...recordRows],
  ...[logoRow, ...operatorRows, ...connectionRows],
];
