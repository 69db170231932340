import { Alert, Box, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { CopyTextButton, CopyValue } from '../../../kit/copy-buttons.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { ExternalIcon, RefreshIcon } from '../../../kit/icons.tsx';
import { Panel } from '../../../kit/layout.tsx';
import { ScopePicker } from '../../../parts/scopes.tsx';
import {
  authorizeUrl,
  newOneTimeValues,
  type OneTimeValues,
  useAuthorizationEndpoint,
} from '../try-flow/authorization.ts';

/** The address that an app sends people to, ready to be tried and to be compared with one's own. */
export function AuthorizeUrlPanel({ client }: { readonly client: OAuthClientDetailsFragment }) {
  const endpoint = useAuthorizationEndpoint();
  const [values, setValues] = useState<OneTimeValues>();
  const [chosenUri, setChosenUri] = useState<string>();
  const [chosenScopes, setChosenScopes] = useState<readonly string[]>();
  const [usesPkce, setUsesPkce] = useState(true);
  const [isInsecure, setIsInsecure] = useState(false);
  const renew = useCallback(() => {
    // Browsers have no crypto.subtle where a page came over plain http from another host than localhost.
    if (isSecureContext) newOneTimeValues().then(setValues);
    else setIsInsecure(true);
  }, []);
  useEffect(renew, [renew]);

  const isPublic = client.clientType === 'PUBLIC';
  const withPkce = isPublic || usesPkce;
  const isRegistered = chosenUri !== undefined && client.redirectUris.includes(chosenUri);
  const redirectUri = isRegistered ? chosenUri : (client.redirectUris[0] ?? '');
  const scopes = (chosenScopes ?? client.allowedScopes).filter((scope) => client.allowedScopes.includes(scope));
  const url = values && authorizeUrl(endpoint, { clientId: client.clientId, redirectUri, scopes, values, withPkce });
  return (
    <Panel title="Authorize URL" summary="Where the app sends people to ask for their consent.">
      {isInsecure && (
        <Alert color="yellow">
          Open this page over https or at localhost: elsewhere the browser makes no PKCE challenge.
        </Alert>
      )}
      {values && url && (
        <Stack gap="md">
          {/* A line for each parameter; without line breaks of their own, so that a selection is the URL as well. */}
          <pre className="code-block">
            {url.split(/(?=[?&])/).map((line, index) => (
              <Box key={line} component="span" display="block" pl={index > 0 ? '1.5em' : 0}>
                {line}
              </Box>
            ))}
          </pre>
          <Group gap="sm">
            <CopyTextButton value={url} label="Copy the URL" variant="filled" />
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noopener"
              variant="default"
              leftSection={<ExternalIcon />}
            >
              Open the consent page
            </Button>
          </Group>
          <NativeSelect
            label="Redirect URI"
            data={[...client.redirectUris]}
            value={redirectUri}
            onChange={(event) => setChosenUri(event.currentTarget.value)}
          />
          <details className="more">
            <summary>
              Scopes:{' '}
              {scopes.length === 0
                ? 'none named, so all are requested'
                : `${scopes.length} of ${client.allowedScopes.length}`}
            </summary>
            <ScopePicker allowed={client.allowedScopes} value={scopes} onChange={setChosenScopes} />
          </details>
          <details className="more" open>
            <summary>State and PKCE</summary>
            <Stack gap="sm" mt="xs">
              <Text size="sm">
                These were generated in your browser to try the URL once. Your app generates new ones for each person
                that it sends here, and remembers them until the person is back.
              </Text>
              <Facts
                of={{
                  State: (
                    <>
                      <CopyValue value={values.state} label="Copy the state" />
                      <p className="hint">
                        Comes back unchanged. Your app compares it, so that nobody can slip in an answer of another
                        browser.
                      </p>
                    </>
                  ),
                  'Code verifier': withPkce && (
                    <>
                      <CopyValue value={values.verifier} label="Copy the code verifier" />
                      <p className="hint">
                        Is sent with the code for the first tokens. The URL has only its SHA-256, the code challenge, so
                        a stolen code is worth nothing.
                      </p>
                    </>
                  ),
                }}
              />
              <Group gap="md">
                <Button variant="default" size="xs" leftSection={<RefreshIcon size={14} />} onClick={renew}>
                  Generate new values
                </Button>
                <Checkbox
                  label={isPublic ? 'With PKCE, which a public client must use' : 'With PKCE'}
                  checked={withPkce}
                  disabled={isPublic}
                  onChange={(event) => setUsesPkce(event.currentTarget.checked)}
                />
              </Group>
            </Stack>
          </details>
          <p className="hint">
            <a href="/docs/oauth">What follows</a>: how the code becomes tokens, and how they are refreshed and revoked.
          </p>
        </Stack>
      )}
    </Panel>
  );
}
