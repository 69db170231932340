import type { HttpResponse } from './exchange.tsx';
import { firstCall, type Run, type StepName, stepNames } from './run.ts';

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

/** How a step went, in plain words. */
export interface Verdict {
  readonly isGood: boolean;
  readonly text: string;
  /** What fixes it. */
  readonly remedy?: Remedy;
}

/** The step again; consent again; the step with another secret; a new run with other choices. */
type Remedy = 'again' | 'consent' | 'secret' | 'over';

/** The step that comes next: the first that was not done, or has failed. None where the run is over. */
export function nextStep(run: Run): StepName | undefined {
  return stepNames.find((step) => !verdictOf(step, run)?.isGood);
}

/** Undefined where the step was not done. */
export function verdictOf(step: StepName, run: Run): Verdict | undefined {
  if (step === 'authorize') return run.answer && good('The consent page was opened, and answered.');
  if (step === 'callback') return run.answer && callbackVerdict(run.answer);
  const exchange = run.exchanges[step];
  if (step === 'refresh' && run.accessToken !== undefined && !exchange) {
    if (!run.hasRefresh) return good('Left out: the client is not registered for the grant type REFRESH_TOKEN.');
    if (run.refreshToken === undefined) return good('Left out: the answer had no refresh token.');
  }
  if (!exchange) return undefined;
  const { response } = exchange;
  if (!response) return unanswered(step);
  return commonFailure(response) ?? verdicts[step](response, run);
}

type Judge = (response: HttpResponse, run: Run) => Verdict;

const verdicts: Readonly<Record<Exclude<StepName, 'authorize' | 'callback'>, Judge>> = {
  discover: ({ status }) =>
    status === 200
      ? good('These are the addresses that the next steps use.')
      : bad(`The server answered ${status} in place of its metadata.`, 'again'),
  exchange: (response, run) => {
    if (response.status !== 200) return tokenFailure(response, run);
    const missing = run.scopes.filter((scope) => !run.granted?.includes(scope));
    const less =
      missing.length === 0 ? '' : ` Not granted, because your role does not allow it: ${missing.join(', ')}.`;
    return good(`The app has an access token for: ${run.granted?.join(', ')}.${less}`);
  },
  call: ({ status }, run) => {
    const expected = firstCall(run.granted ?? []).status;
    if (status === expected && status === 200) return good('The access token works.');
    if (status === expected)
      return good('403, as expected: the token counts, but none of its scopes lets the app read anything.');
    if (status === 401) return bad('The access token is not accepted: it was revoked, or it has expired.', 'consent');
    return bad(`The answer is ${status}, where ${expected} was expected. Its message says why.`, 'again');
  },
  refresh: (response, run) =>
    response.status === 200
      ? good('A new pair. The app stores both: whoever uses the old refresh token later ends the connection.')
      : tokenFailure(response, run),
  revoke: (response, run) =>
    response.status === 200
      ? good('The connection has ended, and all of its tokens with it.')
      : tokenFailure(response, run),
  callAgain: ({ status }) =>
    status === 401
      ? good('401, as expected: a revoked token is refused from the next request on.')
      : bad(`The answer is ${status}, where 401 was expected: the token still counts.`, 'again'),
};

function good(text: string): Verdict {
  return { isGood: true, text };
}

function bad(text: string, remedy: Remedy): Verdict {
  return { isGood: false, text, remedy };
}

function unanswered(step: StepName): Verdict {
  const text = 'No response that this page can read: the network failed, or the server is not reachable from here.';
  // A code that comes twice revokes what it gave, and nobody knows whether the first one arrived.
  if (step === 'exchange') return bad(`${text} The code may be used already, so ask for consent again.`, 'consent');
  return bad(`${text} Check your connection, then try again.`, 'again');
}

function commonFailure({ status, headers }: HttpResponse): Verdict | undefined {
  if (status === 429) {
    const seconds = headers['retry-after'];
    return bad(
      `Too many requests at once. Wait ${seconds ? `${seconds} seconds` : 'a while'}, then try again.`,
      'again',
    );
  }
  if (status >= 500)
    return bad(`The server answered ${status}: it is not available now. Try again in a while.`, 'again');
  return undefined;
}

function tokenFailure({ status, body }: HttpResponse, { isConfidential }: Run): Verdict {
  const { error = String(status), error_description: description = '' } = errorOf(body);
  switch (error) {
    case 'invalid_client':
      return isConfidential
        ? bad('The client secret is not that of this client, or was rotated since. Paste the right one.', 'secret')
        : bad('The server does not know this client any more.', 'over');
    case 'invalid_grant':
      return bad(`${description}. A code works once, for a short time. Ask for consent again.`, 'consent');
    case 'invalid_scope':
      return bad(`${description}.`, 'over');
    default:
      return bad(`The server refused the request with “${error}”: ${description}.`, 'over');
  }
}

function errorOf(body: string): { error?: string; error_description?: string } {
  try {
    return JSON.parse(body) as { error?: string; error_description?: string };
  } catch {
    return {};
  }
}

function callbackVerdict(answer: NonNullable<Run['answer']>): Verdict {
  const { code, error, error_description: errorDescription = '' } = answer;
  if (code !== undefined) return good('The state is the one that this tab sent, and the answer has a code.');
  switch (error) {
    case 'access_denied':
      return bad(
        'Access was denied on the consent page, so the app gets nothing. Ask again, and choose “Allow access”.',
        'consent',
      );
    case 'invalid_scope':
      return bad(`${errorDescription}. Start over with scopes that the client is registered for.`, 'over');
    case 'temporarily_unavailable':
    case 'server_error':
      return bad('The server could not answer at the moment. Ask again in a while.', 'consent');
    default:
      return bad(
        `The server refused the authorization with “${error ?? 'no code and no error'}”: ${errorDescription}.`,
        'over',
      );
  }
}
