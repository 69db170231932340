import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useId, useRef, useState } from 'react';
import { SearchIcon } from '../icons.tsx';
import { maxTextLength } from './search.ts';

const pauseMs = 250;

interface SearchFieldProps {
  readonly label: string;
  /** The search of a list needs no label that is seen. */
  readonly isBare?: boolean;
  readonly placeholder: string;
  readonly maxLength?: number | undefined;
  /** What the address says. */
  readonly value: string | undefined;
  /** Brings it into the address; undefined where nothing is searched for. */
  readonly onSearch: (text: string | undefined) => void;
  readonly suggestions?: readonly string[] | undefined;
}

/** What is typed reaches the address after a short pause. Where a link or "Clear" changes the address, the field follows. */
export function SearchField({ value = '', onSearch, maxLength = maxTextLength, ...props }: SearchFieldProps) {
  const { label, isBare, placeholder, suggestions } = props;
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
  const listId = useId();
  return (
    <>
      <TextInput
        {...(isBare ? { 'aria-label': label, leftSection: <SearchIcon /> } : { label })}
        placeholder={placeholder}
        type="search"
        list={suggestions && listId}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        // Whoever goes elsewhere at once loses nothing.
        onBlur={search.flush}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          search(currentTarget.value.trim());
        }}
        flex="1 1 12rem"
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  );
}
