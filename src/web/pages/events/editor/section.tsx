import type { UseFormInput } from '@mantine/form';
import type { ReactNode } from 'react';
import {
  CurrentEventDocument,
  type EventSettingsFragment,
  UpdateEventDocument,
  type UpdateEventInput,
} from '../../../gql/event.ts';
import { Panel } from '../../../kit/layout.tsx';
import type { Fields, Shape } from '../../../kit/record-changes.ts';
import { type RecordForm, type RecordFrame, useRecordForm } from '../../../kit/record-form.ts';
import { RecordFormFrame } from '../../../kit/record-form-frame.tsx';
import { draftOf, type SectionName, sectionTitles } from '../search.ts';

interface SectionOptions<Values extends Fields>
  extends Shape<EventSettingsFragment, Values, Omit<UpdateEventInput, 'id'>> {
  readonly name: SectionName;
  readonly event: EventSettingsFragment;
  readonly validate?: UseFormInput<Values & Record<string, unknown>>['validate'];
}

/** One section of the settings of an event, which is stored by itself. */
export function useSection<Values extends Fields>({
  name,
  event,
  ...section
}: SectionOptions<Values>): RecordForm<Values, EventSettingsFragment> {
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

interface SectionPanelProps {
  readonly name: SectionName;
  readonly summary?: ReactNode;
  readonly frame: RecordFrame;
  /** What is known of the changes before they are saved. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** The fields of a section, and below them what saves them. */
export function SectionPanel({ name, summary, frame, note, children }: SectionPanelProps) {
  return (
    <Panel title={sectionTitles[name]} summary={summary}>
      <RecordFormFrame frame={frame} note={note}>
        {children}
      </RecordFormFrame>
    </Panel>
  );
}

/** What a field for text sends; nothing where it is empty. */
export function textOf(typed: string): string | null {
  return typed.trim() || null;
}
