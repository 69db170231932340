import { allScopes, scopeSentences } from '#src/domain/access/scopes.ts';
import type { JsonSchema } from './output-schemas.ts';

/** Where this server is reached, by programs and by people. */
export interface DocumentAddresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}

/** The two ways to come with a credential, which carry the same scopes; and how an app proves who it is. */
export function securitySchemes({ baseUrl, appUrl }: DocumentAddresses): Record<string, JsonSchema> {
  const scopes = Object.fromEntries(allScopes.map((scope) => [scope, scopeSentences[scope]]));
  const tokenUrl = `${baseUrl}/v1/oauth/token`;
  const authorizationCode = { authorizationUrl: `${appUrl}/oauth/authorize`, tokenUrl, refreshUrl: tokenUrl, scopes };
  return {
    bearerAuth: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An API key or a session: `service_…`. Take it as opaque: nothing can be read from it.',
    },
    clientAuthentication: {
      type: 'http',
      scheme: 'basic',
      description:
        'At the token and revocation endpoints: client id and secret of a confidential app, which may come in the body instead.',
    },
    oauth2: {
      type: 'oauth2',
      description: 'An access token that a user granted to an app, for one workspace.',
      flows: { authorizationCode },
    },
  };
}
