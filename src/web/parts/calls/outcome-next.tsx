import { Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { NextCallChoicesDocument } from '../../gql/outcome.ts';
import { HostSelect } from './host-select.tsx';
import { OpenTimes } from './open-times.tsx';
import type { OutcomeValues } from './outcome-values.ts';
import type { CallForOutcome } from './outcomes.ts';

/** The next call: a time of the same event, and who takes it. */
export function NextCallFields({
  call: { eventId },
  form,
}: {
  readonly call: CallForOutcome;
  readonly form: UseFormReturnType<OutcomeValues>;
}) {
  const [{ data }] = useQuery({ query: NextCallChoicesDocument, variables: { eventId } });
  const { next, nextHostIds } = form.values;
  const hosts = (data?.event?.hostMembers ?? []).filter(({ id }) => nextHostIds.includes(id));
  const isClosed = data?.event != null && data.event.status !== 'ACTIVATED';
  const { setFieldValue } = form;
  // A draft may have a time from before.
  useEffect(() => {
    if (isClosed && next !== '') setFieldValue('next', '');
  }, [isClosed, next, setFieldValue]);
  if (isClosed) return <Text size="sm">The event cannot be booked any more.</Text>;
  return (
    <>
      <OpenTimes
        legend="Next call, if it is booked now"
        eventId={eventId}
        chosen={next}
        error={form.errors.next ?? (hosts.length < 2 && form.errors.nextHostId)}
        onChoose={(dateTime, hostIds) => form.setValues({ next: dateTime, nextHostIds: hostIds, nextHostId: '' })}
      />
      <HostSelect hosts={hosts} {...form.getInputProps('nextHostId')} />
    </>
  );
}
