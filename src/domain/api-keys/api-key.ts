export const apiKeyStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** Of a workspace: those that were neither revoked nor have expired. */
export const maxActiveApiKeys = 100;

/** What is known of an API key after it was made: everything but the key. */
export interface ApiKey {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly lastFour: string;
  readonly scopes: readonly string[];
  readonly status: ApiKeyStatus;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

/** A new key, which is told this once. */
export interface IssuedApiKey {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

export interface ApiKeyPage {
  readonly apiKeys: readonly ApiKey[];
  readonly count: number;
}

/** Exact to the instant, as the credential itself is. */
export function apiKeyStatus(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyStatus {
  if (revokedAt) return 'REVOKED';
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}
