import { Badge, Button, Group, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { SetEventStatusDocument } from '../../gql/events.ts';
import { useAct } from '../../kit/act.ts';
import { notifyProblem } from '../../kit/messages.tsx';

interface EventWithStatus {
  readonly id: number;
  readonly name: string;
  readonly status: 'ACTIVATED' | 'DEACTIVATED';
  readonly hosts: readonly unknown[];
}

interface StatusSwitch {
  /** Whether it was changed here, so that it can be undone. */
  readonly isChanged: boolean;
  readonly toggle: () => Promise<void>;
}

/** Opens an event for booking, and closes it. Doing it once more takes it back. */
export function useStatusSwitch({ id, status }: EventWithStatus): StatusSwitch {
  const { act, isBusy, problem } = useAct(SetEventStatusDocument);
  const [isChanged, setIsChanged] = useState(false);
  useEffect(() => {
    if (problem) notifyProblem(problem);
  }, [problem]);
  const toggle = async () => {
    if (isBusy) return;
    const data = await act({ input: { eventId: id, status: status === 'ACTIVATED' ? 'DEACTIVATED' : 'ACTIVATED' } });
    if (data) setIsChanged((before) => !before);
  };
  return { isChanged, toggle };
}

interface StatusControlProps {
  readonly event: EventWithStatus;
  readonly control: StatusSwitch;
}

/** Whether an event can be booked, with the switch that changes it. */
export function StatusControl({ event, control: { isChanged, toggle } }: StatusControlProps) {
  const isOpen = event.status === 'ACTIVATED';
  return (
    <Group gap="xs" wrap="nowrap" className="event-status">
      <Switch
        size="sm"
        checked={isOpen}
        onChange={toggle}
        label={isOpen ? 'Open' : 'Closed'}
        aria-label={`“${event.name}” is open for booking`}
      />
      {isOpen && event.hosts.length === 0 && <Badge color="orange">No host</Badge>}
      <span role="status">
        {isChanged && (
          <Button size="compact-xs" variant="subtle" onClick={toggle}>
            Undo
          </Button>
        )}
      </span>
    </Group>
  );
}

/** For members who do not change events. */
export function StatusBadge({ status, hosts }: Pick<EventWithStatus, 'status' | 'hosts'>) {
  if (status === 'DEACTIVATED') return <Badge color="gray">Closed</Badge>;
  return hosts.length === 0 ? <Badge color="orange">No host</Badge> : <Badge color="green">Open</Badge>;
}
