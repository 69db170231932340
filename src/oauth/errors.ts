import { errorTable } from '#src/domain/errors.ts';

/** RFC 6749 says the first two, the rest of the service `message`. */
export interface OAuthErrorBody {
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

export const invalidGrantText =
  'The authorization code or refresh token is unknown, expired, revoked, already used, or of another app';

/** By the library's own words, which are for its log. */
const invalidGrantTexts: Readonly<Record<string, string>> = {
  'code_verifier does not match code_challenge': 'code_verifier does not match the code_challenge',
  'code_verifier must be provided': 'code_verifier is required, for the authorization had a code_challenge',
  'authorization code redirect_uri mismatch': 'redirect_uri is not the one of the authorization',
};

/** What the library answered, as our callers are told it. */
export function refusalOf(status: number, answer: unknown, detail?: string): OAuthRefusal {
  const { error, error_description: description = '' } = answer as Partial<OAuthErrorBody>;
  if (error === undefined || status >= 500)
    return refusal(500, 'server_error', errorTable.INTERNAL_SERVER_ERROR.message);
  if (error === 'invalid_grant') return refusal(status, error, invalidGrantTexts[detail ?? ''] ?? invalidGrantText);
  // RFC 6749, 5.2: it is the app that is at fault, not its request.
  const isUnauthorized = description === 'requested grant type is not allowed for this client';
  return refusal(status, isUnauthorized ? 'unauthorized_client' : error, description);
}
