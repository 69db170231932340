import type { DeliveryRowFragment } from '../../../../gql/webhook-deliveries.ts';

type Answered = Pick<DeliveryRowFragment['attempts'][number], 'responseStatus' | 'error'>;

export function isAcknowledged({ responseStatus, error }: Answered): boolean {
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

/** What an attempt came to, in a sentence that says where to look. */
export function answerSentence({ responseStatus: status, error }: Answered): string {
  if (error !== null) return error;
  if (status === null) return 'No answer came.';
  if (status >= 200 && status < 300) return 'Acknowledged.';
  return sentences[status] ?? sentencesByHundreds[Math.trunc(status / 100)] ?? 'Only a status from 200 to 299 counts.';
}

const sentences: Readonly<Record<number, string>> = {
  400: 'The endpoint did not understand the request. Does it verify the signature over the bytes of the body?',
  401: 'The endpoint refused the request. Does it have the present signing secret?',
  403: 'The endpoint refused the request. Does it have the present signing secret, or does a firewall stand before it?',
  404: 'Nothing is at this address. Is the path of the URL right?',
  405: 'The endpoint takes no POST. Is the path of the URL right?',
  410: 'The endpoint said that it is gone, so it was paused.',
  413: 'The body was too large for the endpoint.',
  429: 'The endpoint could not take so many requests.',
};

const sentencesByHundreds: Readonly<Record<number, string>> = {
  3: 'Redirects are not followed. Enter the address that it leads to.',
  4: 'The endpoint refused the request.',
  5: 'The endpoint, or what stands before it, had an error of its own. Look at its log.',
};
