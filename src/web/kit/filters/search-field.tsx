import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { SearchIcon } from '../icons.tsx';

const pauseMs = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** What the address says. */
  readonly value: string | undefined;
  /** Brings it into the address; undefined where nothing is searched for. */
  readonly onSearch: (text: string | undefined) => void;
}

/** What is typed reaches the address after a short pause. Where a link or "Clear" changes the address, the field follows. */
export function SearchField({ label, placeholder, value = '', onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const sent = useRef(value);
  const search = useDebouncedCallback((text: string) => {
    sent.current = text;
    onSearch(text || undefined);
  }, pauseMs);
  if (value !== shown) {
    setShown(value);
    // What was typed since then stays.
    if (value !== sent.current) setTyped(value);
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      type="search"
      leftSection={<SearchIcon />}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
      flex="1 1 12rem"
    />
  );
}
