export const callTypes = ['STRATEGY_EVENT', 'DISCOVERY_EVENT'] as const;
export type CallType = (typeof callTypes)[number];
