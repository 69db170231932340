/** What people write into calls. */
export const notes = [
  'Asked for a proposal with two options. Sending it tomorrow morning.',
  'Runs the team alone since March, wants to hand over outreach first.',
  'Very well prepared, had read both case studies.',
  'Partner joins the next call; decision by the end of the month.',
  'Needs the invoice split over two quarters.',
  'Uses three tools for what we do in one. Migration worries, nothing else.',
  'Started late, connection broke twice. Friendly.',
  'Budget is there, timing is not: new office opens first.',
  'Came through the podcast. Wants to speak to a reference customer.',
  'Clear no on price, clear yes on the method. Try again in spring.',
] as const;

export const objections = [
  'Too expensive',
  'Needs to talk to a partner',
  'No time for the onboarding this quarter',
  'Bound to another vendor until the end of the year',
  'Wants to see results first',
  'Not sure that the team will use it',
] as const;

export const cancelReasons = [
  'Something urgent came up',
  'Ill today, sorry',
  'Found another solution',
  'Booked twice by mistake',
  'Closer is out of the office',
] as const;

export const rescheduleReasons = [
  'Meeting ran over',
  'Colleague wants to join',
  'Travelling that day',
  'Mixed up the time zones',
] as const;

export const goals = [
  'Double the number of booked calls without hiring.',
  'Get the founder out of sales by summer.',
  'Win the first ten customers abroad.',
  'Find out which campaigns bring customers, not leads.',
] as const;

export const nextSteps = [
  'Send proposal',
  'Call back on Monday',
  'Introduce to onboarding',
  'None',
  'Ask for references',
] as const;

export const tags = ['inbound', 'webinar', 'referral', 'newsletter', 'partner', 'vip'] as const;

export const products = ['Growth programme', 'Sales sprint', 'Team licence', 'Advisory day'] as const;

/** How a contact came, as the tracking parameters of a link tell it. */
export const campaigns = [
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'book-a-call' },
  { utm_source: 'linkedin', utm_medium: 'social', utm_campaign: 'founders' },
  { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'monthly', utm_content: 'footer' },
  { utm_source: 'youtube', utm_medium: 'video' },
  { utm_source: 'webinar', utm_medium: 'event', utm_campaign: 'spring', utm_term: 'follow-up' },
] as const;

export type UtmPair = { utmKey: string; utmValue: string };

export function utmPairs(campaign: Readonly<Record<string, string>>): UtmPair[] {
  return Object.entries(campaign).map(([utmKey, utmValue]) => ({ utmKey, utmValue }));
}
