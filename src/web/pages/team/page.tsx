import { Button, Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { PageHeader } from '../../kit/layout.tsx';
import { InvitationsPanel, InviteDialog } from './invitations-panel.tsx';
import { type HandedLink, LinkDialog } from './link-dialog.tsx';
import { MembersPanel } from './members-panel.tsx';

const route = getRouteApi('/settings/team');

/** The members of the workspace; for owners and admins also the invitations, and everything that changes them. */
export function TeamPage() {
  const isLead = isTeamLead(useSession());
  const { tab } = route.useSearch();
  const navigate = useNavigate();
  const [isInviting, setIsInviting] = useState(false);
  const [link, setLink] = useState<HandedLink>();
  const show = (shown: string | null) =>
    navigate({ to: '/settings/team', search: shown === 'invitations' ? { tab: shown } : {} });
  const invited = (newLink: HandedLink | undefined) => {
    setIsInviting(false);
    setLink(newLink);
    show('invitations');
  };
  const members = <MembersPanel onLink={setLink} />;
  return (
    <>
      <PageHeader
        title="Team"
        summary="The members of this workspace and their roles."
        actions={
          isLead && (
            <Button leftSection={<PlusIcon />} onClick={() => setIsInviting(true)}>
              Invite a member
            </Button>
          )
        }
      />
      {isLead ? (
        <Tabs value={tab ?? 'members'} onChange={show} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="members">Members</Tabs.Tab>
            <Tabs.Tab value="invitations">Invitations</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="members">{members}</Tabs.Panel>
          <Tabs.Panel value="invitations">
            <InvitationsPanel onLink={setLink} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        members
      )}
      <InviteDialog opened={isInviting} onClose={() => setIsInviting(false)} onInvited={invited} />
      <LinkDialog link={link} onDone={() => setLink(undefined)} />
    </>
  );
}
