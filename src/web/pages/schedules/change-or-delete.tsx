import { Button } from '@mantine/core';

interface ChangeOrDeleteProps {
  /** The row in words. */
  readonly of: string;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

/** The buttons at the end of a row. */
export function ChangeOrDelete({ of, onChange, onDelete }: ChangeOrDeleteProps) {
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-label={`Change ${of}`} onClick={onChange}>
        Change…
      </Button>
      <Button variant="subtle" size="compact-sm" aria-label={`Delete ${of}`} onClick={onDelete}>
        Delete
      </Button>
    </>
  );
}
