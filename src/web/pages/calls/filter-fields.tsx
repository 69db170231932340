import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { isEmail } from '#src/lib/network/email-address.ts';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { optionsOf } from '../../kit/options.ts';
import { idForm } from '../../kit/search.ts';
import { outcomeTitles } from '../../parts/calls/outcomes.ts';
import { events, FoundChoices, members } from './choices.tsx';
import {
  type CallsSearch,
  type Order,
  orderName,
  orderOf,
  orderTitles,
  searchOfOrder,
  statusTitles,
  typeTitles,
} from './search.ts';
import { Tags } from './tags.tsx';

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

interface FilterFieldsProps {
  readonly search: CallsSearch;
  readonly filter: (changed: Partial<CallsSearch>) => void;
}

/** The filters beyond the period and the search. A week has neither period nor order. */
export function FilterFields({ search, filter }: FilterFieldsProps) {
  const isLead = isTeamLead(useSession());
  const isWeek = search.view === 'week';
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
    <div className="filter-grid">
      {!isWeek && callDays.map(day)}
      {isLead && (
        <>
          <FoundChoices label="Host" source={members} value={search.hosts} onChange={(hosts) => filter({ hosts })} />
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
      {!isWeek && (
        <NativeSelect
          label="Order"
          data={orderOptions}
          value={orderName(orderOf(search))}
          onChange={({ currentTarget: { value } }) => filter(searchOfOrder(value as Order, search.when))}
        />
      )}
    </div>
  );
}
