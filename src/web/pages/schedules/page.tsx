import { Button, Select } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { ScheduleMembersDocument } from '../../gql/schedules.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { PageHeader, Panel } from '../../kit/layout.tsx';
import { LateSkeleton } from '../../kit/list/query-view.tsx';
import { memberName } from '../../parts/members.ts';
import { SchedulesList } from './list.tsx';
import { NewDialog } from './new-dialog.tsx';
import { shownMember } from './search.ts';
import { TimeOffPanel } from './time-off-panel.tsx';

const route = getRouteApi('/schedules');

/** When a member can be booked: their schedules. */
export function SchedulesPage() {
  const session = useSession();
  const isLead = isTeamLead(session);
  const userId = shownMember(route.useSearch(), session);
  const navigate = useNavigate();
  const dialogs = useDialogs<'new', object>();
  const open = () => dialogs.open('new', {});
  const [{ data, error }] = useQuery({ query: ScheduleMembersDocument, pause: !isLead });
  // What comes later would push down what is already read.
  const areMembersRead = !isLead || data !== undefined || error !== undefined;
  const members = data?.users?.users ?? [];
  const { timeZone } = members.find(({ id }) => id === userId) ?? session.user;
  return (
    <>
      <PageHeader
        title="Schedules"
        summary="When calls can be booked. Each host of an event uses one schedule."
        actions={
          <Button leftSection={<PlusIcon />} onClick={open}>
            New schedule
          </Button>
        }
      />
      {isLead && members.length > 1 && (
        <Select
          aria-label="Member"
          maw="20rem"
          mb="md"
          data={members.map((member) => ({
            value: `${member.id}`,
            label: member.id === session.user.id ? `${memberName(member)} (you)` : memberName(member),
          }))}
          value={`${userId}`}
          onChange={(value) => {
            const chosen = Number(value);
            navigate({ to: '/schedules', search: { user: chosen === session.user.id ? undefined : chosen } });
          }}
          searchable
          allowDeselect={false}
        />
      )}
      {areMembersRead ? (
        <SchedulesList key={`${userId} ${timeZone}`} userId={userId} onNew={open}>
          <TimeOffPanel {...{ userId, timeZone }} />
        </SchedulesList>
      ) : (
        <Panel padded={false}>
          <LateSkeleton />
        </Panel>
      )}
      <NewDialog key={`new-${userId}-${timeZone}`} {...dialogs.of('new')} {...{ userId, timeZone }} />
    </>
  );
}
