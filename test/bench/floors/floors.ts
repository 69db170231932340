import type { Floor, Floors } from './judgement.ts';

/** Each figure's first value. */
function first(value: number): [Floor] {
  const reason = 'a tenth below the worst median of three runs on a busy machine; to be raised on a quiet one';
  return [{ value, commit: '8371c95', reason }];
}

/** What the issue of the hand-written server's speed demands, and a quiet machine showed. */
function due(value: number): Floor {
  return { value, commit: 'dc3e752', reason: 'due, and reached on a quiet machine in five rounds' };
}

/** A tenth below what a quiet machine showed. */
function seen(value: number): Floor {
  return { value, commit: 'dc3e752', reason: 'a tenth below the median of five rounds on a quiet machine' };
}

/**
 * What the hot cases must reach, by case and figure: at least, or at most where lower is better. A new value is added behind
 * the old ones, `[...first(0.5), { value, commit, reason }]`, with the commit at which it was measured. It is better than the
 * one before, or stands in a commit of its own that says why it is not.
 */
export const floors: Floors = {
  'eventCalls-2k': {
    'requests/s × fastify pipelined': [...first(0.45), due(0.95)],
    'requests/CPU s × fastify pipelined': [...first(0.5), seen(0.87)],
    'p99 × fastify pipelined': [...first(2.7), due(1.2)],
  },
  'eventCalls-100k': {
    'requests/s × fastify pipelined': [...first(0.8), due(5)],
    'requests/CPU s × fastify pipelined': [...first(4), seen(7.3)],
    'p99 × fastify pipelined': [...first(2.2), due(1.2)],
  },
  userAvailabilities: {
    'requests/s × fastify pipelined': [...first(0.27), due(0.9)],
    'requests/CPU s × fastify pipelined': [...first(0.5), seen(0.76)],
    'p99 × fastify pipelined': [...first(3), due(1.2)],
  },
  contactDetail: {
    'requests/s × fastify pipelined': [...first(0.5), seen(0.68)],
    'requests/CPU s × fastify pipelined': [...first(0.6), seen(0.68)],
    'p99 × fastify pipelined': [...first(2.4), seen(1.4)],
  },
  'eventCalls-2k-graphql': {
    'requests/s × fastify pipelined': [...first(0.44), due(0.85)],
    'requests/CPU s × fastify pipelined': [...first(0.5), seen(0.9)],
    'p99 × fastify pipelined': [...first(1.8), seen(1.5)],
  },
  'eventCalls-100k-graphql': {
    'requests/s × fastify pipelined': [...first(0.55), seen(6.6)],
    'requests/CPU s × fastify pipelined': [...first(4.5), seen(7)],
    'p99 × fastify pipelined': [...first(1.8), seen(0.6)],
  },
  'userAvailabilities-graphql': {
    'requests/s × fastify pipelined': [...first(0.3), seen(0.79)],
    'requests/CPU s × fastify pipelined': [...first(0.43), seen(0.83)],
    'p99 × fastify pipelined': [...first(4.5), seen(1.9)],
  },
  refreshes: {
    'requests/s × better-auth': [...first(1.8), seen(2.7)],
    'requests/CPU s × better-auth': [...first(2), seen(3.2)],
    'requests/s × oidc-provider in memory': [...first(0.2), seen(0.42)],
    'requests/CPU s × oidc-provider in memory': [...first(0.18), seen(0.32)],
  },
  bulkAnswer: {
    'time × the statement alone': first(2.2),
  },
  'eventDates-1x14': {
    ms: [...first(13), due(1.6)],
    'CPU ms': [...first(3), due(1.6)],
    'speed of the engine × dayjs': first(2900),
  },
  'eventDates-50x60': {
    ms: [...first(80), seen(19.5)],
    'CPU ms': [...first(25), seen(21.5)],
    'speed of the engine × dayjs': first(1600),
  },
  'booking-10': {
    'requests/s × pg, SQL alone': [...first(0.6), due(0.75)],
    'requests/CPU s × pg, SQL alone': [...first(0.55), seen(0.71)],
  },
  oneNode: {
    'requests/s × fastify pipelined': first(0.28),
    'requests/CPU s × fastify pipelined': first(0.28),
  },
  'distributed-calls': {
    'requests/CPU s × one PostgreSQL': first(0.4),
  },
  'distributed-booking': {
    'requests/CPU s × one PostgreSQL': [
      ...first(0.5),
      {
        value: 0.4,
        commit: 'dc3e752',
        reason: 'the first value came of one disturbed run; 0.43 and 0.45 on a quiet machine',
      },
    ],
  },
};
