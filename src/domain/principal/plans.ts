export const plans = ['STARTUP', 'BUSINESS', 'ENTERPRISE'] as const;
export type Plan = (typeof plans)[number];
