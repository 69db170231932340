import type { JsonSchema } from '../output-schemas.ts';
import { appPaths } from './apps.ts';
import { consentPaths } from './consent.ts';
import { type Operations, oauthSchemas } from './parts.ts';

/**
 * The OAuth part of the OpenAPI document. OAuth is not in the GraphQL schema, so this part is written by hand; tests
 * call every endpoint and validate its responses against it.
 */
export const oauthDocument: {
  readonly paths: Record<string, Operations>;
  readonly schemas: Record<string, JsonSchema>;
  readonly tag: JsonSchema;
} = {
  paths: { ...appPaths, ...consentPaths },
  schemas: oauthSchemas,
  tag: {
    name: 'oauth',
    description: 'OAuth 2.0 (RFC 6749, 7009, 7636, 9207): apps that act for the users who connect them.',
  },
};
