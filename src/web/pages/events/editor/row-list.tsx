import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CloseIcon, PlusIcon } from '../../../kit/icons.tsx';

/** The rows of a field of a form. */
export interface Rows {
  readonly insertListItem: (path: string, item: object) => void;
  readonly removeListItem: (path: string, index: number) => void;
}

interface RowListProps<Row> {
  readonly title: string;
  readonly hint?: string;
  readonly form: Rows;
  /** The field that has the rows. */
  readonly path: string;
  readonly rows: readonly Row[];
  /** A row in words, for its buttons: "question 2". */
  readonly nameOf: (row: Row, index: number) => string;
  readonly className: string;
  readonly error: ReactNode;
  /** What adds a row, unless there are as many as the server takes. */
  readonly add: ReactNode;
  /** The fields of a row. */
  readonly children: (row: Row, index: number, name: string) => ReactNode;
}

/** Rows of fields under a heading; each can be taken out. */
export function RowList<Row>({
  title,
  hint,
  rows,
  nameOf,
  className,
  error,
  add,
  children,
  ...props
}: RowListProps<Row>) {
  const { form, path } = props;
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h6" id={titleId}>
        {title}
      </Title>
      {hint !== undefined && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      <ol className={`row-list ${className}`}>
        {rows.map((row, index) => {
          const name = nameOf(row, index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row that is typed has nothing else that stays.
            <li key={index} aria-label={name.charAt(0).toUpperCase() + name.slice(1)}>
              {children(row, index, name)}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${name}`}
                onClick={() => form.removeListItem(path, index)}
              >
                <CloseIcon />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      <FieldError>{error}</FieldError>
      {add}
    </section>
  );
}

/** Adds a row to the end of a list. */
export function AddRow({ children, onClick }: { readonly children: ReactNode; readonly onClick: () => void }) {
  return (
    <Button variant="default" size="xs" leftSection={<PlusIcon size={16} />} onClick={onClick}>
      {children}
    </Button>
  );
}

/** What is wrong with a list of fields, below it. */
export function FieldError({ children }: { readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}
