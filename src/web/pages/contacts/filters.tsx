import { Button, Group, MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FilterIcon } from '../../kit/icons.tsx';
import { optionsOf } from '../../kit/options.ts';
import { SearchField } from '../../kit/search-field.tsx';
import type { ContactFields } from '../../parts/answers/fields.ts';
import { statusTitles } from '../../parts/contacts.ts';
import { type ContactsSearch, hasFilters, noStage, type Order, orders } from './search.ts';

const views = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
];
const statuses = optionsOf(statusTitles);
const orderOptions = Object.entries(orders).map(([value, { title: label }]) => ({ value, label }));
const days = [
  ['createdFrom', 'Created from'],
  ['createdTo', 'Created to'],
  ['changedFrom', 'Changed from'],
  ['changedTo', 'Changed to'],
] as const;

interface ContactFiltersProps {
  readonly search: ContactsSearch;
  readonly fields: ContactFields | undefined;
}

/** All filters of the contacts; each is in the address. */
export function ContactFilters({ search, fields }: ContactFiltersProps) {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(hasFilters({ ...search, search: undefined }));
  const filter = (changed: Partial<ContactsSearch>) =>
    navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const clear = () => {
    const { view, order } = search;
    return navigate({ to: '.', search: { view, order }, replace: true, resetScroll: false });
  };
  const isBoard = search.view === 'board';
  const stages = [
    ...(fields?.stage?.options ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    { value: noStage, label: 'No stage' },
  ];
  return (
    <section aria-label="Filters" className="contact-filters">
      <Group gap="sm">
        <SegmentedControl
          aria-label="View"
          data={views}
          value={search.view ?? 'list'}
          onChange={(view) => filter({ view: view === 'board' ? 'board' : undefined, stages: undefined })}
        />
        <SearchField
          label="Search contacts"
          placeholder="Name, email or phone"
          value={search.search}
          onSearch={(text) => filter({ search: text })}
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
          {!isBoard && (
            <MultiSelect
              label="Stage"
              data={stages}
              value={`${search.stages ?? ''}`.split(',').filter(Boolean)}
              onChange={(values) => filter({ stages: stagesOf(values, search.stages) })}
              searchable
              clearable
            />
          )}
          <MultiSelect
            label="Status"
            data={statuses}
            value={`${search.statuses ?? ''}`.split(',').filter(Boolean)}
            onChange={(values) => filter({ statuses: values.join(',') || undefined })}
            searchable
            clearable
          />
          <MultiSelect
            label="Owner"
            data={[...(fields?.members ?? [])]}
            value={`${search.owners ?? ''}`.split(',').filter(Boolean)}
            onChange={(values) => filter({ owners: values.join(',') || undefined })}
            searchable
            clearable
          />
          <NativeSelect
            label="Order"
            data={orderOptions}
            value={search.order ?? 'newest'}
            onChange={({ currentTarget: { value } }) =>
              filter({ order: value === 'newest' ? undefined : (value as Order) })
            }
          />
          {days.map(([name, label]) => (
            <TextInput
              key={name}
              type="date"
              label={label}
              value={search[name] ?? ''}
              onChange={({ currentTarget }) => filter({ [name]: currentTarget.value || undefined })}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Contacts without a stage have none of the others: the one choice takes the place of the other. */
function stagesOf(values: readonly string[], before: string | undefined): string | undefined {
  const chosen = values.includes(noStage) && before !== noStage ? [noStage] : values.filter((each) => each !== noStage);
  return chosen.join(',') || (values.includes(noStage) ? noStage : undefined);
}
