import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import { MoveCallDocument } from '../../../gql/call.ts';
import { HostsOfEventDocument } from '../../../gql/host.ts';
import type { ListedCallFragment } from '../../../gql/listed-call.ts';
import { WhyUnavailableDocument } from '../../../gql/why-unavailable.ts';
import { ActDialog, type DialogAbout } from '../../../kit/dialogs.tsx';
import { EmptyState } from '../../../kit/list/empty-state.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { memberName } from '../../../parts/members.ts';

interface AboutCall {
  readonly call: Pick<ListedCallFragment, 'id' | 'eventId' | 'inviteeName' | 'dateTime' | 'closer'>;
}

/** Gives a call to another host of its event, at the same time. */
export function HostDialog(dialog: DialogAbout<AboutCall>) {
  const isLead = isTeamLead(useSession());
  return (
    <ActDialog
      {...dialog}
      title={({ call }) => `Give the call with ${call.inviteeName} to another host`}
      action="Give the call"
      document={MoveCallDocument}
      initialValues={() => ({ userId: '', force: false })}
      validate={{ userId: (userId) => (userId === '' ? 'Choose a host' : null) }}
      // Without a time: somebody may have moved the call meanwhile.
      variables={({ userId, force }, { call: { id } }) => ({
        input: { id, userId: Number(userId), ...(force && { force }) },
      })}
      onDone={({ rescheduleEventCall: given }) =>
        notifyDone(`${given?.closer ? memberName(given.closer) : 'The host'} has the call`)
      }
    >
      {(form, { call }) => (
        <>
          <Hosts call={call} chosen={form.values.userId} input={form.getInputProps('userId')} />
          {isLead && (
            <Checkbox
              label="Also if the host is not free"
              description="Two calls of one host at once are never possible."
              {...form.getInputProps('force', { type: 'checkbox' })}
            />
          )}
          <Text size="sm" c="dimmed">
            Both hosts and the invitee get an email if the event sends email.
          </Text>
        </>
      )}
    </ActDialog>
  );
}

/** Of more hosts, only the chosen one is looked up. */
const maxLookups = 10;

interface HostsProps extends AboutCall {
  readonly chosen: string;
  readonly input: object;
}

function Hosts({ call, chosen, input }: HostsProps) {
  const isLead = isTeamLead(useSession());
  const query = useQuery({ query: HostsOfEventDocument, variables: { eventId: call.eventId } });
  return (
    <QueryView query={query}>
      {({ event }) => {
        const others = (event?.hostMembers ?? []).filter(({ id }) => id !== call.closer?.id);
        if (others.length === 0)
          return <EmptyState title="No other host">Add hosts in the settings of the event.</EmptyState>;
        return (
          <Radio.Group label="Host" {...input}>
            <Stack gap="xs" mt="xs">
              {others.map((host) =>
                isLead && (others.length <= maxLookups || chosen === String(host.id)) ? (
                  <HostChoice key={host.id} id={host.id} name={memberName(host)} call={call} />
                ) : (
                  <Radio key={host.id} value={String(host.id)} label={memberName(host)} />
                ),
              )}
            </Stack>
          </Radio.Group>
        );
      }}
    </QueryView>
  );
}

/** Rules of the booking page, which do not apply to a change of the host alone. */
const ofInvitees: readonly string[] = ['PAST', 'MINIMUM_NOTICE', 'BOOKING_WINDOW', 'SLOT_INTERVAL'];

interface HostChoiceProps extends AboutCall {
  readonly id: number;
  readonly name: string;
}

/** A host, with why they are not free then. */
function HostChoice({ id, name, call }: HostChoiceProps) {
  const variables = { eventId: call.eventId, userId: id, dateTime: call.dateTime };
  const [{ data, error }] = useQuery({ query: WhyUnavailableDocument, variables });
  const reasons = data?.whyUnavailable?.filter(({ rule }) => !ofInvitees.includes(rule));
  const known = reasons && (reasons.map(({ message }) => message).join(' ') || 'Free at this time');
  return <Radio value={String(id)} label={name} description={known ?? (error ? undefined : 'Looking…')} />;
}
