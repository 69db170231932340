import { Alert, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../../app/session.ts';
import { WarningIcon } from '../../../kit/icons.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { addressText, shortened, Wire } from './exchange.tsx';
import { type Run, storedRun, storeRun } from './run.ts';

/** Where the browser comes back to from the consent page. A response to a request of this tab continues its run. */
export function CallbackPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  const [query] = useState(() => new URLSearchParams(location.search));
  const [run] = useState(() => storedRun(user.id));
  const refusal = refusalOf(query, run);
  useEffect(() => {
    if (refusal !== undefined || !run) return;
    const code = query.get('code');
    const secrets = code === null ? run.secrets : [...run.secrets, code];
    storeRun({ ...run, answer: Object.fromEntries(query), secrets });
    // The code leaves the address and the history of the browser.
    navigate({ to: '/settings/developer/oauth-clients/$id/try', params: { id: String(run.client.id) }, replace: true });
  }, [refusal, run, query, navigate]);
  if (refusal === undefined) return null;
  return (
    <>
      <PageHeader title="Back from the consent page" />
      <Alert role="alert" color="red" title={refusal.title} icon={<WarningIcon />} mb="md">
        <Text size="sm">{refusal.text}</Text>
      </Alert>
      <Panel>
        <Stack gap="sm">
          {query.size > 0 && <Wire title="What came back" text={cameBack(query)} />}
          {run && query.has('state') && (
            <Text size="sm" className="breaks">
              The state that this tab sent: <code>{run.state}</code>
            </Text>
          )}
          <Text size="sm">
            {run ? (
              <Link to="/settings/developer/oauth-clients/$id/try" params={{ id: String(run.client.id) }}>
                Back to the run of “{run.client.name}”
              </Link>
            ) : (
              <Link to="/settings/developer/oauth-clients">OAuth clients of this workspace</Link>
            )}
          </Text>
        </Stack>
      </Panel>
    </>
  );
}

/** RFC 6749, 10.12, and RFC 9207: only an answer with this tab's own state, from the server that it asked, counts. */
function refusalOf(query: URLSearchParams, run: Run | undefined) {
  if (!run) {
    return {
      title: 'No run waits for an answer in this tab',
      text: 'This page ends the authorization of “Try the flow”, in the tab where it began. Begin on the page of an OAuth client.',
    };
  }
  if (query.get('state') !== run.state) {
    return {
      title: 'The state does not match',
      text: 'This answer is not for the request that this tab sent, so it is not used. An app has to do the same: somebody may try to slip in an answer of their own. Go back and ask for consent again.',
    };
  }
  if (query.has('iss') && query.get('iss') !== run.endpoints?.issuer) {
    return {
      title: 'The answer is from another server',
      text: `Its iss is not ${run.endpoints?.issuer}, which this tab asked. The answer is not used: go back and ask for consent again.`,
    };
  }
  if (run.answer) {
    return {
      title: 'This answer was used before',
      text: 'A state serves once, and so does a code. Go back to the run; to ask once more, start it over.',
    };
  }
  return undefined;
}

function cameBack(query: URLSearchParams): string {
  const shown = [...query].map(([name, value]) => [name, name === 'code' ? shortened(value) : value]);
  return addressText(`${location.origin}${location.pathname}?${new URLSearchParams(shown)}`);
}
