import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { MemberNameFragment } from '../../gql/names.ts';
import { memberName } from '../members.ts';

interface HostSelectProps extends Omit<NativeSelectProps, 'data'> {
  /** Those who are free at the chosen time. */
  readonly hosts: readonly MemberNameFragment[];
}

/** Who takes a call, where several can. */
export function HostSelect({ hosts, ...input }: HostSelectProps) {
  if (hosts.length < 2) return null;
  const choices = hosts.map((host) => ({ value: String(host.id), label: memberName(host) }));
  return <NativeSelect label="Host" data={[{ value: '', label: 'Round robin' }, ...choices]} {...input} />;
}
