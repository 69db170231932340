import type { RequestRowFragment } from '../../../gql/requests.ts';

export type Outcome = Pick<RequestRowFragment, 'status' | 'errorCode'>;

const meanings: Readonly<Record<number, string>> = {
  200: 'Succeeded',
  201: 'Created',
  304: 'Not changed',
  400: 'Invalid input',
  401: 'Credential refused',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Wrong method',
  406: 'Wrong Accept header',
  409: 'Conflict',
  413: 'Body too large',
  415: 'Wrong content type',
  429: 'Too many at once',
  500: 'Failed on the server',
  503: 'Not available',
};

const classes: readonly string[] = ['', '', 'Succeeded', 'Redirected', 'Refused', 'Failed on the server'];

/** What a status means, in plain words. A GraphQL response with errors may have the status 200. */
export function meaningOf({ status, errorCode }: Outcome): string {
  if (status < 300 && errorCode !== null) return 'With errors';
  return meanings[status] ?? classes[Math.floor(status / 100)] ?? '';
}

export function colorOf({ status, errorCode }: Outcome): string {
  if (status >= 500) return 'red';
  return status >= 400 || errorCode !== null ? 'orange' : 'green';
}

/** For the filter. */
export const statusChoices = [
  { value: '', label: 'Any status' },
  { value: '2xx', label: '2xx – succeeded' },
  { value: '4xx,5xx', label: '4xx and 5xx – all errors' },
  { value: '4xx', label: '4xx – refused' },
  { value: '5xx', label: '5xx – failed on the server' },
  ...[400, 401, 403, 404, 409, 429, 500, 503].map((status) => ({
    value: String(status),
    label: `${status} – ${(meanings[status] ?? '').toLowerCase()}`,
  })),
];
