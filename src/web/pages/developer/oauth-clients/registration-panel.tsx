import { Stack } from '@mantine/core';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { scopeGroups } from '../../../gql/scopes.ts';
import { Fact, Panel } from '../../../kit/layout.tsx';
import { ExactMoment } from '../../../kit/moment.tsx';

/** All that was entered about the client. */
export function RegistrationPanel({ client }: { readonly client: OAuthClientDetailsFragment }) {
  const { homepageUrl, redirectUris, grantTypes, allowedScopes, createdAt, updatedAt } = client;
  return (
    <Panel title="Registration">
      <dl className="facts">
        <Fact name="App Homepage URL">
          {homepageUrl === null ? (
            'None'
          ) : (
            <a className="breaks" href={homepageUrl} target="_blank" rel="noopener noreferrer nofollow">
              {homepageUrl}
            </a>
          )}
        </Fact>
        <Fact name="Redirect URIs">
          <Stack gap={2}>
            {redirectUris.map((uri) => (
              <code key={uri} className="breaks">
                {uri}
              </code>
            ))}
          </Stack>
        </Fact>
        <Fact name="Grant types">
          {grantTypes.includes('REFRESH_TOKEN')
            ? 'Authorization code and refresh token'
            : 'Authorization code alone: people are asked again after each hour'}
        </Fact>
        <Fact name="Allowed scopes">
          <Stack gap="xs">
            <GrantedScopes scopes={allowedScopes} />
          </Stack>
        </Fact>
        <Fact name="Registered">
          <ExactMoment at={createdAt} />
        </Fact>
        <Fact name="Last changed">
          <ExactMoment at={updatedAt} />
        </Fact>
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
