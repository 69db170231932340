import { Select, type SelectProps } from '@mantine/core';
import { presentZoneName, searchedZoneNames, timeZones } from '#src/lib/time/time-zone-names.ts';

type ZoneSelectProps = Omit<SelectProps, 'data' | 'filter' | 'searchable'>;

/** A choice of time zone, which is found by its present and by its former name. A zone that no list has stays chosen. */
export function ZoneSelect({ value, ...select }: ZoneSelectProps) {
  const chosen = value ? presentZoneName(value) : value;
  const zones = chosen && !timeZones.includes(chosen) ? [chosen, ...timeZones] : timeZones;
  return (
    <Select
      {...select}
      value={chosen ?? null}
      data={zones}
      searchable
      filter={({ options, search }) => {
        const searched = search.trim().replaceAll('_', ' ').toLowerCase();
        return options.filter((each) => 'value' in each && searchedZoneNames(each.value).includes(searched));
      }}
    />
  );
}
