import type { CalendarStateQuery } from '../gql/calendar-state.ts';

export type CalendarConnections = NonNullable<CalendarStateQuery['calendarConnections']>;
type State = Pick<CalendarConnections[number], 'status' | 'lastReadAt'>;

/** Whether nobody can book the member because of it. */
export function isClosing({ status, lastReadAt }: State): boolean {
  return status !== 'ACTIVE' || lastReadAt === null;
}

/** A connection that is new has not been read yet, which is no failure. */
export function stateOf(closing: readonly State[]): string {
  if (closing.some(({ status }) => status !== 'ACTIVE')) return 'cannot be read';
  return closing.length === 1 ? 'has not been read yet' : 'have not been read yet';
}
