import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';

/** A surface on the page. Lists fill it to its edge; everything else is padded. */
export function Panel({ children, padded = true }: { readonly children: ReactNode; readonly padded?: boolean }) {
  return (
    <Paper withBorder radius="lg" p={padded ? { base: 'md', sm: 'lg' } : 0} className="panel">
      {children}
    </Paper>
  );
}
