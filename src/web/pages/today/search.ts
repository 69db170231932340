/** What the address of the page says. */
export interface TodaySearch {
  /** Whose calls: those of the whole team are for owners and admins. */
  readonly who?: 'me' | 'team' | undefined;
}

export function todaySearch({ who }: Record<string, unknown>): TodaySearch {
  return { who: who === 'me' || who === 'team' ? who : undefined };
}
