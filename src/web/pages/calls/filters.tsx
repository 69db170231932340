import { Button, Group, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, startTransition, useState } from 'react';
import { FilterIcon } from '../../kit/icons.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { type CallsSearch, hasFilters, type Period } from './search.ts';

const periods = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All' },
];

const FilterFields = lazy(async () => ({ default: (await import('./filter-fields.tsx')).FilterFields }));

/** All filters of the list, and those of them that a week has too; each is in the address. */
export function CallFilters({ search }: { readonly search: CallsSearch }) {
  const navigate = useNavigate();
  // What is typed into a field and is no filter yet goes with the field.
  const [clears, setClears] = useState(0);
  const [isOpen, setIsOpen] = useState(hasFilters({ ...search, search: undefined }));
  const filter = (changed: Partial<CallsSearch>) =>
    navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const isWeek = search.view === 'week';
  const clear = () => {
    setClears(clears + 1);
    const { view, week, when, orderColumn, orderBy } = search;
    return navigate({ to: '.', search: { view, week, when, orderColumn, orderBy }, replace: true, resetScroll: false });
  };
  return (
    <section aria-label="Filters" className="call-filters">
      <Group gap="sm">
        {!isWeek && (
          <SegmentedControl
            aria-label="When"
            data={periods}
            value={search.when ?? 'upcoming'}
            onChange={(when) => filter({ when: when === 'upcoming' ? undefined : (when as Period) })}
          />
        )}
        <SearchField
          label="Search calls"
          placeholder="Name, email or phone"
          value={search.search}
          onSearch={(text) => filter({ search: text })}
        />
        <Button
          variant="default"
          leftSection={<FilterIcon />}
          aria-expanded={isOpen}
          // What is shown stays until the fields are loaded.
          onClick={() => startTransition(() => setIsOpen(!isOpen))}
        >
          Filters
        </Button>
        {hasFilters(search) && (
          <Button variant="subtle" onClick={clear}>
            Clear
          </Button>
        )}
      </Group>
      {isOpen && <FilterFields key={clears} {...{ search, filter }} />}
    </section>
  );
}
