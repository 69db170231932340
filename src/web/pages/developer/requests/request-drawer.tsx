import { Drawer, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { requestRetentionDays } from '../../../gql/limits.ts';
import { type RequestRowFragment, RequestsByIdDocument } from '../../../gql/requests.ts';
import { CopyIconButton } from '../../../kit/copy-buttons.tsx';
import { useLastDefined } from '../../../kit/last-defined.ts';
import { Fact } from '../../../kit/layout.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { ExactMoment } from '../../../kit/moment.tsx';
import { RouteText } from '../../../parts/route-text.tsx';
import { Explanation } from './explanation.tsx';
import { credentialName, durationText, operationOf, StatusBadge } from './request-columns.tsx';

/** One request with the answer to "why did I get this". The address names it: `req_1~<request id>`. */
export function RequestDrawer({ open }: { readonly open: string | undefined }) {
  const navigate = useNavigate();
  const shown = useLastDefined(open) ?? '';
  const [id, requestId = ''] = shown.split(/~(.*)/);
  const query = useQuery({
    query: RequestsByIdDocument,
    variables: { requestId },
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
      title={found ? <RouteTitle {...found} /> : 'Request'}
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

function RouteTitle({ method, route }: Pick<RequestRowFragment, 'method' | 'route'>) {
  return (
    <>
      {method} <RouteText route={route} />
    </>
  );
}

function RequestDetails({ request }: { readonly request: RequestRowFragment }) {
  const { time, durationMs, requestId, represents, address, userAgent } = request;
  const operation = operationOf(request);
  return (
    <Stack gap="lg">
      <Explanation request={request} />
      {represents > 1 && (
        <Text size="sm">
          Sampled: this one stands for {represents.toLocaleString('en')} requests with the same status within a second.
        </Text>
      )}
      <dl className="request-facts">
        <Fact name="Status">
          <StatusBadge request={request} />
        </Fact>
        <Fact name="Time">
          <ExactMoment at={time} />
        </Fact>
        <Fact name="Duration">{durationText(durationMs)}</Fact>
        <Fact name="Request">
          <span className="method">{request.method}</span> <RouteText route={request.route} />
        </Fact>
        {operation && <Fact name="Operation">{operation}</Fact>}
        <Fact name={request.apiKeyId === null ? 'App' : 'API key'}>
          {credentialName(request)}
          <br />
          <Link to="." search={({ live }) => ({ live, ...credentialFilter(request) })}>
            {request.apiKeyId === null ? 'Requests of this app' : 'Requests of this key'}
          </Link>
        </Fact>
        {request.connectionId !== null && (
          <Fact name="Connection">
            <code>{request.connectionId}</code>
          </Fact>
        )}
        <Fact name="Request id">
          <code>{requestId}</code> <CopyIconButton value={requestId} label="Copy the request id" />
        </Fact>
        <Fact name="Address">{address ?? 'Not known'}</Fact>
        <Fact name="Client">{userAgent ?? 'Not named'}</Fact>
      </dl>
    </Stack>
  );
}

function credentialFilter({ apiKeyId, clientId }: RequestRowFragment) {
  return apiKeyId === null ? { clientId: clientId ?? undefined } : { apiKeyId };
}
