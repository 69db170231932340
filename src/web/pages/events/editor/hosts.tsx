import { ActionIcon, NumberInput, Select, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useQuery } from 'urql';
import { type EventSettingsFragment, HostSchedulesDocument, type HostSchedulesQuery } from '../../../gql/event.ts';
import { CloseIcon } from '../../../kit/icons.tsx';
import { memberName } from '../../../parts/members.ts';
import { AddHost } from '../hosts-input.tsx';
import { FieldError } from './row-list.tsx';
import { SectionPanel, useSection } from './section.tsx';

type Host = Omit<EventSettingsFragment['hosts'][number], 'priority' | 'scheduleId'> & {
  readonly priority: number | string;
  /** Null for the default schedule of the member. */
  readonly scheduleId: number | null;
};

const valuesOf = ({ hosts }: EventSettingsFragment) => ({
  hosts: hosts as readonly Host[],
});

/** The order of hosts means nothing, so it is no change. */
const inputOf = ({ hosts }: ReturnType<typeof valuesOf>) => ({
  hosts: hosts
    .map(({ userId, priority, scheduleId }) => ({
      userId,
      priority: Number(priority),
      ...(scheduleId !== null && { scheduleId }),
    }))
    .sort((one, other) => one.userId - other.userId),
});

/** Who takes the calls, in which order, and in the hours of which schedule. */
export function HostsSection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, errorOf, frame } = useSection({ name: 'hosts', event, valuesOf, inputOf });
  const [{ data }] = useQuery({ query: HostSchedulesDocument });
  const { hosts } = form.values;
  return (
    <SectionPanel
      name="hosts"
      frame={frame}
      summary="A call goes to the free host with the highest priority; among equals, to whoever has the fewest calls that week, then to whoever was booked longest ago."
    >
      {hosts.length > 0 && (
        <fieldset className="plain-fieldset hosts" aria-label="Hosts">
          {['Host', 'Priority', 'Schedule', ''].map((title) => (
            <Text key={title} component="span" fz="0.8125rem" c="dimmed" aria-hidden="true">
              {title}
            </Text>
          ))}
          {hosts.map((host, index) => {
            const name = memberName(host);
            // The server counts the hosts as they were sent.
            const sentIndex = inputOf({ hosts }).hosts.findIndex(({ userId }) => userId === host.userId);
            return (
              <Fragment key={host.userId}>
                <Text size="sm" className="breaks">
                  <bdi>{name}</bdi>
                </Text>
                <NumberInput
                  aria-label={`Priority of ${name}`}
                  min={0}
                  max={1000}
                  allowDecimal={false}
                  size="sm"
                  {...form.getInputProps(`hosts.${index}.priority`)}
                  error={errorOf(`hosts.${sentIndex}.priority`)}
                />
                <Select
                  aria-label={`Schedule of ${name}`}
                  placeholder="Their default schedule"
                  data={schedulesOf(data, host.userId)}
                  value={host.scheduleId === null ? null : String(host.scheduleId)}
                  onChange={(id) => form.setFieldValue(`hosts.${index}.scheduleId`, id === null ? null : Number(id))}
                  allowDeselect={false}
                  size="sm"
                  error={errorOf(`hosts.${sentIndex}.scheduleId`) ?? errorOf(`hosts.${sentIndex}.userId`)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${name}`}
                  onClick={() => form.removeListItem('hosts', index)}
                >
                  <CloseIcon />
                </ActionIcon>
              </Fragment>
            );
          })}
        </fieldset>
      )}
      <Stack gap={4}>
        <AddHost
          present={hosts.map(({ userId }) => userId)}
          onAdd={({ id: userId, firstName, lastName, email }) =>
            form.insertListItem('hosts', { userId, firstName, lastName, email, priority: 0, scheduleId: null })
          }
        />
        <FieldError>{errorOf('hosts')}</FieldError>
      </Stack>
    </SectionPanel>
  );
}

function schedulesOf(data: HostSchedulesQuery | undefined, userId: number) {
  return (data?.userAvailabilities ?? [])
    .filter((schedule) => schedule.userId === userId)
    .map(({ id, name, isDefault }) => ({ value: String(id), label: isDefault ? `${name} (default)` : name }));
}
