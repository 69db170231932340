import { firstCall } from './perform.ts';
import type { Run, StepName } from './run.ts';

interface StepText {
  readonly title: string;
  /** What the step is for, and what makes it safe. */
  readonly why: string;
  /** What its button does. */
  readonly action: string;
}

/** What is said about each step. */
export function textOf(step: StepName, run: Run): StepText {
  const { path } = firstCall(run.granted ?? []);
  const texts: Readonly<Record<StepName, StepText>> = {
    discover: {
      title: 'Find the endpoints',
      why: 'The metadata of the authorization server (RFC 8414) say where the other steps go, so an app needs no address but this one.',
      action: 'Read the metadata',
    },
    authorize: {
      title: 'Ask for consent',
      why: 'The app sends the browser to the consent page. With PKCE it invents a secret, the code_verifier, and shows only its SHA-256 hash, the code_challenge: whoever steals the code cannot use it. The state comes back unchanged, so an answer that the app did not ask for is noticed.',
      action: run.isAsked ? 'Open the consent page again' : 'Open the consent page',
    },
    callback: {
      title: 'Come back to the app',
      why: 'The browser returns to the redirect URI with a code, or with an error. The app compares the state with its own, and the iss with the server that it asked.',
      action: 'Open the consent page again',
    },
    exchange: {
      title: 'Exchange the code for tokens',
      why: 'The app shows the code together with the code_verifier: the server hashes it, and compares it with the code_challenge from before.',
      action: 'Exchange the code',
    },
    call: {
      title: 'Call the API',
      why: 'The access token goes with each request, as Authorization: Bearer.',
      action: `Send GET ${path}`,
    },
    refresh: {
      title: 'Refresh the tokens',
      why: 'An access token lives for an hour. The refresh token gets a new pair without asking the person again; each serves once.',
      action: 'Refresh',
    },
    revoke: {
      title: 'Revoke the connection',
      why: 'When a person disconnects the app, the app gives its token back (RFC 7009), and the whole connection ends.',
      action: 'Revoke',
    },
    callAgain: {
      title: 'Call the API again',
      why: 'The same call as before, with the token that has ended: now it has to be refused.',
      action: `Send GET ${path} again`,
    },
  };
  return texts[step];
}
