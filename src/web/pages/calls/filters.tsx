import { Button, Group, MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { CallFilterOptionsDocument } from '../../gql/calls.ts';
import { outcomeTitles } from '../../parts/calls/outcomes.ts';
import { FilterIcon, SearchIcon } from '../../parts/icons.tsx';
import { memberName } from '../../parts/members.ts';
import { type CallsSearch, hasFilters, type Period, statusTitles, typeTitles } from './search.ts';

const optionsOf = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, label]) => ({ value, label }));
const outcomeOptions = optionsOf(outcomeTitles);
const statusOptions = optionsOf(statusTitles);
const typeOptions = optionsOf(typeTitles);
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
  const [isOpen, setIsOpen] = useState(hasFilters({ ...search, search: undefined }));
  const [{ data }] = useQuery({ query: CallFilterOptionsDocument, pause: !isOpen });
  const filter = (changed: Partial<CallsSearch>) =>
    navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const searchFor = useDebouncedCallback((text: string) => filter({ search: text.trim() || undefined }), 250);
  const members = (data?.users?.users ?? []).map((member) => ({ value: `${member.id}`, label: memberName(member) }));
  const events = (data?.events?.events ?? []).map(({ id, name }) => ({ value: `${id}`, label: name }));
  const clear = () => {
    setTyped('');
    return navigate({ to: '.', search: { when: search.when }, replace: true, resetScroll: false });
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
        <div className="filter-grid">
          <TextInput
            type="date"
            label="From"
            value={search.from ?? ''}
            onChange={({ currentTarget }) => filter({ from: currentTarget.value || undefined })}
          />
          <TextInput
            type="date"
            label="To"
            value={search.to ?? ''}
            onChange={({ currentTarget }) => filter({ to: currentTarget.value || undefined })}
          />
          {isLead && choice('Host', 'hosts', members)}
          {isLead && choice('Setter', 'setters', members)}
          {choice('Event', 'events', events)}
          {choice('Outcome', 'outcomes', outcomeOptions)}
          {choice('Status', 'statuses', statusOptions)}
          {choice('Type', 'types', typeOptions)}
        </div>
      )}
    </section>
  );
}
