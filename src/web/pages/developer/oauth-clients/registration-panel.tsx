import { Stack } from '@mantine/core';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { scopeGroups } from '../../../gql/scopes.ts';
import { ExactMoment } from '../../../parts/moment.tsx';
import { Panel } from '../../../parts/panel.tsx';

/** All that was entered about the client. */
export function RegistrationPanel({ client }: { readonly client: OAuthClientDetailsFragment }) {
  const { homepageUrl, redirectUris, grantTypes, allowedScopes, createdAt, updatedAt } = client;
  return (
    <Panel title="Registration">
      <dl className="facts">
        <dt>Homepage</dt>
        <dd className="breaks">
          {homepageUrl === null ? (
            'None'
          ) : (
            <a href={homepageUrl} target="_blank" rel="noopener noreferrer nofollow">
              {homepageUrl}
            </a>
          )}
        </dd>
        <dt>Redirect URIs</dt>
        <dd>
          <Stack gap={2}>
            {redirectUris.map((uri) => (
              <code key={uri} className="breaks">
                {uri}
              </code>
            ))}
          </Stack>
        </dd>
        <dt>Grant types</dt>
        <dd>
          {grantTypes.includes('REFRESH_TOKEN')
            ? 'Authorization code and refresh token'
            : 'Authorization code alone: people are asked again after each hour'}
        </dd>
        <dt>Scopes</dt>
        <dd>
          <Stack gap="xs">
            <GrantedScopes scopes={allowedScopes} />
          </Stack>
        </dd>
        <dt>Registered</dt>
        <dd>
          <ExactMoment at={createdAt} />
        </dd>
        <dt>Last changed</dt>
        <dd>
          <ExactMoment at={updatedAt} />
        </dd>
      </dl>
    </Panel>
  );
}

function GrantedScopes({ scopes }: { readonly scopes: readonly string[] }) {
  return scopeGroups
    .flatMap((group) => group.scopes)
    .filter(({ scope }) => scopes.includes(scope))
    .map(({ scope, sentence }) => (
      <div key={scope}>
        {sentence}
        <p className="hint">
          <code>{scope}</code>
        </p>
      </div>
    ));
}
