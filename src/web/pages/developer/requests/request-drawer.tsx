import { Drawer, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { requestRetentionDays } from '../../../gql/limits.ts';
import { type RequestRowFragment, RequestsByIdDocument } from '../../../gql/requests.ts';
import { CopyIconButton } from '../../../kit/copy-buttons.tsx';
import { Fact } from '../../../kit/layout.tsx';
import { QueryView } from '../../../kit/list.tsx';
import { ExactMoment } from '../../../kit/moment.tsx';
import { RouteText } from '../../../parts/route-text.tsx';
import { Explanation } from './explanation.tsx';
import { credentialName, durationText, operationOf, StatusBadge } from './request-row.tsx';

interface RequestDrawerProps {
  /** As the address has it. */
  readonly open: string | undefined;
  /** The rows of the list, one of which it mostly is. */
  readonly rows: readonly RequestRowFragment[] | undefined;
}

/** One request with the answer to "why did I get this": from the list, else from the server. */
export function RequestDrawer({ open, rows }: RequestDrawerProps) {
  const navigate = useNavigate();
  // The drawer still shows it while it closes.
  const [shown, setShown] = useState(open);
  if (open !== undefined && open !== shown) setShown(open);
  const id = shown?.slice(0, shown.indexOf('~'));
  const requestId = shown?.slice(shown.indexOf('~') + 1) ?? '';
  const row = rows?.find((each) => each.id === id);
  return (
    <Drawer
      opened={open !== undefined}
      onClose={() => navigate({ to: '.', search: (search) => ({ ...search, open: undefined }), resetScroll: false })}
      position="right"
      size="lg"
      title={row ? <RouteTitle {...row} /> : 'Request'}
    >
      {row ? <RequestDetails request={row} /> : rows && <FoundRequest id={id} requestId={requestId} />}
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

/** A request that the list does not show: the address is a link from elsewhere, or the filters changed. */
function FoundRequest({ id, requestId }: { readonly id: string | undefined; readonly requestId: string }) {
  const query = useQuery({ query: RequestsByIdDocument, variables: { requestId }, requestPolicy: 'cache-first' });
  return (
    <QueryView query={query}>
      {({ requests }) => {
        const found = requests?.requests.find((each) => each.id === id);
        if (found) return <RequestDetails request={found} />;
        return <Text>This request is not in the log any more: requests are kept for {requestRetentionDays} days.</Text>;
      }}
    </QueryView>
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
