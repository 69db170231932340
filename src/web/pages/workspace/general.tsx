import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { phoneCountries } from '../../gql/limits.ts';
import type { HourFormat, Language, Weekday, WorkspaceSettingsFragment } from '../../gql/workspace.ts';
import { Panel } from '../../kit/layout.tsx';
import { optionsOf } from '../../kit/options.ts';
import { RecordFormFrame } from '../../kit/record-form-frame.tsx';
import { ZoneSelect } from '../../kit/zone-select.tsx';
import { countryOptionsOf } from '../../parts/countries.ts';
import { languageTitles } from '../../parts/languages.ts';
import { type SectionProps, useSettings } from './settings-form.ts';

const valuesOf = (workspace: WorkspaceSettingsFragment) => ({
  name: workspace.name,
  link: workspace.link ?? '',
  timeZone: workspace.timeZone,
  country: workspace.country,
  language: workspace.language as Language | null,
  firstWeekday: workspace.firstWeekday as Weekday | null,
  hourFormat: workspace.hourFormat as HourFormat | null,
});

const inputOf = ({ name, link, ...values }: ReturnType<typeof valuesOf>) => ({
  ...values,
  name: name.trim(),
  link: link.trim().toLowerCase() || null,
});

const validate = { name: (name: string) => (name.trim() === '' ? 'Add a name' : null) };

const countryOptions = countryOptionsOf(phoneCountries);

const weekdayOptions = optionsOf<Weekday>({
  MONDAY: 'Monday',
  TUESDAY: 'Tuesday',
  WEDNESDAY: 'Wednesday',
  THURSDAY: 'Thursday',
  FRIDAY: 'Friday',
  SATURDAY: 'Saturday',
  SUNDAY: 'Sunday',
});

const hourOptions = optionsOf<HourFormat>({ H12: '12 hours, as in 2:30 PM', H24: '24 hours, as in 14:30' });

/** Name and address of the workspace, and how its pages write dates and hours. */
export function GeneralSection({ workspace }: SectionProps) {
  const { field, frame } = useSettings({ name: 'general', workspace, valuesOf, inputOf, validate });
  return (
    <Panel title="General">
      <RecordFormFrame frame={frame}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Name"
            description="On booking pages and as the sender of emails"
            maxLength={255}
            withAsterisk
            {...field('name')}
          />
          <TextInput
            label="Team page"
            description="Lists all published events. A new link replaces the old one"
            placeholder="your-team"
            leftSection="/e/"
            maxLength={64}
            spellCheck={false}
            {...field('link')}
          />
          <ZoneSelect
            label="Time zone"
            description="For dates in filters and reports"
            allowDeselect={false}
            {...field('timeZone')}
          />
          <Select
            label="Country"
            description="Phone numbers without a country code are from here"
            placeholder="Not set"
            data={countryOptions}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the country' }}
            {...field('country')}
          />
          <Select
            label="Language"
            description="Used when we do not have the language of the visitor’s browser"
            placeholder="English"
            data={optionsOf(languageTitles)}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the language' }}
            {...field('language')}
          />
          <Select
            label="Week starts on"
            placeholder="As in the visitor’s region"
            description="On booking pages"
            data={weekdayOptions}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the first day of the week' }}
            {...field('firstWeekday')}
          />
          <Select
            label="Hours"
            placeholder="As in the visitor’s region"
            description="Visitors can switch"
            data={hourOptions}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the hour format' }}
            {...field('hourFormat')}
          />
        </SimpleGrid>
      </RecordFormFrame>
    </Panel>
  );
}
