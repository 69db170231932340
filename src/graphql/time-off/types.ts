import { type TimeOff, timeOffRecord } from '#src/domain/time-off/time-off.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const TimeOffType = builder.prismaObject('TimeOff', {
  findUnique: byId,
  description: 'A period in which a member cannot be booked, regardless of their schedules.',
  fields: (t) => recordFields(t, timeOffRecord),
});

export const TimeOffPageType = pageType('timeOffs', TimeOffType, {
  of: 'time off',
  items: 'time off entries',
  count: 'Total number of matching time off entries.',
});

export const TimeOffPayload = builder.objectRef<{ readonly timeOff: TimeOff }>('TimeOffPayload').implement({
  description: 'The result of creating, changing or deleting time off.',
  fields: (t) => ({
    timeOff: t.expose('timeOff', {
      type: TimeOffType,
      description: 'The time off. After a deletion, its last state.',
    }),
  }),
});

export const timeOffTarget: RelationTarget = {
  type: TimeOffType,
  record: 'TimeOff',
  model: 'timeOff',
  orderBy: [{ startTime: 'asc' }, { id: 'asc' }],
};
