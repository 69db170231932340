import { type TimeOff, timeOffRecord } from '#src/domain/time-off/time-off.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const TimeOffType = builder.prismaObject('TimeOff', {
  findUnique: byId,
  description: 'A time in which a member takes no call, whatever their schedules say.',
  fields: (t) => recordFields(t, timeOffRecord),
});

export const TimeOffPageType = pageType('timeOffs', TimeOffType, {
  of: 'time off',
  items: 'times off',
  count: 'All times off that match.',
});

export const TimeOffPayload = builder.objectRef<{ readonly timeOff: TimeOff }>('TimeOffPayload').implement({
  description: 'Time off that was created, changed or deleted.',
  fields: (t) => ({
    timeOff: t.expose('timeOff', {
      type: TimeOffType,
      description: 'The time off; after a deletion, as it was before.',
    }),
  }),
});

export const timeOffTarget: RelationTarget = {
  type: TimeOffType,
  record: 'TimeOff',
  model: 'timeOff',
  orderBy: [{ startTime: 'asc' }, { id: 'asc' }],
};
