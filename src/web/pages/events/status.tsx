import { Badge, Group, Menu, Switch } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { problemOf } from '../../app/problem.ts';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { type EventStatus, SetEventStatusDocument } from '../../gql/events.ts';
import { notifyDone, notifyProblem } from '../../kit/messages.tsx';
import { statusTitles } from './words.ts';

interface EventWithStatus {
  readonly id: number;
  readonly name: string;
  readonly status: EventStatus;
}

interface SetStatus {
  readonly isBusy: boolean;
  /** Publishes an event, or makes it a draft again. The message has an undo. */
  readonly publish: (event: EventWithStatus, isPublished: boolean) => Promise<void>;
}

export function useSetStatus(): SetStatus {
  const client = useClient();
  const [isBusy, setIsBusy] = useState(false);
  const set = async ({ id, name }: EventWithStatus, isPublished: boolean, undo?: () => unknown) => {
    if (isBusy) return;
    setIsBusy(true);
    const input = { eventId: id, status: isPublished ? ('ACTIVATED' as const) : ('DEACTIVATED' as const) };
    const { error } = await client.mutation(SetEventStatusDocument, { input }).toPromise();
    setIsBusy(false);
    // What was pressed may be gone meanwhile: the item of a menu, or the row of a filtered list.
    if (error) return notifyProblem(problemOf(error));
    notifyDone(isPublished ? `“${name}” is published` : `“${name}” is a draft`, undo);
  };
  return {
    isBusy,
    publish: (event, isPublished) => set(event, isPublished, () => set(event, !isPublished)),
  };
}

interface StatusControlProps {
  readonly event: EventWithStatus & { readonly hosts: readonly unknown[] };
}

/** Whether an event can be booked, with the switch that changes it if the viewer may. */
export function StatusControl({ event }: StatusControlProps) {
  const isLead = isTeamLead(useSession());
  const { publish } = useSetStatus();
  const { name, status, hosts } = event;
  const isPublished = status === 'ACTIVATED';
  const noHost = isPublished && hosts.length === 0 && <Badge color="orange">No host</Badge>;
  if (!isLead) return noHost || <Badge color={isPublished ? 'green' : 'gray'}>{statusTitles[status]}</Badge>;
  return (
    <Group gap="xs" wrap="nowrap">
      <Switch
        size="sm"
        checked={isPublished}
        onChange={() => publish(event, !isPublished)}
        label={statusTitles[status]}
        aria-label={`“${name}” is published`}
      />
      {noHost}
    </Group>
  );
}

/** The same as an item of a menu. */
export function StatusItem({ event }: { readonly event: EventWithStatus }) {
  const { publish } = useSetStatus();
  const isPublished = event.status === 'ACTIVATED';
  return <Menu.Item onClick={() => publish(event, !isPublished)}>{isPublished ? 'Unpublish' : 'Publish'}</Menu.Item>;
}
