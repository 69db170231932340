import { z } from 'zod';
import { id, instant, integer, limit, page } from '#src/domain/input.ts';
import { apiKeyName, scopeList } from './input.ts';

const daySeconds = 86_400;

const expiry = () =>
  instant()
    .nullish()
    .describe('When the new key ends; in the future, at most ten years from now. Never, when left out.');

/** Inputs of those who manage the keys of their workspace; `input.ts` has the operator's. */
export const issueApiKeyInput = z.object({
  name: apiKeyName().describe('What the key is for, such as the name of the integration; at most 100 characters.'),
  scopes: scopeList().describe('What the key may do, such as `contacts:read`; none that your own credential lacks.'),
  expiresAt: expiry(),
});

export const rotateApiKeyInput = z.object({
  id: id().describe('API key id.'),
  overlapSeconds: integer(0, 7 * daySeconds)
    .default(daySeconds)
    .describe('For how long the old key goes on: 0 to 604800 seconds (7 days), 86400 (a day) when left out.'),
  expiresAt: expiry(),
});

export const revokeApiKeyInput = z.object({ id: id().describe('API key id.') });

export const apiKeyListInput = z.object({
  page: page().describe('Zero-based page.'),
  limit: limit().describe('Keys on a page.'),
});

export type IssueApiKeyInput = z.output<typeof issueApiKeyInput>;
export type RotateApiKeyInput = z.output<typeof rotateApiKeyInput>;
export type RevokeApiKeyInput = z.output<typeof revokeApiKeyInput>;
export type ApiKeyListInput = z.output<typeof apiKeyListInput>;
