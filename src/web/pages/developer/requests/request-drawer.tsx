import { Alert, Drawer, List, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { adviceByCode, documentLimitRemedy, fieldErrorMeanings, oauthAdvice } from '../../../gql/errors.ts';
import { requestRetentionDays } from '../../../gql/limits.ts';
import { KeyOfRequestDocument, type RequestRowFragment, RequestsDocument } from '../../../gql/requests.ts';
import { CopyIconButton } from '../../../kit/copy-buttons.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { useLastDefined } from '../../../kit/last-defined.ts';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { ExactMoment } from '../../../kit/moment.tsx';
import { credentialName, durationText, meaningOf, operationOf, RequestText, StatusBadge } from './request-columns.tsx';

/** One request with the answer to "why did I get this". The address names it: `req_1~<request id>`. */
export function RequestDrawer({ open }: { readonly open: string | undefined }) {
  const navigate = useNavigate();
  const shown = useLastDefined(open) ?? '';
  const [id, requestId = ''] = shown.split(/~(.*)/);
  const query = useQuery({
    query: RequestsDocument,
    variables: { requestId, cursor: 'start', limit: 100 },
    requestPolicy: 'cache-first',
    pause: requestId === '',
  });
  const found = query[0].data?.requests?.requests.find((each) => each.id === id);
  return (
    <Drawer
      opened={open !== undefined}
      onClose={() => navigate({ to: '.', search: (search) => ({ ...search, open: undefined }), resetScroll: false })}
      position="right"
      size="lg"
      title={found ? <RequestText {...found} /> : 'Request'}
    >
      <QueryView query={query}>
        {() =>
          found ? (
            <RequestDetails request={found} />
          ) : (
            <Text>This request is no longer in the log, which goes back {requestRetentionDays} days.</Text>
          )
        }
      </QueryView>
    </Drawer>
  );
}

function RequestDetails({ request }: { readonly request: RequestRowFragment }) {
  const { time, durationMs, requestId, represents, address, userAgent, connectionId, clientId, apiKeyId } = request;
  const isOfApp = apiKeyId === null;
  const operation = operationOf(request);
  return (
    <Stack gap="lg">
      <Explanation request={request} />
      {represents > 1 && (
        <Text size="sm">
          Sampled: this one stands for {represents.toLocaleString('en')} requests with the same status within a second.
        </Text>
      )}
      <Facts
        of={{
          Status: <StatusBadge request={request} />,
          Time: <ExactMoment at={time} />,
          Duration: durationText(durationMs),
          Request: <RequestText {...request} />,
          Operation: operation !== '' && operation,
          [isOfApp ? 'App' : 'API key']: (
            <>
              {credentialName(request)}
              <br />
              <Link
                to="."
                search={({ live }) => ({
                  live,
                  ...(isOfApp ? { clientId: clientId ?? undefined } : { apiKeyId: `${apiKeyId}` }),
                })}
              >
                {isOfApp ? 'Requests of this app' : 'Requests of this key'}
              </Link>
            </>
          ),
          Connection: connectionId !== null && <code>{connectionId}</code>,
          'Request id': (
            <>
              <code>{requestId}</code> <CopyIconButton value={requestId} label="Copy the request id" />
            </>
          ),
          Address: address ?? 'Not known',
          Client: userAgent ?? 'Not named',
        }}
      />
    </Stack>
  );
}

/** Why a request was refused, and what helps: the texts of the documentation, and the next step in this application. */
function Explanation({ request }: { readonly request: RequestRowFragment }) {
  const { errorCode, errorMessage, fieldErrors, status } = request;
  if (errorCode === null) return null;
  const advice = adviceByCode[errorCode] ?? adviceOfOAuth(request);
  return (
    <Alert
      title={errorMessage ?? meaningOf(request)}
      className={status >= 500 ? 'error-note breaks' : 'warn-note breaks'}
    >
      <Text size="sm">
        <code>{errorCode}</code>
        {advice && ' – '}
        <WithCode text={advice?.cause ?? ''} />
      </Text>
      {fieldErrors.length > 0 && (
        <List size="sm" mt="xs">
          {fieldErrors.map(({ path, code }) => (
            <List.Item key={`${path} ${code}`}>
              {path === null ? 'The input as a whole' : <code>{path}</code>}: <code>{code}</code>.{' '}
              <WithCode text={fieldErrorMeanings[code] ?? ''} />
            </List.Item>
          ))}
        </List>
      )}
      <Text size="sm" mt="sm">
        <strong>What to do.</strong> <WithCode text={advice?.remedy ?? documentLimitRemedy} />
      </Text>
      {request.apiKeyId !== null && keyCodes.includes(errorCode) && (
        <KeyAdvice id={request.apiKeyId} missing={missingScope(request)} />
      )}
      {errorCode === 'INSUFFICIENT_SCOPE' && request.apiKeyId === null && (
        <Text size="sm" mt="xs">
          The app must be registered for this scope, and its user has to connect it again.
        </Text>
      )}
      <Text size="sm" mt="sm">
        <a href={isOfOAuth(request) ? '/docs/oauth#errors' : docsOf(errorCode)}>
          Documentation of <code>{errorCode}</code>
        </a>
        {errorCode === 'RATE_LIMIT_EXCEEDED' && (
          <>
            {' · '}
            <a href="/docs/rate-limits">How many requests are allowed</a>
          </>
        )}
      </Text>
    </Alert>
  );
}

/** Errors whose cause is in the key. */
const keyCodes: readonly string[] = ['INSUFFICIENT_SCOPE', 'API_KEY_EXPIRED', 'INVALID_API_KEY', 'FORBIDDEN'];

function missingScope({ errorCode, errorMessage }: RequestRowFragment): string | undefined {
  return errorCode === 'INSUFFICIENT_SCOPE' ? /^Missing scope: (\w+:\w+)$/.exec(errorMessage ?? '')?.[1] : undefined;
}

/** What the key is now, and the way to one that works. */
function KeyAdvice({ id, missing }: { readonly id: number; readonly missing: string | undefined }) {
  const { scopes: ownScopes } = useSession();
  const [{ data }] = useQuery({ query: KeyOfRequestDocument, variables: { id } });
  const key = data?.apiKey;
  const scopes = [...(key?.scopes ?? []), ...(missing === undefined ? [] : [missing])];
  const offered = scopes.filter((scope, index) => ownScopes.includes(scope) && scopes.indexOf(scope) === index);
  return (
    // Its room is there before its query has answered.
    <Text size="sm" mt="xs" mih="1.5em" component="div">
      {key && (
        <>
          {key.status === 'ACTIVE' ? 'The key is active and has ' : `The key is ${key.status.toLowerCase()}. It had `}
          <WithCode text={key.scopes.map((scope) => `\`${scope}\``).join(', ')} />.{' '}
          {missing !== undefined && key.scopes.includes(missing) && (
            <>The role of its member no longer allows this scope. </>
          )}
        </>
      )}
      <Link to="/settings/developer/api-keys" search={{ create: offered.join(',') }}>
        {missing === undefined ? 'Create a new key' : 'Create a key that has it'}
      </Link>
      {' · '}
      <Link to="/settings/developer/api-keys">API keys</Link>
    </Text>
  );
}

/** A text with names of code between backticks. */
function WithCode({ text }: { readonly text: string }): ReactNode {
  const parts = text.split('`').map((part, index) => (index % 2 === 0 ? part : createElement('code', {}, part)));
  return createElement(Fragment, {}, ...parts);
}

/** Codes of GraphQL alone share a table. */
function isOfOAuth({ route }: RequestRowFragment): boolean {
  return route.startsWith('/v1/oauth/');
}

/** A text in the log may go on with an instant. */
function adviceOfOAuth(request: RequestRowFragment) {
  if (!isOfOAuth(request)) return undefined;
  const [, advice] = Object.entries(oauthAdvice).find(([text]) => request.errorMessage?.startsWith(text)) ?? [];
  return advice ?? unknownCause;
}

const unknownCause = {
  cause: 'The app got this code with a description.',
  remedy: 'Read the `error_description` that the app got.',
};

function docsOf(code: string): string {
  const isOfGraphql =
    adviceByCode[code] === undefined || /^(GRAPHQL|BAD|OPERATION|PERSISTED|SUBSCRIPTIONS)_/.test(code);
  return `/docs/troubleshooting#${isOfGraphql ? 'of-graphql-alone' : code.toLowerCase().replaceAll('_', '-')}`;
}
