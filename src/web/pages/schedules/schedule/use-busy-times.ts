import { useMemo } from 'react';
import { useQuery } from 'urql';
import { BusyTimesDocument } from '../../../gql/preview.ts';
import { daysAfter, startOfDay } from '../../../kit/days.ts';
import { type Interval, shownDays } from './open-time.ts';

const none: readonly Interval[] = [];

/** What the connected calendars of a member hold as busy in the fortnight from a day on; none until it is there. */
export function useBusyTimes(userId: number, from: string, zone: string): readonly Interval[] {
  const [first, next] = [startOfDay(from, zone), startOfDay(daysAfter(from, shownDays), zone)];
  const variables = { userId, from: new Date(first).toISOString(), to: new Date(next).toISOString() };
  const [{ data }] = useQuery({ query: BusyTimesDocument, variables, requestPolicy: 'cache-and-network' });
  const times = data?.busyTimes?.times;
  return useMemo(
    () => times?.map(({ startTime, endTime }) => ({ start: Date.parse(startTime), end: Date.parse(endTime) })) ?? none,
    [times],
  );
}
