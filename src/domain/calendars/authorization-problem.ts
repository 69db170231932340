/** Reasons why a calendar was not connected after the provider's redirect, as `problem` in the URL of the settings page. */
export const authorizationProblems = {
  refused: 'The access was not allowed.',
  partial: 'Less than needed was allowed: connect once more and leave every box ticked.',
  expired: 'This took too long, or was done already: begin once more.',
  other_user: 'Another person is signed in here than the one who began.',
  other_account: 'This is another account than before: connect it as a new connection.',
  too_many: 'There are as many connections as a member may have: disconnect one before.',
  no_calendar: 'There is no calendar in this account.',
  gone: 'The connection was deleted meanwhile.',
  provider: 'The provider did not answer as it should: try again later.',
} as const satisfies Record<string, string>;

export type AuthorizationProblem = keyof typeof authorizationProblems;
