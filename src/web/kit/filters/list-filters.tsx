import './filters.css';
import { Button, Group, NativeSelect, Pill, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { zoneName } from '../days.ts';
import { FilterIcon } from '../icons.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { LateSkeleton } from '../list/query-view.tsx';
import { type Option, optionsOf } from '../options.ts';
import { chipText } from './chip-text.ts';
import { useChosenNames } from './names.ts';
import { SearchField } from './search-field.tsx';
import type { FilteredView } from './use-filtered-view.ts';
import { ViewsMenu } from './views-menu.tsx';

const FilterControls = lazyPart(() => import('./controls.tsx'), 'FilterControls', <LateSkeleton rows={2} />);

interface ListFiltersProps {
  readonly view: FilteredView;
  /** The options of choices that only the server knows, by the names of their filters. */
  readonly options?: Readonly<Record<string, readonly Option[]>>;
  /** Before the search. */
  readonly before?: ReactNode;
  /** After the filters: what the list is shown with. */
  readonly after?: ReactNode;
}

/** The filters of a list: its tabs, the search, a chip for each filter that is set, and the controls behind a button. */
export function ListFilters({ view, options = {}, before, after }: ListFiltersProps) {
  const { filters, search, set, tabs, show, clear, isFiltered, otherZone } = view;
  // What is typed into a control and is no filter yet goes with the control.
  const [clears, setClears] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const [searchName, searched] = Object.entries(filters).find(([, { kind }]) => kind === 'search') ?? [];
  const others = Object.keys(filters).filter((name) => name !== searchName);
  const only = others.length === 1 && filters[others[0] ?? '']?.kind === 'choice' ? others[0] : undefined;
  return (
    <section aria-label="Filters" className="list-tools">
      <Group gap="sm">
        {before}
        {tabs && (
          <SegmentedControl
            aria-label="Show"
            data={[...tabs.all]}
            value={tabs.shown.value}
            onChange={(value) => show({ [tabs.name]: value === tabs.all[0]?.value ? undefined : value })}
          />
        )}
        {searchName && searched?.kind === 'search' && (
          <SearchField
            key={clears}
            isBare
            label={searched.label}
            placeholder={searched.placeholder}
            maxLength={searched.maxLength}
            value={search[searchName]}
            onSearch={(text) => show({ [searchName]: text })}
          />
        )}
        {only && <OneChoice name={only} view={view} />}
        {!only && others.length > 0 && (
          <Button
            variant="default"
            leftSection={<FilterIcon />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            Filters
          </Button>
        )}
        <ViewsMenu />
        {after}
      </Group>
      {isFiltered && !only && (
        <Group gap={6} mt="xs">
          {set.map((name) => (
            <Chip key={name} {...{ name, view }} options={options[name]} />
          ))}
          {otherZone && (
            <FilterChip text={`Days in ${zoneName(otherZone)}`} onRemove={() => show({ daysIn: undefined })} />
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setClears(clears + 1);
              clear();
            }}
          >
            Clear
          </Button>
        </Group>
      )}
      {isOpen && <FilterControls key={clears} {...{ view, options }} names={others} />}
    </section>
  );
}

interface OneChoiceProps {
  readonly name: string;
  readonly view: FilteredView;
}

/** The one filter of a list needs no button before it. */
function OneChoice({ name, view: { filters, search, show } }: OneChoiceProps) {
  const filter = filters[name];
  if (filter?.kind !== 'choice') return null;
  return (
    <NativeSelect
      aria-label={filter.label}
      data={[{ value: '', label: `Any ${filter.label.toLowerCase()}` }, ...optionsOf(filter.titles)]}
      value={search[name] ?? ''}
      onChange={({ currentTarget: { value } }) => show({ [name]: value || undefined })}
    />
  );
}

interface ChipProps {
  readonly name: string;
  readonly view: FilteredView;
  readonly options: readonly Option[] | undefined;
}

/** A filter that is set, in words: "Outcome is Won". */
function Chip({ name, view: { filters, search, show }, options }: ChipProps) {
  const filter = filters[name];
  const value = search[name] ?? '';
  const nameOf = useChosenNames(filter?.kind, value);
  if (!filter) return null;
  const text = chipText(filter, value, (item) => options?.find((each) => each.value === item)?.label ?? nameOf(item));
  return <FilterChip text={text} onRemove={() => show({ [name]: undefined })} />;
}

function FilterChip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <Pill
      className="filter-chip"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': `Remove the filter: ${text}`, 'aria-hidden': false, tabIndex: 0 }}
    >
      {text}
    </Pill>
  );
}
