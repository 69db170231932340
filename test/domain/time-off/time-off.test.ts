import { describe, expect, test } from 'vitest';
import { createTimeOffInput, timeOffProblem, timeOffSpan, updateTimeOffInput } from '#src/domain/time-off/time-off.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';

const spanOf = (startTime: string, endTime: string, timeZone = 'Europe/Berlin') => {
  const { start, end } = timeOffSpan({ startTime, endTime }, timeZone);
  return [start, end].map((instant) => new Date(instant).toISOString().slice(0, 16));
};

describe('time off', () => {
  test.each([
    ['2027-02-01', '2027-02-01', ['2027-01-31T23:00', '2027-02-01T23:00']],
    ['2027-02-01', '2027-02-03', ['2027-01-31T23:00', '2027-02-03T23:00']],
    // Days of 23 and of 25 hours.
    ['2027-03-28', '2027-03-28', ['2027-03-27T23:00', '2027-03-28T22:00']],
    ['2027-10-31', '2027-10-31', ['2027-10-30T22:00', '2027-10-31T23:00']],
    ['2027-02-01T10:00:00Z', '2027-02-01', ['2027-02-01T10:00', '2027-02-01T23:00']],
    ['2027-02-01', '2027-02-01T10:00:00+01:00', ['2027-01-31T23:00', '2027-02-01T09:00']],
  ])('from %s to %s is %j', (startTime, endTime, span) => {
    expect(spanOf(startTime, endTime)).toEqual(span);
  });

  test('of a day is that of the zone of the member', () => {
    expect(spanOf('2027-02-01', '2027-02-01', 'America/New_York')).toEqual(['2027-02-01T05:00', '2027-02-02T05:00']);
  });

  const problemOf = (startTime: string, endTime: string, timeZone = 'Europe/Berlin') =>
    timeOffProblem(timeOffSpan({ startTime, endTime }, timeZone), timeZone);
  const path = ['endTime'];
  const long = { path, code: 'out_of_range', message: 'Must be at most 366 days after startTime' };

  test('ends after it begins', () => {
    const conflict = { path, code: 'conflict', message: 'Must be after startTime' };
    expect(problemOf('2027-02-01T10:00:00Z', '2027-02-01T10:00:00Z')).toEqual(conflict);
    expect(problemOf('2027-02-02', '2027-02-01')).toEqual(conflict);
    expect(problemOf('2027-02-01T10:00:00Z', '2027-02-01T10:00:00.001Z')).toBeUndefined();
  });

  test('has 366 days at most, on the calendar of the member', () => {
    expect(problemOf('2027-02-01', '2028-02-01')).toBeUndefined();
    expect(problemOf('2027-02-01', '2028-02-02')).toEqual(long);
    expect(problemOf('2027-03-27T12:00:00Z', '2028-03-27T11:00:00Z')).toBeUndefined();
    expect(problemOf('2027-03-27T12:00:00Z', '2028-03-27T11:00:00.001Z')).toEqual(long);
    expect(problemOf('2027-03-27T12:00:00Z', '2028-03-27T12:00:00Z', 'UTC')).toBeUndefined();
  });
});

describe('the input of time off', () => {
  const problems = (schema: typeof createTimeOffInput | typeof updateTimeOffInput, input: object) =>
    problemsOf(schema.safeParse(input).error?.issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`);

  test.each(['2000-01-01', '2999-12-31', '2027-02-01T10:00:00+05:45'])('may begin at %s', (startTime) => {
    expect(problems(createTimeOffInput, { startTime, endTime: startTime })).toEqual([]);
  });

  test.each([
    ['1999-12-31', ['startTime out_of_range']],
    ['3000-01-01T00:00:00Z', ['startTime out_of_range']],
    ['2027-02-29', ['startTime invalid_format']],
    ['tomorrow', ['startTime invalid_format']],
  ])('may not begin at %s', (startTime, expected) => {
    expect(problems(createTimeOffInput, { startTime, endTime: '2027-02-01' })).toEqual(expected);
  });

  test('names what is new, and of a change what is changed', () => {
    expect(problems(createTimeOffInput, {})).toEqual(['startTime required', 'endTime required']);
    expect(problems(updateTimeOffInput, { id: 1 })).toEqual([' required']);
    expect(problems(updateTimeOffInput, { id: 1, endTime: '2027-02-01' })).toEqual([]);
    expect(problems(updateTimeOffInput, { endTime: '2027-02-01' })).toEqual(['id required']);
  });
});
