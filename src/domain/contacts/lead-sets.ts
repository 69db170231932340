/** The sets of contacts that the report of leads counts, each by the name of its count. */
export const leadSets = ['created', 'booked', 'held', 'won', 'disqualified'] as const;
export type LeadSet = (typeof leadSets)[number];
