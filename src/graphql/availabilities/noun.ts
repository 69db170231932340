import { availabilityOfRow, availabilityParts } from '#src/db/reads/availabilities.ts';
import type { Noun } from '../browsing/noun.ts';
import { ownRows } from '../browsing/own-rows.ts';
import { AvailabilityType } from './types.ts';

export const availabilityNoun: Noun<Parameters<typeof availabilityOfRow>[0]> = {
  type: AvailabilityType,
  model: 'schedule',
  access: { scope: 'availabilities:read' },
  parts: availabilityParts,
  recordOf: availabilityOfRow,
  orderBy: [{ id: 'asc' }],
  visible: ownRows('userId'),
};
