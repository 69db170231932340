/** What the address of the list says. */
export interface SchedulesSearch {
  /** Whose schedules: those of others are for owners and admins. */
  readonly user?: number | undefined;
}

export function schedulesSearch({ user }: Readonly<Record<string, unknown>>): SchedulesSearch {
  return { user: idOf(user) };
}

export function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
}
