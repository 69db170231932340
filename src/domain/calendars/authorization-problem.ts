/** Reasons why a calendar was not connected after the provider's redirect, as `problem` in the URL of the settings page. */
export const authorizationProblems = {
  refused: 'Access was not granted.',
  partial: 'Some permissions are missing: connect again and leave every box checked.',
  expired: 'The request expired or was already used: start again.',
  other_user: 'A different person is signed in than the one who started connecting.',
  other_account: 'This is a different account than before: add it as a new connection.',
  too_many: 'You have reached the maximum number of connections: disconnect one first.',
  no_calendar: 'This account has no calendars.',
  gone: 'The connection was deleted in the meantime.',
  provider: 'The provider returned an unexpected response: try again later.',
} as const satisfies Record<string, string>;

export type AuthorizationProblem = keyof typeof authorizationProblems;
