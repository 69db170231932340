import { Button, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import {
  CalendarFeedsDocument,
  CreateFeedDocument,
  type FeedRowFragment,
  RevokeFeedDocument,
} from '../../gql/feeds.ts';
import { useAct } from '../../kit/act.ts';
import { ConfirmDialog, useDialogs } from '../../kit/dialogs.tsx';
import { ChevronDownIcon } from '../../kit/icons.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { SecretDialog } from '../../kit/secret-dialog.tsx';

const titles = { OWN: 'Your calls', WORKSPACE: 'All calls of the workspace' } as const;

const columns: Columns<FeedRowFragment> = {
  feed: { title: 'Feed', isName: true, text: ({ scope }) => titles[scope] },
  created: { title: 'Created', at: ({ createdAt }) => createdAt },
  read: { title: 'Last read', at: ({ lastReadAt }) => lastReadAt },
};

/** Addresses at which calendar programs read the calls of here. */
export function FeedsPanel() {
  const isLead = isTeamLead(useSession());
  const { act, isBusy, problem } = useAct(CreateFeedDocument, { once: false });
  const dialogs = useDialogs<'revoke', FeedRowFragment>();
  const heading = useRef<HTMLHeadingElement>(null);
  const [url, setUrl] = useState<string>();
  const create = async (scope: keyof typeof titles) => {
    const data = await act({ input: { scope } });
    setUrl(data?.createCalendarFeed?.url);
  };
  return (
    <>
      <List
        noun="feed"
        document={CalendarFeedsDocument}
        of={({ calendarFeeds }) => calendarFeeds}
        columns={columns}
        panel={{
          title: 'Feeds',
          titleRef: heading,
          summary: 'Addresses that show your calls in a calendar app. Most apps refresh them every 15 minutes.',
          actions: isLead ? (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" loading={isBusy} rightSection={<ChevronDownIcon size={16} />}>
                  Create feed
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => create('OWN')}>Of your calls</Menu.Item>
                <Menu.Item onClick={() => create('WORKSPACE')}>Of all calls of the workspace</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          ) : (
            <Button variant="default" loading={isBusy} onClick={() => create('OWN')}>
              Create feed
            </Button>
          ),
        }}
        head={<ProblemNote problem={problem} />}
        actions={(feed) => (
          <Button
            variant="default"
            size="xs"
            aria-label={`Revoke the feed of ${titles[feed.scope].toLowerCase()}`}
            onClick={() => dialogs.open('revoke', feed)}
          >
            Revoke…
          </Button>
        )}
        empty={{
          title: 'No feeds',
          text: 'Create one to see your calls in a calendar app that Slotline cannot add bookings to.',
        }}
      />
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
        {() => 'Its address stops working: calendar apps that subscribe to it show no new calls.'}
      </ConfirmDialog>
      <SecretDialog
        secret={url}
        title="Your new feed"
        label="Address"
        confirmation="I have copied it; it cannot be shown again"
        onSaved={() => setUrl(undefined)}
      >
        Subscribe to this address in your calendar app (“From URL”, “By subscription”). Anyone who has it can read the
        calls with names and contact details of invitees, so treat it like a password.
      </SecretDialog>
    </>
  );
}
