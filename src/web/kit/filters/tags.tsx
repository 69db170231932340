import { TagsInput } from '@mantine/core';
import { useState } from 'react';

const maxTags = 100;
const defaultSeparators = [',', ' ', ';'];

interface TagsProps {
  readonly label: string;
  readonly placeholder: string;
  /** With commas between. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly isValid: (text: string) => boolean;
  /** What is wrong with a text that is not valid: "is not an email address". */
  readonly problem: string;
  readonly separators?: string[];
}

/** Several typed or pasted texts. One that is not valid stays to be fixed, and does not reach the address. */
export function Tags({ label, placeholder, value = '', onChange, ...rules }: TagsProps) {
  const { isValid, problem, separators = defaultSeparators } = rules;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const change = (tags: readonly string[]) => {
    const valid = tags.filter(isValid);
    const refused = tags.filter((tag) => !isValid(tag));
    if (valid.join(',') !== value) onChange(valid.join(',') || undefined);
    if (refused.length === 0) return;
    // Mantine empties the field before or after it reports the tags.
    queueMicrotask(() => {
      setTyped(refused.join(' '));
      setError(`“${refused.join(' ')}” ${problem}`);
    });
  };
  return (
    <TagsInput
      label={label}
      placeholder={value === '' ? placeholder : undefined}
      value={value.split(',').filter(Boolean)}
      onChange={change}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        setError(undefined);
      }}
      splitChars={separators}
      maxTags={maxTags}
      error={error}
      clearable
    />
  );
}
