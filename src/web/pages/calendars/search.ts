/** What the address of the page says: a provider sends the browser back with what came of a connection. */
interface CalendarsSearch {
  readonly connected?: number;
  readonly problem?: string;
}

export function calendarsSearch({ connected, problem }: Record<string, unknown>): CalendarsSearch {
  return {
    ...(typeof connected === 'number' && { connected }),
    ...(typeof problem === 'string' && { problem }),
  };
}
