import './stretches.css';
import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
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
  return (
    <div className="stretches" ref={box}>
      <div className="stretches-list">
        {stretches.length === 0 && <span className="soft stretches-none">No hours</span>}
        {stretches.map((stretch, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that a stretch has.
            key={index}
            {...{ of, index, stretch }}
            problem={showsAll || focused !== index ? problems[index] : undefined}
            onFocus={() => setFocused(index)}
            onType={(bound, text) => change(index, { [bound]: text })}
            onLeave={(bound, text) => tidy(index, bound, text)}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      <Group gap={4} className="stretch-tools">
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
    </div>
  );
}

interface LineProps {
  readonly of: string;
  readonly index: number;
  readonly stretch: Stretch;
  readonly problem: { readonly start?: string | undefined; readonly end?: string | undefined } | undefined;
  readonly onFocus: () => void;
  readonly onType: (bound: keyof Stretch, text: string) => void;
  readonly onLeave: (bound: keyof Stretch, text: string) => void;
  readonly onRemove: () => void;
}

function Line({ of, index, stretch, problem, onFocus, onType, onLeave, onRemove }: LineProps) {
  const id = useId();
  const message = problem?.start ?? problem?.end;
  const field = (bound: keyof Stretch, name: string) => (
    <TextInput
      className="stretch-time"
      size="xs"
      aria-label={`${of} ${name}${index === 0 ? '' : `, ${index + 1}`}`}
      aria-describedby={problem?.[bound] === undefined ? undefined : id}
      error={problem?.[bound] !== undefined}
      autoComplete="off"
      maxLength={20}
      value={stretch[bound]}
      onFocus={onFocus}
      onChange={({ currentTarget }) => onType(bound, currentTarget.value)}
      onBlur={({ currentTarget }) => onLeave(bound, currentTarget.value)}
    />
  );
  return (
    <div className="stretch">
      {field('start', 'from')}
      <span aria-hidden="true">–</span>
      {field('end', 'to')}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${stretch.start} to ${stretch.end} of ${of}`}
        onClick={onRemove}
      >
        <CloseIcon size={16} />
      </ActionIcon>
      {message !== undefined && (
        <p id={id} className="stretch-problem" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}
