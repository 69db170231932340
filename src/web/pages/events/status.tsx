import { Badge, Group, Switch } from '@mantine/core';
import { useEffect } from 'react';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { SetEventStatusDocument } from '../../gql/events.ts';
import { useAct } from '../../kit/act.ts';
import { notifyDone, notifyProblem } from '../../kit/messages.tsx';

interface EventWithStatus {
  readonly id: number;
  readonly name: string;
  readonly status: 'ACTIVATED' | 'DEACTIVATED';
  readonly hosts: readonly unknown[];
}

/** Whether an event can be booked, with the switch that changes it for who may. */
export function StatusControl({ event: { id, name, status, hosts } }: { readonly event: EventWithStatus }) {
  const isLead = isTeamLead(useSession());
  const { act, isBusy, problem } = useAct(SetEventStatusDocument);
  useEffect(() => {
    if (problem) notifyProblem(problem);
  }, [problem]);
  const isOpen = status === 'ACTIVATED';
  const set = async (isOpened: boolean, undo?: () => unknown) => {
    if (isBusy) return;
    const data = await act({ input: { eventId: id, status: isOpened ? 'ACTIVATED' : 'DEACTIVATED' } });
    if (data) notifyDone(`“${name}” is ${isOpened ? 'open' : 'closed'}`, undo);
  };
  const noHost = isOpen && hosts.length === 0 && <Badge color="orange">No host</Badge>;
  if (!isLead) return noHost || <Badge color={isOpen ? 'green' : 'gray'}>{isOpen ? 'Open' : 'Closed'}</Badge>;
  return (
    <Group gap="xs" wrap="nowrap">
      <Switch
        size="sm"
        checked={isOpen}
        onChange={() => set(!isOpen, () => set(isOpen))}
        label={isOpen ? 'Open' : 'Closed'}
        aria-label={`“${name}” is open for booking`}
      />
      {noHost}
    </Group>
  );
}
