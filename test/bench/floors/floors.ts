import type { Floor, Floors } from './judgement.ts';

/** Demanded of the product, and reached on a quiet machine in five rounds. */
function due(value: number): [Floor] {
  return [{ value, commit: 'e745636', reason: 'demanded, and reached on a quiet machine in five rounds' }];
}

/** Of a figure for which nothing is demanded, or which does not reach it yet. */
function seen(value: number): [Floor] {
  return [{ value, commit: 'e745636', reason: 'a tenth below the median of five rounds on a quiet machine' }];
}

/** The same of the booking page, whose rounds ran beside other work: it slows both sides of a ratio. */
function duePage(value: number): [Floor] {
  return [
    { value, commit: 'b84cd2b1', reason: 'demanded, and reached in three runs of three rounds on a busy machine' },
  ];
}

/**
 * What the hot cases must reach, by case and figure: at least, or at most where lower is better. A new value is added behind
 * the old ones, `[...due(0.5), { value, commit, reason }]`, with the commit at which it was measured. It is better than the
 * one before, or stands in a commit of its own that says why it is not.
 */
export const floors: Floors = {
  'eventCalls-2k': {
    'requests/s × fastify pipelined': due(0.95),
    'requests/CPU s × fastify pipelined': seen(0.97),
    'p99 × fastify pipelined': due(1.2),
  },
  'eventCalls-100k': {
    'requests/s × fastify pipelined': due(5),
    'requests/CPU s × fastify pipelined': seen(8),
    'p99 × fastify pipelined': due(1.2),
  },
  userAvailabilities: {
    'requests/s × fastify pipelined': due(0.9),
    'requests/CPU s × fastify pipelined': seen(0.86),
    'p99 × fastify pipelined': due(1.2),
  },
  contactDetail: {
    'requests/s × fastify pipelined': due(0.85),
    'requests/CPU s × fastify pipelined': seen(0.87),
    'p99 × fastify pipelined': seen(1.35),
  },
  'eventCalls-2k-graphql': {
    'requests/s × fastify pipelined': due(0.85),
    'requests/CPU s × fastify pipelined': seen(0.92),
    'p99 × fastify pipelined': due(1.2),
  },
  'eventCalls-100k-graphql': {
    'requests/s × fastify pipelined': seen(6.6),
    'requests/CPU s × fastify pipelined': seen(7.9),
    'p99 × fastify pipelined': seen(0.6),
  },
  'userAvailabilities-graphql': {
    'requests/s × fastify pipelined': seen(0.75),
    'requests/CPU s × fastify pipelined': seen(0.83),
    'p99 × fastify pipelined': seen(1.5),
  },
  refreshes: {
    'requests/s × better-auth': seen(3),
    'requests/CPU s × better-auth': seen(3.1),
    'requests/s × oidc-provider in memory': seen(0.6),
    'requests/CPU s × oidc-provider in memory': seen(0.47),
  },
  bulkAnswer: {
    'time × the statement alone': seen(2.1),
  },
  'eventDates-1x14': {
    ms: due(1.6),
    'CPU ms': due(1.6),
    'speed of the engine × dayjs': seen(4600),
  },
  'eventDates-50x60': {
    ms: seen(16.8),
    'CPU ms': seen(18.3),
    'speed of the engine × dayjs': seen(3100),
  },
  'eventDates-busy': {
    'ms × without calendars': [
      { value: 1.3, commit: 'f611ff5f', reason: 'demanded, and reached in six rounds on a busy machine' },
    ],
  },
  'booking-10': {
    'requests/s × pg, SQL alone': due(0.75),
    'requests/CPU s × pg, SQL alone': seen(0.68),
  },
  bookingPage: {
    'requests/s × publicEventDates': duePage(0.6),
    bytes: duePage(40_000),
  },
  oneNode: {
    'requests/s × fastify pipelined': seen(0.32),
    'requests/CPU s × fastify pipelined': seen(0.37),
  },
  'distributed-calls': {
    'requests/CPU s × one PostgreSQL': seen(0.39),
  },
  'distributed-booking': {
    'requests/CPU s × one PostgreSQL': seen(0.39),
  },
};
