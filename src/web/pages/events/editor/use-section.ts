import type { UseFormInput } from '@mantine/form';
import {
  CurrentEventDocument,
  type EventSettingsFragment,
  UpdateEventDocument,
  type UpdateEventInput,
} from '../../../gql/event.ts';
import type { Fields, Shape } from '../../../kit/record-changes.ts';
import { type RecordForm, useRecordForm } from '../../../kit/record-form.ts';
import type { SectionName } from '../search.ts';

type EventInput = Omit<UpdateEventInput, 'id'>;

interface SectionOptions<Values extends Fields> extends Shape<EventSettingsFragment, Values, EventInput> {
  readonly name: SectionName;
  readonly event: EventSettingsFragment;
  readonly validate?: UseFormInput<Values & Record<string, unknown>>['validate'];
}

export const draftOf = (eventId: number, section: SectionName) => `event:${eventId}:${section}`;

/** One section of the settings of an event, which is stored by itself. */
export function useSection<Values extends Fields>({
  name,
  event,
  ...section
}: SectionOptions<Values>): RecordForm<Values> {
  return useRecordForm({
    ...section,
    name: draftOf(event.id, name),
    stored: event,
    read: CurrentEventDocument,
    readVariables: { id: event.id },
    readRecord: (data) => data.event,
    save: UpdateEventDocument,
    saveVariables: (changes) => ({ input: { id: event.id, ...changes } }),
    savedRecord: (data) => data.updateEvent?.event,
  });
}
