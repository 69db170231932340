import { Button, Group, MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isTeamLead, useSession } from '../../app/session.ts';
import { outcomeTitles } from '../../parts/calls/outcomes.ts';
import { FilterIcon, SearchIcon } from '../../parts/icons.tsx';
import { idForm, isEmail } from '../../parts/search.ts';
import { events, FoundChoices, members } from './choices.tsx';
import {
  type CallsSearch,
  hasFilters,
  type Order,
  orderName,
  orderOf,
  orderTitles,
  type Period,
  searchOfOrder,
  statusTitles,
  typeTitles,
} from './search.ts';
import { Tags } from './tags.tsx';

const optionsOf = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, label]) => ({ value, label }));
const outcomeOptions = optionsOf(outcomeTitles);
const statusOptions = optionsOf(statusTitles);
const typeOptions = optionsOf(typeTitles);
const orderOptions = optionsOf(orderTitles);
const callDays = [
  ['from', 'From'],
  ['to', 'To'],
] as const;
const recordDays = [
  ['createdFrom', 'Booked from'],
  ['createdTo', 'Booked to'],
  ['updatedFrom', 'Changed from'],
  ['updatedTo', 'Changed to'],
] as const;
const periods = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All' },
];

/** All filters of the list; each is in the address. What is typed reaches it after a short pause. */
export function CallFilters({ search }: { readonly search: CallsSearch }) {
  const navigate = useNavigate();
  const isLead = isTeamLead(useSession());
  const [typed, setTyped] = useState(search.search ?? '');
  // What is typed into a field and is no filter yet goes with the field.
  const [clears, setClears] = useState(0);
  const [isOpen, setIsOpen] = useState(hasFilters({ ...search, search: undefined }));
  const filter = (changed: Partial<CallsSearch>) =>
    navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const searchFor = useDebouncedCallback((text: string) => filter({ search: text.trim() || undefined }), 250);
  const clear = () => {
    setTyped('');
    setClears(clears + 1);
    const { when, orderColumn, orderBy } = search;
    return navigate({ to: '.', search: { when, orderColumn, orderBy }, replace: true, resetScroll: false });
  };
  const choice = (label: string, name: keyof CallsSearch, data: readonly { value: string; label: string }[]) => (
    <MultiSelect
      label={label}
      data={[...data]}
      value={`${search[name] ?? ''}`.split(',').filter(Boolean)}
      onChange={(values) => filter({ [name]: values.join(',') || undefined })}
      searchable
      clearable
      size="sm"
    />
  );
  const day = ([name, label]: readonly [keyof CallsSearch, string]) => (
    <TextInput
      key={name}
      type="date"
      label={label}
      value={search[name] ?? ''}
      onChange={({ currentTarget }) => filter({ [name]: currentTarget.value || undefined })}
    />
  );
  return (
    <section aria-label="Filters" className="call-filters">
      <Group gap="sm">
        <SegmentedControl
          aria-label="When"
          data={periods}
          value={search.when ?? 'upcoming'}
          onChange={(when) => filter({ when: when === 'upcoming' ? undefined : (when as Period) })}
        />
        <TextInput
          aria-label="Search calls"
          placeholder="Name, email or phone"
          type="search"
          leftSection={<SearchIcon />}
          maxLength={200}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            searchFor(value);
          }}
          flex="1 1 12rem"
        />
        <Button
          variant="default"
          leftSection={<FilterIcon />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
        </Button>
        {hasFilters(search) && (
          <Button variant="subtle" onClick={clear}>
            Clear
          </Button>
        )}
      </Group>
      {isOpen && (
        <div className="filter-grid" key={clears}>
          {callDays.map(day)}
          {isLead && (
            <>
              <FoundChoices
                label="Host"
                source={members}
                value={search.hosts}
                onChange={(hosts) => filter({ hosts })}
              />
              <FoundChoices
                label="Setter"
                source={members}
                value={search.setters}
                onChange={(setters) => filter({ setters })}
              />
            </>
          )}
          <FoundChoices
            label="Event"
            source={events}
            value={search.events}
            onChange={(chosen) => filter({ events: chosen })}
          />
          {choice('Outcome', 'outcomes', outcomeOptions)}
          {choice('Status', 'statuses', statusOptions)}
          {choice('Type', 'types', typeOptions)}
          {recordDays.map(day)}
          <Tags
            label="Invitee emails"
            placeholder="Each with Enter"
            value={search.emails}
            onChange={(emails) => filter({ emails })}
            isValid={isEmail}
            problem="is not an email address"
          />
          <Tags
            label="Call ids"
            placeholder="Each with Enter"
            value={search.ids}
            onChange={(ids) => filter({ ids })}
            isValid={(id) => idForm.test(id)}
            problem="is not an id"
          />
          <NativeSelect
            label="Order"
            data={orderOptions}
            value={orderName(orderOf(search))}
            onChange={({ currentTarget: { value } }) => filter(searchOfOrder(value as Order, search.when))}
          />
        </div>
      )}
    </section>
  );
}
