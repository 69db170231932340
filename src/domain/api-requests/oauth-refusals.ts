import { noRoomText } from '../connections/connection.ts';
import type { Advice } from '../error-advice.ts';

interface Refusal {
  /** The text that the owner of the app reads in the log of requests. */
  readonly summary: string;
  /** The text that the app received besides the error code. */
  readonly heard: string;
  readonly remedy: string;
}

const sameText = 'The app got the same text as its `error_description`.';
const ownText = 'The app got a description with it.';
const invalidGrantHeard =
  'The app got only that the code or refresh token does not count, so that nobody learns more by trying.';
const invalidClientHeard = 'The app got only “client authentication failed”, so that nobody learns more by trying.';
const connectAgain = 'Send the user to the consent page again.';

/** The reasons why the token and revocation endpoints refuse a known app, in more detail than the error code. */
export const oauthRefusals = {
  secretMissing: {
    summary: 'The client secret is missing',
    heard: invalidClientHeard,
    remedy:
      'Send the secret as the password of HTTP Basic, or as `client_secret` in the body. An app without a server, which cannot keep a secret, is registered anew as a public client.',
  },
  secretWrong: {
    summary: 'The client secret is wrong',
    heard: invalidClientHeard,
    remedy:
      'Compare what the server of the app has with what was shown when the secret was made: it must be sent whole and, in HTTP Basic, form-encoded. A secret that came between two rotations within one overlap has ended. If the present one is lost, rotate it on the page of the OAuth client.',
  },
  secretDisplaced: {
    summary: 'The client secret is the one from before the last rotation',
    heard: invalidClientHeard,
    remedy:
      'Put the secret of the last rotation into the server of the app, on all of its machines. If it is lost, rotate once more.',
  },
  secretOfPublicClient: {
    summary: 'The app is a public client and has sent a client secret',
    heard: invalidClientHeard,
    remedy:
      'Send `client_id` alone, in the body, and no `Authorization` header. An app with a server is registered as a confidential client, which has a secret.',
  },
  verifierDiffers: {
    summary: 'code_verifier does not match the code_challenge',
    heard: sameText,
    remedy: 'Keep the verifier from the authorization to the exchange of its code, and make a new one for each.',
  },
  verifierMissing: {
    summary: 'code_verifier is required, for the authorization had a code_challenge',
    heard: sameText,
    remedy: 'Send the verifier from which the challenge of this authorization was made.',
  },
  verifierUnexpected: {
    summary: 'code_verifier must be left out, for the authorization had no code_challenge',
    heard: sameText,
    remedy: 'Send `code_challenge` and `code_challenge_method=S256` with the authorization, or no verifier.',
  },
  redirectUriDiffers: {
    summary: 'redirect_uri is not the one of the authorization',
    heard: sameText,
    remedy: 'Send the `redirect_uri` of the authorization, character for character.',
  },
  codeUnknown: {
    summary: 'The code is unknown, or its connection has ended',
    heard: invalidGrantHeard,
    remedy: `Exchange the code as it came to the redirect URI, decoded once. Where its connection was revoked: ${connectAgain}`,
  },
  refreshTokenUnknown: {
    summary: 'The refresh token is unknown, or its connection has ended',
    heard: invalidGrantHeard,
    remedy: `Store the refresh token of each response. Where the connection was revoked or replaced: ${connectAgain}`,
  },
  codeUsed: {
    summary: 'The code was used before: its connection ends, because somebody else may have it',
    heard: invalidGrantHeard,
    remedy: `Exchange a code once, also when the page of the redirect URI is loaded twice. ${connectAgain}`,
  },
  refreshTokenUsed: {
    summary: 'The refresh token was used before: its connection ends, because somebody else may have it',
    heard: invalidGrantHeard,
    remedy: `Store the new refresh token before it is used, in one place for all processes of the app. ${connectAgain}`,
  },
  ofAnotherApp: {
    summary: 'The code or refresh token was issued to another app',
    heard: invalidGrantHeard,
    remedy: 'Send the client id and the secret of the app that the user connected.',
  },
  noRoom: {
    summary: noRoomText,
    heard: sameText,
    remedy:
      'The user disconnects the app once in Settings → Developer → Connected apps, or the app revokes a connection that it no longer needs; then the same code can be exchanged, until it expires. An app that sends its users to the consent page at each sign-in keeps their refresh tokens instead.',
  },
  expired: {
    summary: 'The code or refresh token has expired',
    heard: invalidGrantHeard,
    remedy: `Exchange a code at once, and refresh a connection before its refresh token ends. ${connectAgain}`,
  },
} as const satisfies Readonly<Record<string, Refusal>>;

/** Refusals by error code, for when the cause is unknown. */
const ofCodes: Readonly<Record<string, Refusal>> = {
  invalid_grant: {
    summary: 'The authorization code or refresh token is unknown, expired, revoked, already used, or of another app',
    heard: sameText,
    remedy: connectAgain,
  },
  invalid_request: {
    summary: 'A parameter is missing, repeated or malformed',
    heard: 'The app got a description that names the parameter.',
    remedy: 'Read the `error_description` that the app got, and send each parameter once.',
  },
  invalid_scope: {
    summary: 'The scopes exceed those that were granted, or nothing is left of them',
    heard: ownText,
    remedy:
      'Leave `scope` out of a refresh to keep what was granted. For more, register the app for it and send the user to the consent page again.',
  },
  invalid_target: {
    summary: 'The resource is not this API',
    heard: ownText,
    remedy: 'Leave `resource` out, or send the one that the metadata of this server names.',
  },
  unauthorized_client: {
    summary: 'The app is not registered for this grant',
    heard: ownText,
    remedy: 'Add the grant type on the page of the OAuth client.',
  },
  unsupported_grant_type: {
    summary: 'This grant is not offered',
    heard: ownText,
    remedy: 'Use `authorization_code` or `refresh_token` as the `grant_type`.',
  },
  unsupported_token_type: {
    summary: 'The token is of another app',
    heard: 'The app got a success, as for every token that is not its own.',
    remedy: 'Send the client id and the secret of the app that got the token.',
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
