import { eventCallOfRow, eventCallParts } from '#src/db/reads/event-calls/record.ts';
import type { Noun } from '../browsing/noun.ts';
import { ownRows } from '../browsing/own-rows.ts';
import { EventCallType } from './types.ts';

export const eventCallNoun: Noun<Parameters<typeof eventCallOfRow>[0]> = {
  type: EventCallType,
  model: 'eventCall',
  access: { scope: 'eventCalls:read' },
  parts: eventCallParts,
  recordOf: eventCallOfRow,
  orderBy: [{ dateTime: 'desc' }, { id: 'desc' }],
  visible: ownRows('userId', 'setterId'),
};
