import { z } from 'zod';
import { coded, id, instant, integer, list, minLength, text, visible } from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { allScopes } from '../principal/scopes.ts';
import { parseDuration } from './duration.ts';

export const apiKeyStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** The maximum per workspace. */
export const maxActiveApiKeys = 100;

/** An API key without its secret. */
export const apiKeyRecord = {
  id: field.int('API key id.'),
  userId: field.int('User id of the member who owns the key. Requests with the key act as this member.'),
  name: field.string('Name of the key, such as the integration that uses it.'),
  lastFour: field.string('The last four characters of the key, to identify it.'),
  scopes: field.strings("The scopes in effect: the scopes of the key that its owner's role allows."),
  status: field.oneOf(apiKeyStatuses, 'Status of the key. Only an ACTIVE key is accepted.'),
  expiresAt: field.dateTime('When the key expires; null if it does not expire.').asDate().nullable(),
  revokedAt: field.dateTime('When the key was revoked; null if it was not.').asDate().nullable(),
  lastUsedAt: field.dateTime('When the key was last used, accurate to one minute; null if never.').asDate().nullable(),
  createdAt: field.dateTime('When the key was created.').asDate(),
};
export interface ApiKey extends RecordOf<typeof apiKeyRecord> {}

/** A new key with its secret, which is shown only once. */
export const issuedApiKeyRecord = {
  apiKey: field.object(apiKeyRecord, 'The API key without its secret.'),
  secret: field.string('The key itself, shown only in this response. Send it as `Authorization: Bearer service_…`.'),
};
export interface IssuedApiKey extends RecordOf<typeof issuedApiKeyRecord> {}

export type ApiKeyPage = Page<'apiKeys', ApiKey>;

/** A key expires at its `expiresAt` exactly, as the credential itself does. */
export function apiKeyStatus(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyStatus {
  if (revokedAt) return 'REVOKED';
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

export const maxApiKeyLifetimeMs = 3_650 * 86_400_000;
const daySeconds = 86_400;

const scope = () =>
  z.enum(allScopes, {
    error: ({ input }) => `Unknown scope ${JSON.stringify(input)}; known scopes: ${allScopes.join(', ')}`,
  });

export const scopeList = () => list(scope()).check(minLength(1, 'Must have at least one scope'));

const apiKeyName = () =>
  text(100)
    .trim()
    .refine(...visible);

/** The input keeps the text, because inputs are checked twice; the use case reads it with `parseDuration`. */
const lifetime = () =>
  text(10).refine(
    isLifetime,
    coded('invalid_format', 'Must be a duration such as 90d, 12h or 30m, and at most 3650 days'),
  );

/** Only the operator uses the inputs with a `workspaceId`; owners and admins of a workspace use the others. */
export const createApiKeyInput = z.object({
  workspaceId: id(),
  userId: id(),
  name: apiKeyName().default('API key'),
  scopes: scopeList().default(allScopes),
  expiresIn: lifetime().optional(),
});

const expiresAt = () =>
  instant()
    .nullish()
    .describe(
      'When the new key expires: a time in the future, at most ten years from now. If omitted, the key does not expire.',
    );

export const workspaceKeysInput = z.object({ workspaceId: id() });
export const revokeWorkspaceKeyInput = z.object({ workspaceId: id(), id: id() });

export const issueApiKeyInput = z.object({
  name: apiKeyName().describe('Name of the key, such as the integration that uses it; at most 100 characters.'),
  scopes: scopeList().describe(
    'The scopes of the key, such as `contacts:read`. Your own credential must have each of them.',
  ),
  expiresAt: expiresAt(),
});

export const rotateApiKeyInput = z.object({
  id: id().describe('API key id.'),
  overlapSeconds: integer(0, 7 * daySeconds)
    .default(daySeconds)
    .describe('How long the old key stays valid, in seconds: 0 to 604800 (7 days). Default: 86400 (1 day).'),
  expiresAt: expiresAt(),
});

export const revokeApiKeyInput = z.object({ id: id().describe('API key id.') });

export const apiKeyListInput = z.object({
  ...pageOf('Keys'),
});

export type CreateApiKeyInput = z.output<typeof createApiKeyInput>;
export type WorkspaceKeysInput = z.output<typeof workspaceKeysInput>;
export type RevokeWorkspaceKeyInput = z.output<typeof revokeWorkspaceKeyInput>;
export type IssueApiKeyInput = z.output<typeof issueApiKeyInput>;
export type RotateApiKeyInput = z.output<typeof rotateApiKeyInput>;
export type ApiKeyListInput = z.output<typeof apiKeyListInput>;

function isLifetime(value: string): boolean {
  const durationMs = parseDuration(value);
  return durationMs !== undefined && durationMs <= maxApiKeyLifetimeMs;
}
