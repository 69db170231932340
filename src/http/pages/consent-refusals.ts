import type { ConsentAnswer, ConsentRedirect } from './consent-desk.ts';
import { shownHost } from './consent-page.ts';
import type { Refusal } from './refusal-page.ts';

/** A form that is not from our page, or no more. */
export const notOurs: Refusal = {
  status: 403,
  title: 'This form is no longer good',
  text: 'Nothing was allowed. Go back to the app, and begin there anew.',
};

/** Of an app that may not be told of it. */
export function refusedBy({ status, body }: Extract<ConsentAnswer, { refused: unknown }>['refused']): Refusal {
  const { error, message } = body;
  if (error === 'access_denied') return { status, title: 'Access denied', text: `${message}.` };
  return { status, title: 'This app cannot be connected', text: reasonOf(error, message), detail: message };
}

function reasonOf(error: string, message: string): string {
  if (error === 'invalid_client') return 'There is no such app here. It may have been removed.';
  if (message.includes('redirect_uri')) return 'It would send you to an address that is not registered for it.';
  return 'It asked in a way that we do not understand.';
}

/** Of an app that may be told, but that nobody has approved: the reader decides whether to go there. */
export function mistakeOf({ redirectUrl, error = '', errorDescription = error }: ConsentRedirect): Refusal {
  return {
    status: 400,
    title: 'The app made a mistake',
    text: 'It asked for something that it cannot have, or in a wrong way. Nothing was allowed.',
    detail: errorDescription,
    back: { href: redirectUrl, text: `Go back to ${shownHost(redirectUrl)}` },
  };
}
