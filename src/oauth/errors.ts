import { rateLimitBody } from '#src/access/rate-limit/decision.ts';
import { SummarisedError } from '#src/domain/api-requests/error-summary.ts';
import { lifetimeSeconds } from '#src/domain/connections/tokens.ts';
import { errorTable, type RateDecision } from '#src/domain/errors.ts';

/** RFC 6749 requires the first two members; `message` is the member of every error of the service. */
interface OAuthErrorBody {
  readonly error: string;
  readonly error_description: string;
  readonly message: string;
}

export interface OAuthRefusal {
  readonly status: number;
  readonly body: OAuthErrorBody;
}

export function refusal(status: number, error: string, description: string): OAuthRefusal {
  return { status, body: { error, error_description: description, message: description } };
}

/** The 429 of the service in the format of OAuth. RFC 6749 has no code for it; this one is in common use. */
export function rateRefusal(decision: RateDecision): OAuthRefusal {
  const body = rateLimitBody(decision);
  return { status: 429, body: { ...refusal(429, 'too_many_requests', body.message).body, ...body } };
}

/** For an outage. RFC 6749 knows the word for the authorization endpoint; clients of the others see the status. */
export const unavailable = refusal(503, 'temporarily_unavailable', errorTable.UNAVAILABLE.message);

export const invalidGrantText =
  'The authorization code or refresh token is unknown, expired, revoked, already used, or of another app';

export const nothingLeftText =
  "Nothing of what was granted is left: the app is registered for none of it, or the user's role allows none of it";

/** By the detail that the library writes to its log. */
const invalidGrantTexts: Readonly<Record<string, string>> = {
  'code_verifier does not match code_challenge': 'code_verifier does not match the code_challenge',
  'code_verifier must be provided': 'code_verifier is required, for the authorization had a code_challenge',
  'unsupported code_challenge_method': 'code_verifier must be left out, for the authorization had no code_challenge',
  'authorization code redirect_uri mismatch': 'redirect_uri is not the one of the authorization',
};

/** What the owner of an app reads of a refusal of a code or refresh token: more than the app is told, by the same detail. */
const refusedTokenSummaries: Readonly<Record<string, string>> = {
  ...invalidGrantTexts,
  'authorization code not found': 'The code is unknown, or its connection has ended',
  'refresh token not found': 'The refresh token is unknown, or its connection has ended',
  'authorization code already consumed':
    'The code was used before: its connection ends, because somebody else may have it',
  'refresh token already used':
    'The refresh token was used before: its connection ends, because somebody else may have it',
  'client mismatch': 'The code or refresh token was issued to another app',
};

const summaries: Readonly<Record<string, string>> = {
  invalid_client: 'The client secret is wrong or missing, or a public client has sent one',
  invalid_grant: invalidGrantText,
  invalid_request: 'A parameter is missing, repeated or malformed',
  invalid_scope: 'The scopes exceed those that were granted, or nothing is left of them',
  invalid_target: 'The resource is not this API',
  unauthorized_client: 'The app is not registered for this grant',
  unsupported_grant_type: 'This grant is not offered',
  unsupported_token_type: 'The token is of another app',
};

interface RefusedToken {
  readonly detail: string | undefined;
  readonly hasExpired: boolean;
}

/** What the log keeps of a refusal: nothing that was sent. */
export function summaryOfRefusal(error: string, { detail = '', hasExpired }: RefusedToken): SummarisedError {
  const ofToken = error === 'invalid_grant' && (hasExpired ? expiredText : refusedTokenSummaries[detail]);
  return new SummarisedError(error, ofToken || (summaries[error] ?? 'The request was refused'));
}

const expiredText = `The code or refresh token has expired: a code counts for ${lifetimeSeconds.AUTHORIZATION_CODE} seconds, a refresh token for ${lifetimeSeconds.REFRESH / 86_400} days`;

/** Our refusal for an error response of the library. */
export function refusalOf(status: number, body: unknown, detail?: string): OAuthRefusal {
  const { error, error_description: description = '' } = body as Partial<OAuthErrorBody>;
  if (error === undefined || status >= 500)
    return refusal(500, 'server_error', errorTable.INTERNAL_SERVER_ERROR.message);
  if (error === 'invalid_grant') return refusal(status, error, invalidGrantTexts[detail ?? ''] ?? invalidGrantText);
  // RFC 6749, 5.2: the app may not use this grant; its request is valid.
  const isUnauthorized = description === 'requested grant type is not allowed for this client';
  return refusal(status, isUnauthorized ? 'unauthorized_client' : error, description);
}
