import { describe, expect, test, vi } from 'vitest';
import { chipText } from '#src/web/kit/filters/chip-text.ts';
import { filterVariables, searchOf, sortVariables } from '#src/web/kit/filters/filters.ts';
import { daysOfPeriod, instantsOfPeriod, periodIn, periodText, recentTitles } from '#src/web/kit/filters/periods.ts';

const filters = {
  search: { kind: 'search', label: 'Search', placeholder: '', variable: 'search' },
  outcomes: { kind: 'choice', label: 'Outcome', titles: { WON: 'Won', NO_SALE: 'No sale' }, variable: 'outcomes' },
  app: { kind: 'oneText', label: 'App', variable: 'clientId' },
  key: { kind: 'oneId', label: 'API key', variable: 'apiKeyId' },
  route: { kind: 'text', label: 'Route', placeholder: '', variable: 'route' },
  hosts: { kind: 'members', label: 'Host', variable: 'userIds' },
  stages: { kind: 'options', label: 'Stage', variable: 'optionIds' },
  emails: { kind: 'emails', label: 'Email', variable: 'inviteeEmails' },
  date: { kind: 'days', label: 'Date', variables: ['dateFrom', 'dateTo'] },
} as const;
const today = '2026-11-29';
const clock = { today, timeZone: 'America/New_York' };

describe('the filters of a list', () => {
  test('read the address, and leave out what it has no business saying', () => {
    const search = {
      outcomes: 'WON,NOPE',
      hosts: 5,
      stages: '0',
      emails: 'a@b.example,x',
      date: 'last-7',
      sort: '-id',
    };
    expect(searchOf(filters, search, ['id'])).toEqual({
      ...{ search: undefined, outcomes: 'WON', hosts: '5', stages: '0', emails: 'a@b.example', date: 'last-7' },
      ...{ sort: '-id', columns: undefined },
    });
    const wrong = {
      outcomes: 'NOPE',
      hosts: '1,x',
      stages: '0,1',
      emails: 'x',
      date: 'soon',
      sort: 'name',
      columns: '-',
    };
    expect(Object.values(searchOf(filters, wrong, ['id'])).filter((value) => value !== undefined)).toEqual([]);
  });

  test('take no more than the server does, and a status that the router has read as a number', () => {
    const status = { kind: 'choice', label: 'Status', titles: { 404: '404', 500: '500' }, variable: 'status' } as const;
    expect(searchOf({ status }, { status: 404 }).status).toBe('404');
    expect(searchOf({ status: { ...status, maxItems: 1 } }, { status: '404,500' }).status).toBe('404');
    const route = { ...filters.route, maxLength: 3 };
    expect(['abc', 'abcd'].map((text) => searchOf({ route }, { route: text }).route)).toEqual(['abc', undefined]);
  });

  test('become the variables of the operation', () => {
    const search = { search: 'kim', outcomes: 'WON,NO_SALE', hosts: '5,6', emails: 'a@b.example', date: 'yesterday' };
    expect(filterVariables(filters, search, clock)).toEqual({
      ...{ search: 'kim', outcomes: ['WON', 'NO_SALE'], userIds: [5, 6], inviteeEmails: ['a@b.example'] },
      ...{ dateFrom: '2026-11-28T05:00:00.000Z', dateTo: '2026-11-29T04:59:59.999Z' },
    });
    const texts = { app: 'ocl_1', key: '7', route: '/v1/deals' };
    expect(filterVariables(filters, texts, clock)).toEqual({ clientId: 'ocl_1', apiKeyId: 7, route: '/v1/deals' });
    expect(filterVariables(filters, {}, clock)).toEqual({});
    expect(sortVariables('-createdAt')).toEqual({ orderColumn: 'createdAt', orderBy: 'desc' });
    expect(sortVariables('id')).toEqual({ orderColumn: 'id', orderBy: 'asc' });
  });

  test('are said in words', () => {
    const nameOf = (id: string) => (id === '5' ? 'Kim Lee' : undefined);
    expect(chipText(filters.outcomes, 'WON,NO_SALE', nameOf)).toBe('Outcome is Won or No sale');
    expect(chipText(filters.hosts, '5', nameOf)).toBe('Host is Kim Lee');
    expect(chipText(filters.hosts, '5,6,7,8,9', nameOf)).toBe('Host is Kim Lee, 6, 7 or 2 more');
    expect(chipText(filters.date, 'last-7', nameOf)).toBe('Date: last 7 days');
    expect(chipText(filters.date, '1h', nameOf)).toBe('Date: last hour');
    expect(chipText(filters.route, '/v1/a,b', nameOf)).toBe('Route is /v1/a,b');
    expect(chipText(filters.date, '2026-11-01..2026-11-03', nameOf).replace(/\s/g, ' ')).toBe(
      'Date: November 1 – 3, 2026',
    );
    expect(chipText(filters.date, '2026-11-01..', nameOf)).toBe('Date: since November 1, 2026');
    expect(chipText(filters.date, '..2026-11-01', nameOf)).toBe('Date: until November 1, 2026');
  });
});

describe('a period', () => {
  test('begins and ends on the clock of the viewer, also where clocks change', () => {
    expect(instantsOfPeriod('2026-03-08..', clock)).toEqual({ from: '2026-03-08T05:00:00.000Z', to: undefined });
    expect(instantsOfPeriod('..2026-03-08', clock)).toEqual({ from: undefined, to: '2026-03-09T03:59:59.999Z' });
  });

  test('of minutes ends now, and begins at a whole minute', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-29T10:00:31Z') });
    expect(instantsOfPeriod('15m', clock)).toEqual({ from: '2026-11-29T09:45:00.000Z' });
    vi.useRealTimers();
  });

  test('that is being typed is sent as it is: the server says what it takes', () => {
    expect(instantsOfPeriod('0002-01-01..9999-12-31', clock)).toEqual({ from: '0002-01-01', to: '9999-12-31' });
  });

  test.each([
    ['today', today, today],
    ['tomorrow', '2026-11-30', '2026-11-30'],
    ['last-7', '2026-11-23', today],
    ['last-30', '2026-10-31', today],
    ['this-month', '2026-11-01', '2026-11-30'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['2026-11-01..', '2026-11-01', undefined],
    ['..2026-11-05', undefined, '2026-11-05'],
  ])('%s has its first and its last day', (period, from, to) => {
    expect(daysOfPeriod(period, today)).toEqual({ from, to });
  });

  test('is a whole week from its first day on', () => {
    const { from, to } = daysOfPeriod('last-week', today);
    expect(Date.parse(`${to}`) - Date.parse(`${from}`)).toBe(6 * 86_400_000);
    expect(`${to}` < today).toBe(true);
    expect(daysOfPeriod('next-week', today).from).toBe(
      new Date(Date.parse(`${to}`) + 8 * 86_400_000).toISOString().slice(0, 10),
    );
  });

  test('of an address is one of the names, or has one day or two', () => {
    for (const good of ['today', '2026-11-01..2026-11-02', '2026-11-01..', '..2026-11-02'])
      expect(periodIn(good)).toBe(good);
    for (const bad of ['..', 'soon', '2026-02-30..', '2026-11-01', 'a..b', '2026-11-01..2026-11-02..', 7, undefined])
      expect(periodIn(bad)).toBeUndefined();
    expect(periodIn('15m')).toBeUndefined();
    expect(periodIn('15m', recentTitles)).toBe('15m');
    expect(periodText('this-month')).toBe('this month');
  });
});
