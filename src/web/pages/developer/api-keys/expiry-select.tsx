import { NativeSelect, type NativeSelectProps } from '@mantine/core';

const day = 24 * 60 * 60 * 1000;

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Never' },
];

/** When a key ends by itself, counted from now. */
export function ExpirySelect(props: NativeSelectProps) {
  return <NativeSelect label="Ends after" data={lifetimes} {...props} />;
}

/** The instant, to whole minutes, so that another try within the minute is the same request. */
export function expiryIn(lifetime: string): string | undefined {
  if (lifetime === 'never') return undefined;
  const minute = 60_000;
  return new Date(Math.floor((Date.now() + Number(lifetime) * day) / minute) * minute).toISOString();
}
