import { MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core';
import { isEmail } from '#src/lib/network/email-address.ts';
import { type Option, optionsOf } from '../options.ts';
import { FoundChoices } from './choices.tsx';
import type { Filter } from './filters.ts';
import { daysOfPeriod, periodOf, periodTitles } from './periods.ts';
import { idForm } from './search.ts';
import { SearchField } from './search-field.tsx';
import { sources } from './sources.ts';
import { Tags } from './tags.tsx';
import type { FilteredView } from './use-filtered-view.ts';

interface FilterControlsProps {
  readonly view: FilteredView;
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, readonly Option[]>>;
}

/** A control for each filter, which fits its kind. */
export function FilterControls({ view, names, options }: FilterControlsProps) {
  return (
    <div className="filter-grid">
      {names.map((name) => {
        const filter = view.filters[name];
        const shared = {
          value: view.search[name],
          onChange: (value: string | undefined) => view.show({ [name]: value }),
        };
        return filter && <Control key={name} {...{ filter, ...shared }} options={options[name]} today={view.today} />;
      })}
    </div>
  );
}

interface ControlProps {
  readonly filter: Filter<string>;
  readonly options: readonly Option[] | undefined;
  readonly today: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function Control({ filter, options, today, value, onChange }: ControlProps) {
  const { label } = filter;
  const shared = { label, value, onChange };
  switch (filter.kind) {
    case 'search':
      return null;
    case 'text':
      return (
        <SearchField {...filter} value={value} onSearch={onChange} suggestions={options?.map((each) => each.value)} />
      );
    case 'members':
      return <FoundChoices {...shared} source={sources.members} />;
    case 'events':
      return <FoundChoices {...shared} source={sources.events} />;
    case 'emails':
      return (
        <Tags {...shared} placeholder="Press Enter after each" isValid={isEmail} problem="is not an email address" />
      );
    case 'ids':
      return (
        <Tags
          {...shared}
          placeholder="Press Enter after each"
          isValid={(id) => idForm.test(id)}
          problem="is not an id"
        />
      );
    case 'choice':
    case 'options':
      return (
        <MultiSelect
          label={label}
          data={[...(options ?? (filter.kind === 'choice' ? optionsOf(filter.titles) : []))]}
          value={(value ?? '').split(',').filter(Boolean)}
          onChange={(values) => onChange(chosenOf(filter, values, value))}
          maxValues={filter.kind === 'choice' ? filter.maxItems : undefined}
          searchable
          clearable
        />
      );
    case 'products':
      return <FoundChoices {...shared} source={sources.products} />;
    case 'texts':
      return (
        <Tags
          {...shared}
          placeholder={filter.placeholder}
          isValid={(text) => text.trim() === text}
          problem="begins or ends with a space"
          separators={[',']}
        />
      );
    case 'oneChoice':
    case 'yesNo':
      return (
        <Select
          label={label}
          placeholder="Any"
          data={optionsOf<string>(filter.titles)}
          value={value ?? null}
          onChange={(chosen) => onChange(chosen ?? undefined)}
          searchable
          clearable
        />
      );
    case 'oneId':
    case 'oneText':
      return (
        <Select
          label={label}
          placeholder="Any"
          // What the address names is a choice too, whether the page knows it or not.
          data={options?.some((each) => each.value === value) || !value ? options : [value, ...(options ?? [])]}
          value={value ?? null}
          onChange={(chosen) => onChange(chosen ?? undefined)}
          searchable
          clearable
        />
      );
    case 'days':
      return <PeriodControl {...shared} today={today} periods={filter.periods ?? periodTitles} />;
  }
}

/** Without an option there are none of the others: the one choice takes the place of the other. */
function chosenOf({ kind }: Filter<string>, values: readonly string[], before: string | undefined): string | undefined {
  const isNone = kind === 'options' && values.includes('0');
  const chosen = isNone ? (before === '0' ? values.filter((each) => each !== '0') : ['0']) : values;
  return chosen.join(',') || undefined;
}

const anyTime = '';
const between = 'between';

interface PeriodControlProps extends Pick<ControlProps, 'value' | 'onChange' | 'today'> {
  readonly label: string;
  readonly periods: Readonly<Record<string, string>>;
}

/** A period that moves on with the day, or two days. */
function PeriodControl({ label, value = anyTime, onChange, today, periods }: PeriodControlProps) {
  const isDays = value.includes('..');
  const { from, to } = daysOfPeriod(value, today);
  const isBackwards = from !== undefined && to !== undefined && to < from;
  const day = (name: 'from' | 'to', shown: string | undefined) => (
    <TextInput
      type="date"
      aria-label={`${label} ${name}`}
      value={shown ?? ''}
      onChange={({ currentTarget }) => onChange(periodOf({ from, to, [name]: currentTarget.value }))}
      error={name === 'to' && isBackwards && 'This is before the first day'}
      mt={4}
    />
  );
  return (
    <div>
      <NativeSelect
        label={label}
        data={[{ value: anyTime, label: 'Any time' }, ...optionsOf(periods), { value: between, label: 'Between…' }]}
        value={isDays ? between : value}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChange(chosen === between ? periodOf({ from: from ?? today, to: to ?? today }) : chosen || undefined)
        }
      />
      {isDays && (
        <>
          {day('from', from)}
          {day('to', to)}
        </>
      )}
    </div>
  );
}
