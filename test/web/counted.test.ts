import { expect, test } from 'vitest';
import { callsCounted, contactsCounted, dealsCounted } from '#src/web/parts/numbers/counted.ts';

const days = { dateFrom: '2026-03-01', dateTo: '2026-03-31' };
const origin = { sources: 'Google', hasSource: 'yes', products: '4', hasProduct: 'no' };
const filters = {
  ...days,
  daysIn: 'workspace',
  hosts: '7,8',
  setters: '9',
  events: '3',
  types: 'STRATEGY_EVENT',
  ...origin,
} as const;

test('the calls behind a number have its period and its filters', () => {
  expect(callsCounted(filters, 'held')).toEqual({
    to: '/calls',
    search: {
      ...{ when: 'all', date: '2026-03-01..2026-03-31', daysIn: 'workspace', counted: 'held' },
      ...{ hosts: '7,8', setters: '9', events: '3', types: 'STRATEGY_EVENT', ...origin },
    },
  });
});

test('a group narrows the filters of its calls', () => {
  expect(callsCounted({ ...days, hosts: '7,8' }, 'won', { hosts: '7', types: 'DISCOVERY_EVENT' }).search).toMatchObject(
    {
      hosts: '7',
      types: 'DISCOVERY_EVENT',
    },
  );
});

test('a reason leads to all calls of the period that have it', () => {
  expect(callsCounted(days, undefined, { reasons: 'BAD_FIT' }).search).toEqual({
    ...{ when: 'all', date: '2026-03-01..2026-03-31', counted: undefined, reasons: 'BAD_FIT' },
  });
});

test('the deals behind a number have its filters by their own names', () => {
  expect(dealsCounted(filters)).toEqual({
    to: '/deals',
    search: {
      ...{ made: '2026-03-01..2026-03-31', daysIn: 'workspace', closers: '7,8', callTypes: 'STRATEGY_EVENT' },
      ...{ setters: '9', events: '3', ...origin },
    },
  });
});

test('the contacts behind a number have its filters by their own names', () => {
  const others = {
    daysIn: 'workspace',
    owners: '7,8',
    setters: '9',
    events: '3',
    callTypes: 'STRATEGY_EVENT',
    ...origin,
  };
  const period = '2026-03-01..2026-03-31';
  expect(contactsCounted(filters, 'won')).toEqual({
    to: '/contacts',
    search: { created: period, counted: 'won', ...others },
  });
  expect(contactsCounted(filters, undefined, 'firstBooked')).toEqual({
    to: '/contacts',
    search: { firstBooked: period, counted: undefined, ...others },
  });
});
