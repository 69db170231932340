import { eventOfRow, eventParts } from '#src/db/reads/events.ts';
import type { Noun } from '../browsing/noun.ts';
import { EventType } from './types.ts';

export const eventNoun: Noun<Parameters<typeof eventOfRow>[0]> = {
  type: EventType,
  model: 'event',
  access: { scope: 'events:read' },
  parts: eventParts,
  recordOf: eventOfRow,
  orderBy: [{ name: 'asc' }, { id: 'asc' }],
};
