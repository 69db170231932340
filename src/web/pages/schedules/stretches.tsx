import { ActionIcon, Button, Flex, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { CloseIcon } from '../../kit/icons.tsx';
import { minuteOfTyped, minuteText } from './clock.ts';
import { maxStretches, nextStretch, problemsOf, type Stretch } from './week.ts';

interface StretchesProps {
  /** The day that they are of, for the names of the fields. */
  readonly of: string;
  readonly stretches: readonly Stretch[];
  /** Also of the field that is being typed into. */
  readonly showsAll: boolean;
  readonly onChange: (stretches: readonly Stretch[]) => void;
  /** Beside the first. */
  readonly beside?: ReactNode;
}

/** The open times of a day, to type. What is typed is written as the application writes times once the field is left. */
export function Stretches({ of, stretches, showsAll, onChange, beside }: StretchesProps) {
  // Nobody is to read of a mistake while still typing.
  const [focused, setFocused] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const problems = problemsOf(stretches);
  const change = (index: number, changed: Partial<Stretch>) =>
    onChange(stretches.map((each, at) => (at === index ? { ...each, ...changed } : each)));
  const remove = (index: number) => {
    onChange(stretches.filter((_, at) => at !== index));
    // The button is gone with its row; the focus stays among its neighbours.
    box.current?.querySelector<HTMLElement>('.stretch-add')?.focus();
  };
  const tidy = (index: number, bound: keyof Stretch, text: string) => {
    setFocused(undefined);
    const minute = minuteOfTyped(text, bound);
    if (minute !== undefined && minuteText(minute) !== text) change(index, { [bound]: minuteText(minute) });
  };
  const problemOf = (index: number) => (showsAll || focused !== index ? problems[index] : undefined);
  const field = (index: number, bound: keyof Stretch, name: string) => {
    const hasProblem = problemOf(index)?.[bound] !== undefined;
    return (
      <TextInput
        w="4.75rem"
        styles={{ input: { paddingInline: '0.5rem' } }}
        size="xs"
        aria-label={`${of} ${name}${index === 0 ? '' : `, ${index + 1}`}`}
        aria-describedby={hasProblem ? `${id}-${index}` : undefined}
        error={hasProblem}
        autoComplete="off"
        maxLength={20}
        value={stretches[index]?.[bound]}
        onFocus={() => setFocused(index)}
        onChange={({ currentTarget }) => change(index, { [bound]: currentTarget.value })}
        onBlur={({ currentTarget }) => tidy(index, bound, currentTarget.value)}
      />
    );
  };
  return (
    <Flex align="flex-start" justify="space-between" gap={4} wrap={{ base: 'wrap', sm: 'nowrap' }} ref={box}>
      <Stack gap={4}>
        {stretches.length === 0 && (
          <Text component="span" size="sm" c="dimmed" pt={3}>
            No hours
          </Text>
        )}
        {stretches.map(({ start, end }, index) => {
          const message = problemOf(index)?.start ?? problemOf(index)?.end;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that a stretch has.
            <Group key={index} gap={4} w="12.75rem">
              {field(index, 'start', 'from')}
              <span aria-hidden="true">–</span>
              {field(index, 'end', 'to')}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${start} to ${end} of ${of}`}
                onClick={() => remove(index)}
              >
                <CloseIcon size={16} />
              </ActionIcon>
              {message !== undefined && (
                <Text id={`${id}-${index}`} w="100%" size="sm" c="var(--error-ink)" role="alert">
                  {message}
                </Text>
              )}
            </Group>
          );
        })}
      </Stack>
      <Group gap={4} flex="none">
        <Button
          className="stretch-add"
          variant="subtle"
          size="compact-sm"
          aria-label={`Add hours to ${of}`}
          disabled={stretches.length >= maxStretches}
          onClick={() => onChange([...stretches, nextStretch(stretches)])}
        >
          Add
        </Button>
        {beside}
      </Group>
    </Flex>
  );
}
