import { noRoomText } from '../connections/connection.ts';
import type { Advice } from '../error-advice.ts';

interface Refusal {
  /** The text that the owner of the app reads in the log of requests. */
  readonly summary: string;
  /** The text that the app received besides the error code. */
  readonly heard: string;
  readonly remedy: string;
}

const sameText = 'The app received the same text as `error_description`.';
const ownText = 'The app received a description of the error.';
const invalidGrantHeard =
  'The app was told only that the code or refresh token is not valid, so that attackers learn nothing by guessing.';
const invalidClientHeard =
  'The app was told only “client authentication failed”, so that attackers learn nothing by guessing.';
const connectAgain = 'Send the user to the consent page again.';

/** The reasons why the token and revocation endpoints refuse a known app, in more detail than the error code. */
export const oauthRefusals = {
  secretMissing: {
    summary: 'The client secret is missing',
    heard: invalidClientHeard,
    remedy:
      'Send the secret as the HTTP Basic password, or as `client_secret` in the body. If the app has no server and cannot keep a secret, register a new public client for it.',
  },
  secretWrong: {
    summary: 'The client secret is wrong',
    heard: invalidClientHeard,
    remedy:
      "Compare the secret on the app's server with the one shown when the secret was created. Send it in full and, with HTTP Basic, form-encoded. If the secret was rotated twice within one overlap, the secret in between is no longer valid. If the current secret is lost, rotate it on the page of the OAuth client.",
  },
  secretDisplaced: {
    summary: 'The client secret was replaced by the last rotation',
    heard: invalidClientHeard,
    remedy:
      "Deploy the current secret to the app's server, on all of its machines. If the secret is lost, rotate it again.",
  },
  secretOfPublicClient: {
    summary: 'The app is a public client but sent a client secret',
    heard: invalidClientHeard,
    remedy:
      'Send only `client_id` in the body, without an `Authorization` header. If the app has a server, register it as a confidential client, which has a secret.',
  },
  verifierDiffers: {
    summary: 'code_verifier does not match the code_challenge',
    heard: sameText,
    remedy:
      'Store the verifier when you start an authorization, send it when you exchange the code, and create a new one for each authorization.',
  },
  verifierMissing: {
    summary: 'code_verifier is required because the authorization had a code_challenge',
    heard: sameText,
    remedy: "Send the verifier that this authorization's challenge was created from.",
  },
  verifierUnexpected: {
    summary: 'code_verifier must be omitted because the authorization had no code_challenge',
    heard: sameText,
    remedy: 'Send `code_challenge` and `code_challenge_method=S256` with the authorization, or omit the verifier.',
  },
  redirectUriDiffers: {
    summary: 'redirect_uri differs from the one in the authorization',
    heard: sameText,
    remedy: 'Send exactly the same `redirect_uri` as in the authorization, character for character.',
  },
  codeUnknown: {
    summary: 'The code is unknown, or its connection has ended',
    heard: invalidGrantHeard,
    remedy: `Exchange the code exactly as the redirect URI received it, decoded once. If the connection was revoked: ${connectAgain}`,
  },
  refreshTokenUnknown: {
    summary: 'The refresh token is unknown, or its connection has ended',
    heard: invalidGrantHeard,
    remedy: `Store the refresh token from each response. If the connection was revoked or replaced: ${connectAgain}`,
  },
  codeUsed: {
    summary: 'The code was already used: its connection ends, because someone else may have the code',
    heard: invalidGrantHeard,
    remedy: `Exchange each code only once, even if the redirect URI is loaded twice. ${connectAgain}`,
  },
  refreshTokenUsed: {
    summary: 'The refresh token was already used: its connection ends, because someone else may have the token',
    heard: invalidGrantHeard,
    remedy: `Store the new refresh token before you use it, in one place that all processes of the app share. ${connectAgain}`,
  },
  ofAnotherApp: {
    summary: 'The code or refresh token was issued to another app',
    heard: invalidGrantHeard,
    remedy: 'Send the client id and secret of the app that the user connected.',
  },
  noRoom: {
    summary: noRoomText,
    heard: sameText,
    remedy:
      'Ask the user to disconnect the app once in Settings → Developer → Connected apps, or revoke a connection that the app no longer needs. The same code can then be exchanged until it expires. If the app sends users to the consent page at each sign-in, store their refresh tokens instead.',
  },
  expired: {
    summary: 'The code or refresh token has expired',
    heard: invalidGrantHeard,
    remedy: `Exchange a code immediately, and refresh a connection before its refresh token expires. ${connectAgain}`,
  },
} as const satisfies Readonly<Record<string, Refusal>>;

/** Refusals by error code, for when the cause is unknown. */
const ofCodes: Readonly<Record<string, Refusal>> = {
  invalid_grant: {
    summary:
      'The authorization code or refresh token is unknown, expired, revoked, already used, or belongs to another app',
    heard: sameText,
    remedy: connectAgain,
  },
  invalid_request: {
    summary: 'A parameter is missing, repeated or malformed',
    heard: 'The app received a description that names the parameter.',
    remedy: 'Read the `error_description` that the app received, and send each parameter only once.',
  },
  invalid_scope: {
    summary: 'The scopes exceed the granted ones, or none of the granted scopes is left',
    heard: ownText,
    remedy:
      'Omit `scope` from a refresh to keep the granted scopes. For more scopes, register the app for them and send the user to the consent page again.',
  },
  invalid_target: {
    summary: 'The resource is not this API',
    heard: ownText,
    remedy: 'Omit `resource`, or send the value from the metadata of this server.',
  },
  unauthorized_client: {
    summary: 'The app is not registered for this grant type',
    heard: ownText,
    remedy: 'Add the grant type on the page of the OAuth client.',
  },
  unsupported_grant_type: {
    summary: 'This grant type is not supported',
    heard: ownText,
    remedy: 'Use `authorization_code` or `refresh_token` as the `grant_type`.',
  },
  unsupported_token_type: {
    summary: 'The token belongs to another app',
    heard: 'The app received a success response, as for every token that is not its own.',
    remedy: 'Send the client id and secret of the app that received the token.',
  },
};

export function summaryOfCode(code: string): string {
  return ofCodes[code]?.summary ?? 'The request was refused';
}

/** The advice that an owner reads next to a refusal, keyed by the start of its text in the log. */
export const oauthAdvice: Readonly<Record<string, Advice>> = Object.fromEntries(
  [...Object.values(oauthRefusals), ...Object.values(ofCodes)].map(({ summary, heard, remedy }) => [
    summary,
    { cause: heard, remedy },
  ]),
);
