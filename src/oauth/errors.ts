import { rateLimitBody } from '#src/access/rate-limit/decision.ts';
import type { OAuthClientRow } from '#src/db/reads/oauth.ts';
import { SummarisedError } from '#src/domain/api-requests/error-summary.ts';
import { oauthRefusals, summaryOfCode } from '#src/domain/api-requests/oauth-refusals.ts';
import { lifetimeSeconds } from '#src/domain/connections/tokens.ts';
import { errorTable, type RateDecision } from '#src/domain/errors.ts';
import { noRoomDetail, type UnitOfWork } from './unit-of-work.ts';

type Cause = keyof typeof oauthRefusals;

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

/** The refusal during an outage. RFC 6749 has this code for the authorization endpoint; other clients see the status. */
export const unavailable = refusal(503, 'temporarily_unavailable', errorTable.UNAVAILABLE.message);

const invalidGrantText = summaryOfCode('invalid_grant');

export const nothingLeftText =
  "None of the granted scopes is left: the app is no longer registered for them, or the user's role no longer allows them";

/** Causes that the response names for the app as well, by the detail in the library's log. */
const openCauses: Readonly<Record<string, Cause>> = {
  'code_verifier does not match code_challenge': 'verifierDiffers',
  'code_verifier must be provided': 'verifierMissing',
  'unsupported code_challenge_method': 'verifierUnexpected',
  'authorization code redirect_uri mismatch': 'redirectUriDiffers',
  [noRoomDetail]: 'noRoom',
};

/** The causes of refused codes and refresh tokens for the owner of an app, by the same detail. The app's response says less. */
const refusedTokens: Readonly<Record<string, Cause>> = {
  ...openCauses,
  'authorization code not found': 'codeUnknown',
  'refresh token not found': 'refreshTokenUnknown',
  'authorization code already consumed': 'codeUsed',
  'refresh token already used': 'refreshTokenUsed',
  'client mismatch': 'ofAnotherApp',
};

type RefusedWork = Pick<UnitOfWork, 'client' | 'refusalDetail' | 'hasExpired' | 'presentedSecretHash'>;

/** The summary of a refusal for the log: it contains nothing that was sent. */
export function summaryOfRefusal(error: string, work: RefusedWork): SummarisedError {
  return new SummarisedError(error, causeOf(error, work) ?? summaryOfCode(error));
}

function causeOf(error: string, { client, refusalDetail = '', hasExpired, ...work }: RefusedWork): string | undefined {
  if (error === 'invalid_client' && client) return causeInSecret(client, work.presentedSecretHash);
  if (error !== 'invalid_grant') return undefined;
  if (hasExpired) return `${oauthRefusals.expired.summary}: ${lifetimes}`;
  const cause = refusedTokens[refusalDetail];
  return cause && oauthRefusals[cause].summary;
}

/** A rotation keeps the hash of the previous secret, even after that secret has ended. */
function causeInSecret(client: OAuthClientRow, presented: Buffer | undefined): string {
  const { secretOfPublicClient, secretMissing, secretDisplaced, secretWrong } = oauthRefusals;
  const { clientType, previousSecretHash, previousSecretUntil } = client;
  if (clientType === 'PUBLIC') return secretOfPublicClient.summary;
  if (!presented) return secretMissing.summary;
  if (!previousSecretHash?.equals(presented)) return secretWrong.summary;
  if (previousSecretUntil === null) return `${secretDisplaced.summary}, which ended it immediately`;
  return `${secretDisplaced.summary}, and ended at ${new Date(previousSecretUntil).toISOString()}`;
}

const lifetimes = `a code is valid for ${lifetimeSeconds.AUTHORIZATION_CODE} seconds, a refresh token for ${lifetimeSeconds.REFRESH / 86_400} days`;

/** Our refusal for an error response of the library. */
export function refusalOf(status: number, body: unknown, detail?: string): OAuthRefusal {
  const { error, error_description: description = '' } = body as Partial<OAuthErrorBody>;
  if (error === undefined || status >= 500)
    return refusal(500, 'server_error', errorTable.INTERNAL_SERVER_ERROR.message);
  if (error === 'invalid_grant') return refusal(status, error, descriptionOf(openCauses[detail ?? '']));
  // RFC 6749, 5.2: the app may not use this grant; its request is valid.
  const isUnauthorized = description === 'requested grant type is not allowed for this client';
  return refusal(status, isUnauthorized ? 'unauthorized_client' : error, description);
}

function descriptionOf(cause: Cause | undefined): string {
  return cause ? oauthRefusals[cause].summary : invalidGrantText;
}
