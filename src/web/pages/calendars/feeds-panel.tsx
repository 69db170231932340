import { Button, Menu, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import {
  CalendarFeedsDocument,
  CreateFeedDocument,
  type FeedRowFragment,
  RevokeFeedDocument,
} from '../../gql/feeds.ts';
import { useAct } from '../../kit/act.ts';
import { ConfirmDialog, SecretDialog, useDialogs } from '../../kit/dialogs.tsx';
import { ChevronDownIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState, QueryView, RecordTable } from '../../kit/list.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { Moment } from '../../kit/moment.tsx';

const titles = { OWN: 'Your calls', WORKSPACE: 'All calls of the workspace' } as const;

/** Addresses at which calendar programs read the calls of here. */
export function FeedsPanel() {
  const isLead = isTeamLead(useSession());
  const query = useQuery({ query: CalendarFeedsDocument, requestPolicy: 'cache-and-network' });
  const { act, isBusy, problem } = useAct(CreateFeedDocument, { once: false });
  const dialogs = useDialogs<'revoke', FeedRowFragment>();
  const heading = useRef<HTMLHeadingElement>(null);
  const [url, setUrl] = useState<string>();
  const make = async (scope: keyof typeof titles) => {
    const data = await act({ input: { scope } });
    setUrl(data?.createCalendarFeed?.url);
  };
  return (
    <Panel
      padded={false}
      title="Feeds"
      titleRef={heading}
      summary="Addresses at which a calendar program shows the calls of Slotline. It reads them again every quarter of an hour or so."
      actions={
        isLead ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" loading={isBusy} rightSection={<ChevronDownIcon size={16} />}>
                Make a feed
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => make('OWN')}>Of your calls</Menu.Item>
              <Menu.Item onClick={() => make('WORKSPACE')}>Of all calls of the workspace</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : (
          <Button variant="default" loading={isBusy} onClick={() => make('OWN')}>
            Make a feed
          </Button>
        )
      }
    >
      <ProblemNote problem={problem} />
      <QueryView query={query}>
        {({ calendarFeeds }) => (
          <RecordTable
            columns={['Feed', 'Made', 'Last read']}
            hasActions
            label="Feeds"
            rows={calendarFeeds ?? []}
            empty={
              <EmptyState title="No feeds">
                Make one to see your calls in a calendar program that Slotline does not write into.
              </EmptyState>
            }
          >
            {(feed) => (
              <tr key={feed.id}>
                <td>
                  <Text fw={600}>{titles[feed.scope]}</Text>
                </td>
                <td data-label="Made">
                  <Moment at={feed.createdAt} />
                </td>
                <td data-label="Last read">{feed.lastReadAt ? <Moment at={feed.lastReadAt} /> : 'Never'}</td>
                <td className="actions">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Revoke the feed of ${titles[feed.scope].toLowerCase()}`}
                    onClick={() => dialogs.open('revoke', feed)}
                  >
                    Revoke…
                  </Button>
                </td>
              </tr>
            )}
          </RecordTable>
        )}
      </QueryView>
      <ConfirmDialog
        {...dialogs.of('revoke')}
        title={() => 'Revoke the feed?'}
        action="Revoke the feed"
        document={RevokeFeedDocument}
        variables={({ id }) => ({ input: { id } })}
        onDone={() => {
          heading.current?.focus();
          notifyDone('The feed is revoked');
        }}
      >
        {() => 'Its address answers nothing any more: calendar programs that subscribe to it show no new calls.'}
      </ConfirmDialog>
      <SecretDialog
        secret={url}
        title="Your new feed"
        label="Address"
        confirmation="I have copied it; it cannot be shown again"
        onSaved={() => setUrl(undefined)}
      >
        Subscribe to this address in your calendar program (“From URL”, “By subscription”). Whoever has it can read the
        calls with names and contact details of invitees, so treat it like a password.
      </SecretDialog>
    </Panel>
  );
}
