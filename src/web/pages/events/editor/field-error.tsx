import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is wrong with a list of fields, below it. */
export function FieldError({ children }: { readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}
